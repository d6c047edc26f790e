package io.giza.bench.filling;

import io.giza.model.BucketId;
import io.giza.model.ObjectKey;

import org.jspecify.annotations.Nullable;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * Copies a row within a table that nobody serves from. It writes past the table's own class, which
 * forces each batch and compares tags, and so would take ten times as long.
 *
 * @param folder the table's
 * @param template whose row is copied
 */
record RowCopies(Path folder, ObjectKey template) {
    private static final long WRITE_BUFFER_BYTES = 64L << 20;
    private static final int ROWS_OF_BATCH = 1000;

    /** What precedes a name in a row's key: its kind, the bucket, the shard. */
    private static final int PLACE_BYTES = 1 + 2 * Long.BYTES + 1;

    /**
     * Writes all copies.
     *
     * @param written hears how many more there are
     * @return the bytes of one of them
     */
    long write(KeyOrder order, LongConsumer written) throws RocksDBException {
        RocksDB.loadLibrary();
        // Compressed as the table itself does.
        try (Options options =
                        new Options()
                                .setWriteBufferSize(WRITE_BUFFER_BYTES)
                                .setCompressionType(CompressionType.LZ4_COMPRESSION);
                RocksDB database = RocksDB.open(options, folder.toString())) {
            byte[] key = key(template.bucket(), template.shard(), template.name());
            byte @Nullable [] row = database.get(key);
            if (row == null) {
                throw new IllegalStateException("rows have other keys now than this command knows");
            }
            for (int shard = 0; shard < order.shards(); shard++) {
                writeShard(database, shard, order.keys(shard), row, written);
            }
            // There is no log to read them from.
            try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
                database.flush(flush);
            }
            return key(template.bucket(), 0, KeyFiller.name(0)).length + row.length;
        }
    }

    private void writeShard(
            RocksDB database, int shard, int[] keys, byte[] row, LongConsumer written)
            throws RocksDBException {
        try (WriteOptions withoutLog = new WriteOptions().setDisableWAL(true);
                WriteBatch batch = new WriteBatch()) {
            for (int number : keys) {
                batch.put(key(template.bucket(), shard, KeyFiller.name(number)), row);
                if (batch.count() == ROWS_OF_BATCH) {
                    database.write(withoutLog, batch);
                    batch.clear();
                    written.accept(ROWS_OF_BATCH);
                }
            }
            database.write(withoutLog, batch);
            written.accept(batch.count());
        }
    }

    private static byte[] key(BucketId bucket, int shard, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        UUID id = bucket.value();
        return ByteBuffer.allocate(PLACE_BYTES + utf8.length)
                .put((byte) 0)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .put((byte) shard)
                .put(utf8)
                .array();
    }
}
