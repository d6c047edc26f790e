/** Listing of a bucket of many keys. */
@NullMarked
package io.giza.bench.listing;

import org.jspecify.annotations.NullMarked;
