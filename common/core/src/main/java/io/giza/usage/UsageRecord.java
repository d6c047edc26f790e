package io.giza.usage;

import io.giza.model.BucketId;

import java.time.Instant;

/**
 * The sum of one whole pass over a bucket, as a row of the system keeps it.
 *
 * @param bucket the life of the bucket that was gone over
 * @param usage what it held
 * @param began when the pass over it began: what was written since may be in the sum or not
 * @param ended when it ended
 */
public record UsageRecord(BucketId bucket, Usage usage, Instant began, Instant ended) {}
