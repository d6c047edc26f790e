package io.giza.metadata.table;

import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * Keys as ordered bytes. A row: 0, 16 bytes of bucket, the name in UTF-8. A segment: 1, 16 bytes of
 * bucket, 2 bytes of the name's length, the name, 8 bytes of generation, 8 bytes of first version.
 * The membership: m. So no scan of rows ever meets a segment, and the segments of a row stand
 * together.
 */
final class RowKeys {
    private static final byte ROWS = 0;
    private static final byte SEGMENTS = 1;
    private static final int BUCKET_BYTES = 16;

    /** With what the keys of all rows begin. */
    static final byte[] FIRST_ROW = {ROWS};

    /** Where the membership is kept. */
    static final byte[] MEMBERSHIP = {'m'};

    private RowKeys() {}

    static byte[] encode(ObjectKey key) {
        return encode(key.bucket(), key.name());
    }

    /** Encodes a key, or the beginning of keys: {@code name} may be empty. */
    static byte[] encode(BucketId bucket, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return begin(ROWS, bucket, utf8.length).put(utf8).array();
    }

    static byte[] encode(SegmentKey key) {
        byte[] utf8 = key.row().name().getBytes(StandardCharsets.UTF_8);
        int rest = Short.BYTES + utf8.length + 2 * Long.BYTES;
        return begin(SEGMENTS, key.row().bucket(), rest)
                .putShort((short) utf8.length)
                .put(utf8)
                .putLong(key.generation())
                .putLong(key.first())
                .array();
    }

    private static ByteBuffer begin(byte kind, BucketId bucket, int rest) {
        UUID id = bucket.value();
        return ByteBuffer.allocate(1 + BUCKET_BYTES + rest)
                .put(kind)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits());
    }

    static String nameOf(byte[] key) {
        int start = 1 + BUCKET_BYTES;
        return new String(key, start, key.length - start, StandardCharsets.UTF_8);
    }

    static ObjectKey keyOf(byte[] key) {
        ByteBuffer bucket = ByteBuffer.wrap(key, 1, BUCKET_BYTES);
        UUID id = new UUID(bucket.getLong(), bucket.getLong());
        return new ObjectKey(new BucketId(id), nameOf(key));
    }

    static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length
                && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }
}
