/** Fragments of other data centers, kept near to be read again. */
@NullMarked
package io.giza.stripe.cache;

import org.jspecify.annotations.NullMarked;
