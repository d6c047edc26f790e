package io.giza.gateway.s3.exchange;

import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.system.SystemRows;

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
