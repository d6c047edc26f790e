package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.FindResult;

import java.io.IOException;
import java.util.function.Supplier;

/**
 * Finds the bucket of a request as a quorum knows it.
 *
 * @param service the buckets
 */
public record Buckets(BucketService service) {
    /**
     * How a document is read.
     *
     * @param <T> what is made of it
     */
    @FunctionalInterface
    public interface Reading<T> {
        /** Reads it. */
        T read() throws IOException;
    }

    /**
     * Returns the bucket that a call is about.
     *
     * @throws S3Exception NoSuchBucket, AccessDenied if it is another account's, or
     *     ServiceUnavailable
     */
    public Bucket of(Call call) {
        return switch (service.find(call.account(), call.resource().bucket())) {
            case FindResult.Found(Bucket bucket) -> bucket;
            case FindResult.Absent() -> throw Failures.noSuchBucket(call.resource());
            case FindResult.Foreign() -> throw new S3Exception(S3Error.ACCESS_DENIED);
            case BucketService.Unavailable failure ->
                    throw Failures.toError(failure, call.resource());
        };
    }

    /**
     * Reads something of a request. Where that is refused, the bucket is looked for first: S3 tells
     * what is wrong with a request only of a bucket that is there.
     *
     * @throws S3Exception as {@link #of}, or else what {@code reading} throws
     */
    public <T> T validatedAfterBucket(Call call, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (S3Exception refusal) {
            of(call);
            throw refusal;
        }
    }

    /**
     * Reads the document that comes with a request likewise.
     *
     * @throws S3Exception as {@link #of}, or else what {@code reading} throws
     */
    public <T> T readAfterBucket(Call call, Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (S3Exception refusal) {
            of(call);
            throw refusal;
        }
    }
}
