package io.giza.metadata.table.rocks;

import io.giza.concurrent.Trace;
import io.giza.disk.ProcessHalt;
import io.giza.membership.Membership;
import io.giza.metadata.table.PageBuilder;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.record.FormatException;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.record.StoredRowCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/**
 * The embedded table: RocksDB with synchronous group commit. Keys are those of {@link RowKeys},
 * values those of {@link TaggedValue}.
 */
public final class RocksRowTable implements RowTable {
    private final RocksFolder folder;
    private final RocksDB database;
    private final GroupCommit commits;

    /** Readers hold it shared: a native call into a closed database would take the JVM with it. */
    private final ReadWriteLock closing = new ReentrantReadWriteLock();

    private boolean closed;

    private RocksRowTable(RocksFolder folder, GroupCommit commits) {
        this.folder = folder;
        this.database = folder.database();
        this.commits = commits;
    }

    /**
     * Opens the table in {@code folder}, creating both if needed. A force that fails ends the
     * process.
     *
     * @throws RowTableException if the folder cannot be written, or is in use; {@link
     *     RowTableException.Unusable} if it does not hold all that was acknowledged
     */
    public static RocksRowTable open(Path folder) throws RowTableException {
        return open(folder, new SimpleMeterRegistry());
    }

    /** Opens it likewise, and shows in {@code meters} how it stands. */
    public static RocksRowTable open(Path folder, MeterRegistry meters) throws RowTableException {
        RocksMetrics metrics = new RocksMetrics(meters);
        RocksRowTable table =
                open(
                        folder,
                        database -> new RocksLog(database, ProcessHalt.HALT, metrics.forces()));
        metrics.register(table);
        return table;
    }

    /** Opens it where somebody else sees to what is forced. */
    static RocksRowTable open(Path folder, Function<RocksDB, RocksLog> log)
            throws RowTableException {
        RocksFolder opened = RocksFolder.open(folder);
        try {
            RocksDB database = opened.database();
            Membership membership = opened.membership();
            long sequence = opened.sequence();
            return new RocksRowTable(
                    opened, new GroupCommit(database, log.apply(database), membership, sequence));
        } catch (RocksDBException | FormatException e) {
            opened.close();
            throw RocksFolder.unusable(folder, e);
        }
    }

    @Override
    public Membership membership() {
        return commits.membership();
    }

    @Override
    public boolean replaceMembership(Membership expected, Membership next)
            throws RowTableException {
        return commits.store(expected, next);
    }

    @Override
    public boolean enter(Membership expected, Membership next) throws RowTableException {
        return commits.enter(expected, next);
    }

    @Override
    public OptionalLong sequence() {
        return OptionalLong.of(commits.sequence());
    }

    @Override
    public Optional<TaggedRow> load(ObjectKey key) throws RowTableException {
        byte @Nullable [] stored = get(key, RowKeys.encode(key));
        return stored == null
                ? Optional.empty()
                : Optional.of(
                        new TaggedRow(
                                TaggedValue.decode("row " + key, stored, StoredRowCodec::decode),
                                new Tag(Long.toString(TaggedValue.tagOf(stored)))));
    }

    @Override
    public boolean store(ObjectKey key, StoredRow row, @Nullable Tag expected)
            throws RowTableException {
        long epoch = row.row().epoch();
        return store(RowKeys.encode(key), StoredRowCodec.encode(row), expected, epoch);
    }

    @Override
    public Optional<TaggedSegment> load(SegmentKey key) throws RowTableException {
        byte @Nullable [] stored = get(key, RowKeys.encode(key));
        return stored == null
                ? Optional.empty()
                : Optional.of(
                        new TaggedSegment(
                                TaggedValue.decode(
                                        "segment " + key, stored, StoredRowCodec::decodeSegment),
                                new Tag(Long.toString(TaggedValue.tagOf(stored)))));
    }

    @Override
    public boolean store(SegmentKey key, Segment segment, @Nullable Tag expected)
            throws RowTableException {
        return store(RowKeys.encode(key), StoredRowCodec.encode(segment), expected, Long.MAX_VALUE);
    }

    @Override
    public void delete(SegmentKey key) throws RowTableException {
        commits.delete(RowKeys.encode(key));
    }

    private byte @Nullable [] get(Object what, byte[] key) throws RowTableException {
        closing.readLock().lock();
        try {
            requireOpen();
            return database.get(key);
        } catch (RocksDBException e) {
            throw new RowTableException(what + " cannot be read", e);
        } finally {
            closing.readLock().unlock();
        }
    }

    private boolean store(byte[] key, Bytes encoded, @Nullable Tag expected, long epoch)
            throws RowTableException {
        long before = expected == null ? 0 : Long.parseLong(expected.value());
        byte[] value = TaggedValue.encode(before + 1, encoded);
        return Trace.step("force", () -> commits.store(key, value, before, epoch));
    }

    @Override
    public RowPage scan(Scan scan, int shard) throws RowTableException {
        closing.readLock().lock();
        try {
            requireOpen();
            return page(scan, shard);
        } finally {
            closing.readLock().unlock();
        }
    }

    private RowPage page(Scan scan, int shard) throws RowTableException {
        byte[] prefix = RowKeys.encode(scan.bucket(), shard, scan.prefix());
        byte[] after = RowKeys.encode(scan.bucket(), shard, scan.after());
        boolean seekAfter = Arrays.compareUnsigned(after, prefix) > 0;
        PageBuilder page = new PageBuilder(scan.limit());
        try (RocksIterator iterator = database.newIterator()) {
            iterator.seek(seekAfter ? after : prefix);
            for (; iterator.isValid(); iterator.next()) {
                byte[] key = iterator.key();
                if (!RowKeys.startsWith(key, prefix)) {
                    break;
                }
                if (!scan.inclusive() && !scan.after().isEmpty() && Arrays.equals(key, after)) {
                    continue;
                }
                if (page.isFull()) {
                    return page.build(true);
                }
                String name = RowKeys.nameOf(key);
                page.add(new NamedRow(name, decodeNewest(name, iterator.value())));
            }
            iterator.status();
            return page.build(false);
        } catch (RocksDBException e) {
            throw new RowTableException("rows cannot be scanned", e);
        }
    }

    @Override
    public KeyPage keys(@Nullable ObjectKey after, int limit) throws RowTableException {
        closing.readLock().lock();
        try (RocksIterator iterator = openIterator()) {
            byte[] first = after == null ? RowKeys.FIRST_ROW : RowKeys.encode(after);
            List<ObjectKey> page = new ArrayList<>();
            for (iterator.seek(first); iterator.isValid(); iterator.next()) {
                byte[] key = iterator.key();
                if (!RowKeys.startsWith(key, RowKeys.FIRST_ROW)) {
                    break;
                }
                if (Arrays.equals(key, first)) {
                    continue;
                }
                if (page.size() == limit) {
                    return new KeyPage(page, true);
                }
                page.add(RowKeys.keyOf(key));
            }
            iterator.status();
            return new KeyPage(page, false);
        } catch (RocksDBException e) {
            throw new RowTableException("keys cannot be listed", e);
        } finally {
            closing.readLock().unlock();
        }
    }

    private RocksIterator openIterator() throws RowTableException {
        requireOpen();
        return database.newIterator();
    }

    /** Returns what RocksDB says of itself, NaN once the table is closed. */
    double figure(RocksMetrics.Figure figure) {
        closing.readLock().lock();
        try {
            return closed ? Double.NaN : figure.of(database);
        } catch (RocksDBException e) {
            return Double.NaN;
        } finally {
            closing.readLock().unlock();
        }
    }

    private static Row decodeNewest(String name, byte[] stored) throws RowTableException {
        return TaggedValue.decode(
                "row " + name,
                stored,
                bytes -> StoredRowCodec.decodeNewest(bytes, SCANNED_VERSIONS));
    }

    @Override
    public void close() {
        commits.close();
        closing.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                folder.close();
            }
        } finally {
            closing.writeLock().unlock();
        }
    }

    private void requireOpen() throws RowTableException {
        if (closed) {
            throw new RowTableException("the table is closed", null);
        }
    }
}
