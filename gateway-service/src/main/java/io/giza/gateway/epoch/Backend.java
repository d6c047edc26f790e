package io.giza.gateway.epoch;

import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.system.SystemRows;

/**
 * What a gateway does its work with in one epoch of the topology. An operation stays with the one
 * that it began with, so no operation mixes two epochs.
 *
 * @param cluster the data centers as they are reached in the epoch
 * @param directory what is known of buckets
 */
public record Backend(
        Cluster cluster,
        BucketDirectory directory,
        BucketService buckets,
        SystemRows rows,
        ObjectService objects,
        UploadService uploads) {}
