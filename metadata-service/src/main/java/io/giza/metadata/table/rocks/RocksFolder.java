package io.giza.metadata.table.rocks;

import io.giza.config.PrivateFolder;
import io.giza.membership.Membership;
import io.giza.metadata.table.RowTableException;
import io.giza.record.FormatException;
import io.giza.wire.MembershipCodec;

import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * A folder of RocksDB, opened so that what was acknowledged is there or the table stays closed. By
 * its defaults RocksDB goes on after the last record that it can read, and drops all votes and
 * promises behind it without a word.
 */
final class RocksFolder implements AutoCloseable {
    private static final long CACHE_BYTES = 16L << 20;
    private static final long WRITE_BUFFER_BYTES = 8L << 20;

    /** Has the manifest tell which logs there must be, and how long; Java has no setter for it. */
    private static final String TRACKED_LOGS = "track_and_verify_wals_in_manifest";

    private static final String REMEDY =
            "Never serve from what is left of it: replace this data center by an empty one in a new"
                    + " epoch, as docs/how-to/replace-a-data-center.md says. The other data centers"
                    + " have what it had.";

    private final Options options;
    private final LRUCache cache;
    private final RocksDB database;

    private RocksFolder(Options options, LRUCache cache, RocksDB database) {
        this.options = options;
        this.cache = cache;
        this.database = database;
    }

    /**
     * Opens a folder, and makes it if needed. Its logs are looked at before RocksDB does, which
     * would drop what it cannot read.
     *
     * @throws RowTableException.Unusable if something that was acknowledged may be lost
     * @throws RowTableException if it cannot be opened for another reason, such as a second process
     */
    static RocksFolder open(Path folder) throws RowTableException {
        RocksDB.loadLibrary();
        requireWholeLogs(folder);
        LRUCache cache = new LRUCache(CACHE_BYTES);
        Options options = options(cache);
        try {
            return new RocksFolder(options, cache, RocksDB.open(options, folder.toString()));
        } catch (RocksDBException e) {
            options.close();
            cache.close();
            throw unusable(folder, e);
        }
    }

    private static void requireWholeLogs(Path folder) throws RowTableException {
        Optional<String> damage;
        try {
            PrivateFolder.make(folder);
            damage = LogCheck.damage(folder);
        } catch (IOException e) {
            throw unusable(folder, e);
        }
        if (damage.isPresent()) {
            throw damaged(folder, damage.get(), null);
        }
    }

    private static Options options(LRUCache cache) {
        Properties properties = new Properties();
        properties.setProperty(TRACKED_LOGS, "true");
        try (DBOptions database = DBOptions.getDBOptionsFromProps(properties);
                ColumnFamilyOptions rows = new ColumnFamilyOptions()) {
            return new Options(database, rows)
                    .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
                    .setCreateIfMissing(true)
                    .setWriteBufferSize(WRITE_BUFFER_BYTES)
                    .setMaxWriteBufferNumber(2)
                    .setKeepLogFileNum(2)
                    .setMaxOpenFiles(256)
                    .setCompressionType(CompressionType.LZ4_COMPRESSION)
                    .setTableFormatConfig(new BlockBasedTableConfig().setBlockCache(cache));
        }
    }

    /** Says why a folder cannot be opened, and what to do about it. */
    static RowTableException unusable(Path folder, Exception e) {
        String reason = String.valueOf(e.getMessage());
        if (e instanceof RocksDBException failure && failure.getStatus() != null) {
            return failure.getStatus().getCode() == Status.Code.Corruption
                    ? damaged(folder, reason, e)
                    : openFailure(folder, reason, e);
        }
        return openFailure(folder, reason, e);
    }

    private static RowTableException damaged(
            Path folder, String reason, @Nullable Exception cause) {
        return new RowTableException.Unusable(
                "the metadata table in "
                        + folder.toAbsolutePath()
                        + " is damaged and may have lost votes that it gave: "
                        + reason,
                REMEDY,
                cause);
    }

    private static RowTableException openFailure(Path folder, String reason, Exception cause) {
        return new RowTableException(
                "the metadata table in " + folder.toAbsolutePath() + " cannot be opened: " + reason,
                cause);
    }

    RocksDB database() {
        return database;
    }

    /** Returns the membership as it is stored. */
    Membership membership() throws RocksDBException {
        byte @Nullable [] stored = database.get(RowKeys.MEMBERSHIP);
        return stored == null ? Membership.UNINITIALIZED : MembershipCodec.decode(stored);
    }

    /**
     * Returns how many batches were forced that brought the table forward. A table from before the
     * number was kept goes on from RocksDB's, which is greater; its first batch keeps that,
     * whatever it changes.
     */
    long sequence() throws RocksDBException {
        byte @Nullable [] stored = database.get(RowKeys.SEQUENCE);
        if (stored == null) {
            return database.getLatestSequenceNumber();
        }
        if (stored.length != Long.BYTES) {
            throw new FormatException("the number of its writes has " + stored.length + " bytes");
        }
        return ByteBuffer.wrap(stored).getLong();
    }

    @Override
    public void close() {
        database.close();
        options.close();
        cache.close();
    }
}
