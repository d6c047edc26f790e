/** Buckets as records that are agreed like objects. */
@NullMarked
package io.giza.gateway.bucket;

import org.jspecify.annotations.NullMarked;
