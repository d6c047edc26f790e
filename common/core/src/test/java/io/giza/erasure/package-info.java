/** Tests of the codes and of the geometry. */
@NullMarked
package io.giza.erasure;

import org.jspecify.annotations.NullMarked;
