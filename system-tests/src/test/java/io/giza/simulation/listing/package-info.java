/** Listings of keys and versions, and what they cost. */
@NullMarked
package io.giza.simulation.listing;

import org.jspecify.annotations.NullMarked;
