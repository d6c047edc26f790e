/** Listings of objects and of versions, page by page. */
@NullMarked
package io.giza.gateway.listing;

import org.jspecify.annotations.NullMarked;
