/**
 * What policies are asked about a request of S3: which actions it needs, and what is known of it.
 */
@NullMarked
package io.giza.gateway.s3.policy.request;

import org.jspecify.annotations.NullMarked;
