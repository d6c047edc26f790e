package io.giza.gateway.s3;

import java.time.Duration;

/**
 * What the S3 edge allows and says of itself.
 *
 * @param region the region that buckets are said to be in
 * @param maxPutBytes the greatest object that one put may store
 * @param deleteParallelism how many keys of one DeleteObjects are deleted at a time
 * @param deleteTimeout how long one DeleteObjects may take
 * @param crossOriginFreshness how long what a bucket says of other origins may be remembered
 * @param formSpaceBytes the disk that files of browsers' forms may take together
 */
public record S3Limits(
        String region,
        long maxPutBytes,
        int deleteParallelism,
        Duration deleteTimeout,
        Duration crossOriginFreshness,
        long formSpaceBytes) {}
