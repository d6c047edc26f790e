package io.giza.metadata.table.rocks;

import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.Utf8;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * Keys as ordered bytes. A row: 0, 16 bytes of bucket, 1 of shard, the name in UTF-8. A segment: 1,
 * 16 bytes of bucket, 1 of shard, 2 bytes of the name's length, the name, 8 bytes of generation, 8
 * bytes of first version. The membership: m. How far the table has come: s. So no scan of rows ever
 * meets a segment, and the segments of a row stand together.
 */
final class RowKeys {
    private static final byte ROWS = 0;
    private static final byte SEGMENTS = 1;
    private static final int BUCKET_BYTES = 16;

    /** How many bytes precede the name of a row. */
    private static final int PLACE_BYTES = 1 + BUCKET_BYTES + 1;

    /** With what the keys of all rows begin. */
    static final byte[] FIRST_ROW = {ROWS};

    /** Where the membership is kept. */
    static final byte[] MEMBERSHIP = {'m'};

    /** Where it is kept how many batches were written: a number of 8 bytes. */
    static final byte[] SEQUENCE = {'s'};

    private RowKeys() {}

    static byte[] encode(ObjectKey key) {
        return encode(key.bucket(), key.shard(), key.name());
    }

    /** Encodes a key, or the beginning of keys: {@code name} may be empty. */
    static byte[] encode(BucketId bucket, int shard, String name) {
        byte[] utf8 = Utf8.bytes("name", name);
        return begin(ROWS, bucket, shard, utf8.length).put(utf8).array();
    }

    static byte[] encode(SegmentKey key) {
        byte[] utf8 = Utf8.bytes("name", key.row().name());
        int rest = Short.BYTES + utf8.length + 2 * Long.BYTES;
        return begin(SEGMENTS, key.row().bucket(), key.row().shard(), rest)
                .putShort((short) utf8.length)
                .put(utf8)
                .putLong(key.generation())
                .putLong(key.first())
                .array();
    }

    private static ByteBuffer begin(byte kind, BucketId bucket, int shard, int rest) {
        UUID id = bucket.value();
        return ByteBuffer.allocate(PLACE_BYTES + rest)
                .put(kind)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .put((byte) shard);
    }

    static byte[] encode(long sequence) {
        return ByteBuffer.allocate(Long.BYTES).putLong(sequence).array();
    }

    static String nameOf(byte[] key) {
        return new String(key, PLACE_BYTES, key.length - PLACE_BYTES, StandardCharsets.UTF_8);
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
