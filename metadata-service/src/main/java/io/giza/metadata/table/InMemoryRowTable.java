package io.giza.metadata.table;

import io.giza.membership.Membership;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.Utf8Order;
import io.giza.paxos.Row;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/** A table in memory, for trying things out: nothing survives the process. */
public class InMemoryRowTable implements RowTable {
    private final ConcurrentSkipListMap<RowPosition, TaggedRow> rows =
            new ConcurrentSkipListMap<>();
    private final ConcurrentMap<SegmentKey, TaggedSegment> segments = new ConcurrentHashMap<>();
    private final AtomicLong tags = new AtomicLong();

    /** Held shared by writers of rows, so that none is under way when the epoch rises. */
    private final ReadWriteLock guard = new ReentrantReadWriteLock();

    private volatile Membership membership = Membership.UNINITIALIZED;

    /** Where a row lies; {@code name} may be empty, which is before all rows of the shard. */
    private record RowPosition(BucketId bucket, int shard, String name)
            implements Comparable<RowPosition> {
        private static final Comparator<RowPosition> ORDER =
                Comparator.comparing(RowPosition::bucket)
                        .thenComparingInt(RowPosition::shard)
                        .thenComparing(RowPosition::name, Utf8Order.COMPARATOR);

        static RowPosition of(ObjectKey key) {
            return new RowPosition(key.bucket(), key.shard(), key.name());
        }

        @Override
        public int compareTo(RowPosition other) {
            return ORDER.compare(this, other);
        }
    }

    @Override
    public Optional<TaggedRow> load(ObjectKey key) {
        return Optional.ofNullable(rows.get(RowPosition.of(key)));
    }

    @Override
    public boolean store(ObjectKey key, StoredRow row, @Nullable Tag expected) {
        guard.readLock().lock();
        try {
            return row.row().epoch() >= membership.epoch()
                    && store(
                            rows,
                            RowPosition.of(key),
                            new TaggedRow(row, next()),
                            expected,
                            TaggedRow::tag);
        } finally {
            guard.readLock().unlock();
        }
    }

    @Override
    public Optional<TaggedSegment> load(SegmentKey key) {
        return Optional.ofNullable(segments.get(key));
    }

    @Override
    public boolean store(SegmentKey key, Segment segment, @Nullable Tag expected) {
        return store(
                segments, key, new TaggedSegment(segment, next()), expected, TaggedSegment::tag);
    }

    @Override
    public void delete(SegmentKey key) {
        segments.remove(key);
    }

    private Tag next() {
        return new Tag(Long.toString(tags.incrementAndGet()));
    }

    private static <K, V> boolean store(
            ConcurrentMap<K, V> map,
            K key,
            V next,
            @Nullable Tag expected,
            Function<V, Tag> tagOf) {
        if (expected == null) {
            return map.putIfAbsent(key, next) == null;
        }
        V after =
                map.computeIfPresent(
                        key,
                        (_, current) -> tagOf.apply(current).equals(expected) ? next : current);
        return after != null && tagOf.apply(after).equals(tagOf.apply(next));
    }

    @Override
    public Membership membership() {
        return membership;
    }

    @Override
    public boolean replaceMembership(Membership expected, Membership next) {
        guard.writeLock().lock();
        try {
            boolean same = membership.equals(expected);
            membership = same ? next : membership;
            return same;
        } finally {
            guard.writeLock().unlock();
        }
    }

    @Override
    public KeyPage keys(@Nullable ObjectKey after, int limit) {
        var range = after == null ? rows : rows.tailMap(RowPosition.of(after), false);
        List<ObjectKey> page =
                range.keySet().stream()
                        .limit(limit + 1L)
                        .map(position -> new ObjectKey(position.bucket(), position.name()))
                        .toList();
        return page.size() > limit
                ? new KeyPage(page.subList(0, limit), true)
                : new KeyPage(page, false);
    }

    @Override
    public RowPage scan(Scan scan, int shard) {
        boolean startsAfterName = Utf8Order.compare(scan.after(), scan.prefix()) > 0;
        String from = startsAfterName ? scan.after() : scan.prefix();
        PageBuilder page = new PageBuilder(scan.limit());
        for (var each : rows.tailMap(new RowPosition(scan.bucket(), shard, from)).entrySet()) {
            RowPosition position = each.getKey();
            if (!position.bucket().equals(scan.bucket())
                    || position.shard() != shard
                    || !position.name().startsWith(scan.prefix())) {
                break;
            }
            if (!scan.inclusive() && position.name().equals(scan.after())) {
                continue;
            }
            if (page.isFull()) {
                return page.build(true);
            }
            Row row = each.getValue().row();
            page.add(new NamedRow(position.name(), row.since(row.chosen() - SCANNED_VERSIONS + 1)));
        }
        return page.build(false);
    }

    @Override
    public void close() {
        rows.clear();
        segments.clear();
    }
}
