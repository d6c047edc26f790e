/**
 * What the handlers share: the authenticated call, the reply, S3's errors for failures, and the
 * reading and writing of common headers.
 */
@NullMarked
package io.giza.gateway.s3.exchange;

import org.jspecify.annotations.NullMarked;
