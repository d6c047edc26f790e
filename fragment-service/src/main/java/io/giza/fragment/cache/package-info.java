/** Copies of fragments of other data centers. */
@NullMarked
package io.giza.fragment.cache;

import org.jspecify.annotations.NullMarked;
