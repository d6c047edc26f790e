/** The nouns of the store: immutable records that every other package speaks in. */
@NullMarked
package io.giza.model;

import org.jspecify.annotations.NullMarked;
