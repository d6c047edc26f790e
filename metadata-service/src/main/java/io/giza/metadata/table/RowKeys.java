package io.giza.metadata.table;

import io.giza.model.BucketId;
import io.giza.model.ObjectKey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** Keys of rows as ordered bytes: 16 bytes of bucket, then the name in UTF-8. */
final class RowKeys {
    static final int BUCKET_BYTES = 16;

    /** Where the membership is kept: shorter than the key of any row, so no row's neighbour. */
    static final byte[] MEMBERSHIP = {'m'};

    private RowKeys() {}

    static byte[] encode(ObjectKey key) {
        return encode(key.bucket(), key.name());
    }

    /** Encodes a key, or the beginning of keys: {@code name} may be empty. */
    static byte[] encode(BucketId bucket, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        UUID id = bucket.value();
        return ByteBuffer.allocate(BUCKET_BYTES + utf8.length)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .put(utf8)
                .array();
    }

    static String nameOf(byte[] key) {
        return new String(key, BUCKET_BYTES, key.length - BUCKET_BYTES, StandardCharsets.UTF_8);
    }

    static ObjectKey keyOf(byte[] key) {
        ByteBuffer bucket = ByteBuffer.wrap(key);
        UUID id = new UUID(bucket.getLong(), bucket.getLong());
        return new ObjectKey(new BucketId(id), nameOf(key));
    }

    static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length
                && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }
}
