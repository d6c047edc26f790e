/** Tests of the wire formats against golden files. */
@NullMarked
package io.giza.wire;

import org.jspecify.annotations.NullMarked;
