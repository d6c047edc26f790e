/** Takes requests to rows by conditional writes. */
@NullMarked
package io.giza.metadata.row;

import org.jspecify.annotations.NullMarked;
