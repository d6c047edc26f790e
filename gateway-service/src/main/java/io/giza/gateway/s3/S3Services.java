package io.giza.gateway.s3;

import io.giza.gateway.bucket.BucketService;
import io.giza.gateway.object.ObjectService;
import io.giza.gateway.system.SystemRows;

/**
 * Those that do the work behind the S3 edge.
 *
 * @param objects objects
 * @param buckets buckets
 * @param rows documents kept with buckets
 */
public record S3Services(ObjectService objects, BucketService buckets, SystemRows rows) {}
