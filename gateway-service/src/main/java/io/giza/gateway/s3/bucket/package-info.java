/**
 * The handlers of buckets and of the configurations that are kept with them: versioning, CORS,
 * ownership.
 */
@NullMarked
package io.giza.gateway.s3.bucket;

import org.jspecify.annotations.NullMarked;
