package io.giza.gateway.s3;

import io.giza.gateway.memory.ByteBudget;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.spool.SpoolFile;

import java.time.Duration;
import java.util.Set;

/**
 * What the S3 edge allows and says of itself.
 *
 * @param region the region that buckets are said to be in
 * @param maxPutBytes the greatest object that one put may store
 * @param deleteParallelism how many keys of one DeleteObjects are deleted at a time
 * @param deleteTimeout how long one DeleteObjects may take
 * @param crossOriginFreshness how long what a bucket says of other origins may be remembered
 * @param unknownLookups how many look-ups a second are made for requests that nobody signed
 * @param consoleOrigins whose pages may use presigned URLs whatever buckets say
 * @param newBuckets who owns the objects of buckets that are created without saying so
 * @param documents the memory that documents, forms and answers may take together
 * @param formSpace the disk that files of browsers' forms may take together
 * @param formFiles makes them on it
 * @param customerKeysOverHttp whether clients may send keys of their own without TLS
 */
public record S3Limits(
        String region,
        long maxPutBytes,
        int deleteParallelism,
        Duration deleteTimeout,
        Duration crossOriginFreshness,
        int unknownLookups,
        Set<String> consoleOrigins,
        ObjectOwnership newBuckets,
        ByteBudget documents,
        ByteBudget formSpace,
        SpoolFile.Factory formFiles,
        boolean customerKeysOverHttp) {}
