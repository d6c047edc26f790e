/** Brings rows of data centers that were away to where the others are. */
@NullMarked
package io.giza.recovery.rows;

import org.jspecify.annotations.NullMarked;
