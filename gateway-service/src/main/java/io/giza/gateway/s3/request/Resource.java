package io.giza.gateway.s3.request;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.nio.charset.StandardCharsets;

/**
 * What a request is about: the service, a bucket, or an object.
 *
 * @param bucket the bucket's name, empty for the service
 * @param key the object's key, exactly as the client means it; empty for a bucket
 */
public record Resource(String bucket, String key) {
    /** The longest key of S3, in bytes of UTF-8. */
    private static final int MAX_KEY_BYTES = 1024;

    /** What kind of thing a path names. */
    public enum Shape {
        SERVICE,
        BUCKET,
        OBJECT
    }

    /**
     * Reads a raw path. Nothing is normalised: dots and repeated slashes are part of the key.
     *
     * @throws S3Exception InvalidURI, InvalidBucketName or KeyTooLongError
     */
    public static Resource parse(String rawPath) {
        requireAbsolute(rawPath);
        if (rawPath.length() == 1) {
            return new Resource("", "");
        }
        int slash = rawPath.indexOf('/', 1);
        String bucket =
                PercentCoding.decodePath(
                        rawPath.substring(1, slash < 0 ? rawPath.length() : slash));
        String key = slash < 0 ? "" : PercentCoding.decodePath(rawPath.substring(slash + 1));
        return of(bucket, key);
    }

    /**
     * Reads a raw path below a bucket that the host's name says.
     *
     * @throws S3Exception InvalidURI, InvalidBucketName or KeyTooLongError
     */
    static Resource ofBucket(String bucket, String rawPath) {
        requireAbsolute(rawPath);
        return of(bucket, PercentCoding.decodePath(rawPath.substring(1)));
    }

    private static void requireAbsolute(String rawPath) {
        if (!rawPath.startsWith("/")) {
            throw new S3Exception(S3Error.INVALID_URI);
        }
    }

    private static Resource of(String bucket, String key) {
        if (!BucketName.isValid(bucket)) {
            throw new S3Exception(S3Error.INVALID_BUCKET_NAME).with("BucketName", bucket);
        }
        requireShort(key);
        return new Resource(bucket, key);
    }

    /**
     * Checks the length of a key.
     *
     * @throws S3Exception KeyTooLongError
     */
    public static void requireShort(String key) {
        int size = key.getBytes(StandardCharsets.UTF_8).length;
        if (size > MAX_KEY_BYTES) {
            throw new S3Exception(S3Error.KEY_TOO_LONG)
                    .with("Size", Integer.toString(size))
                    .with("MaxSizeAllowed", Integer.toString(MAX_KEY_BYTES));
        }
    }

    /** Returns what kind of thing it is. */
    public Shape shape() {
        if (bucket.isEmpty()) {
            return Shape.SERVICE;
        }
        return key.isEmpty() ? Shape.BUCKET : Shape.OBJECT;
    }
}
