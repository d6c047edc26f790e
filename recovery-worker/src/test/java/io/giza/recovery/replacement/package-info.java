/** Filling data centers that take the place of lost ones. */
@NullMarked
package io.giza.recovery.replacement;

import org.jspecify.annotations.NullMarked;
