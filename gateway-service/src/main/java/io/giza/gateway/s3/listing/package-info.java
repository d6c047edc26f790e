/** The handlers that list the objects and the versions of a bucket. */
@NullMarked
package io.giza.gateway.s3.listing;

import org.jspecify.annotations.NullMarked;
