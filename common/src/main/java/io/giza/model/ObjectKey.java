package io.giza.model;

import java.nio.charset.StandardCharsets;

/**
 * The key of one row: an object of a bucket, or a system object.
 *
 * @param bucket the bucket's identity
 * @param name the object's key, 1 to 1,024 bytes of UTF-8
 * @throws IllegalArgumentException if the name is empty, longer than 1,024 bytes, or no text
 */
public record ObjectKey(BucketId bucket, String name) implements Comparable<ObjectKey> {
    /** The longest name, in bytes of UTF-8. */
    public static final int MAX_NAME_BYTES = 1024;

    public ObjectKey {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length == 0 || length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException(
                    "key must be 1 to " + MAX_NAME_BYTES + " bytes of UTF-8, not " + length);
        }
        // Half a pair has no UTF-8: it would become '?', and two keys one row.
        if (name.codePoints().anyMatch(point -> point >= 0xD800 && point <= 0xDFFF)) {
            throw new IllegalArgumentException("key has half a surrogate pair");
        }
    }

    /** Returns the key of the record of the bucket named {@code bucketName}. */
    public static ObjectKey ofBucketRecord(String bucketName) {
        return new ObjectKey(BucketId.SYSTEM, "bucket/" + bucketName);
    }

    /** Orders by bucket, then by the UTF-8 bytes of the name, as S3 lists keys. */
    @Override
    public int compareTo(ObjectKey other) {
        int order = bucket.compareTo(other.bucket);
        return order != 0 ? order : Utf8Order.compare(name, other.name);
    }

    @Override
    public String toString() {
        return bucket + "/" + name;
    }
}
