package io.giza.metadata.row;

import io.giza.membership.Membership;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.model.ObjectKey;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** Counts writes and scans, and lets things happen around them. */
final class CountingTable implements RowTable {
    private final RowTable table;
    int writes;
    int scans;
    boolean losesEveryRace;
    @Nullable Interruption beforeNextWrite;
    @Nullable Interruption afterNextWrite;
    @Nullable RowTableException failure;

    CountingTable(RowTable table) {
        this.table = table;
    }

    /** What happens around a write. */
    interface Interruption {
        void run() throws ReplicaException;
    }

    @Override
    public Optional<TaggedRow> load(ObjectKey key) throws RowTableException {
        failIfConfigured();
        return table.load(key);
    }

    @Override
    public Optional<TaggedSegment> load(SegmentKey key) throws RowTableException {
        failIfConfigured();
        return table.load(key);
    }

    @Override
    public boolean store(SegmentKey key, Segment segment, @Nullable Tag expected)
            throws RowTableException {
        return table.store(key, segment, expected);
    }

    @Override
    public void delete(SegmentKey key) throws RowTableException {
        table.delete(key);
    }

    @Override
    public boolean store(ObjectKey key, StoredRow row, @Nullable Tag expected)
            throws RowTableException {
        writes++;
        Interruption before = beforeNextWrite;
        Interruption after = afterNextWrite;
        beforeNextWrite = null;
        afterNextWrite = null;
        run(before);
        boolean stored = !losesEveryRace && table.store(key, row, expected);
        run(after);
        return stored;
    }

    @Override
    public Membership membership() throws RowTableException {
        failIfConfigured();
        return table.membership();
    }

    @Override
    public boolean replaceMembership(Membership expected, Membership next)
            throws RowTableException {
        return table.replaceMembership(expected, next);
    }

    @Override
    public KeyPage keys(@Nullable ObjectKey after, int limit) throws RowTableException {
        return table.keys(after, limit);
    }

    @Override
    public RowPage scan(Scan scan, int shard) throws RowTableException {
        failIfConfigured();
        scans++;
        return table.scan(scan, shard);
    }

    @Override
    public void close() {
        table.close();
    }

    private void failIfConfigured() throws RowTableException {
        if (failure != null) {
            throw failure;
        }
    }

    private static void run(@Nullable Interruption interruption) {
        try {
            if (interruption != null) {
                interruption.run();
            }
        } catch (ReplicaException e) {
            throw new IllegalStateException(e);
        }
    }
}
