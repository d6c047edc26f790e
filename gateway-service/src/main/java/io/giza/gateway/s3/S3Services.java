package io.giza.gateway.s3;

import io.giza.gateway.bucket.BucketService;
import io.giza.gateway.object.ObjectService;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.upload.UploadService;

/**
 * Those that do the work behind the S3 edge.
 *
 * @param objects objects
 * @param buckets buckets
 * @param uploads objects in parts
 * @param rows documents kept with buckets
 */
public record S3Services(
        ObjectService objects, BucketService buckets, UploadService uploads, SystemRows rows) {}
