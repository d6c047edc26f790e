package io.giza.metadata.table;

import io.giza.model.ObjectKey;
import io.giza.model.Utf8Order;
import io.giza.paxos.Membership;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A table in memory, for trying things out: nothing survives the process. */
public final class InMemoryRowTable implements RowTable {
    private final ConcurrentSkipListMap<ObjectKey, TaggedRow> rows = new ConcurrentSkipListMap<>();
    private final AtomicLong tags = new AtomicLong();

    /** Held shared by writers of rows, so that none is under way when the epoch rises. */
    private final ReadWriteLock guard = new ReentrantReadWriteLock();

    private volatile Membership membership = Membership.UNTOLD;

    @Override
    public Optional<TaggedRow> load(ObjectKey key) {
        return Optional.ofNullable(rows.get(key));
    }

    @Override
    public boolean store(ObjectKey key, Row row, @Nullable Tag expected) {
        guard.readLock().lock();
        try {
            return row.epoch() >= membership.epoch() && replace(key, row, expected);
        } finally {
            guard.readLock().unlock();
        }
    }

    private boolean replace(ObjectKey key, Row row, @Nullable Tag expected) {
        TaggedRow next = new TaggedRow(row, new Tag(Long.toString(tags.incrementAndGet())));
        if (expected == null) {
            return rows.putIfAbsent(key, next) == null;
        }
        TaggedRow after =
                rows.computeIfPresent(
                        key, (_, current) -> current.tag().equals(expected) ? next : current);
        return after != null && after.tag().equals(next.tag());
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
        var range = after == null ? rows : rows.tailMap(after, false);
        List<ObjectKey> page = range.keySet().stream().limit(limit + 1L).toList();
        return page.size() > limit
                ? new KeyPage(page.subList(0, limit), true)
                : new KeyPage(page, false);
    }

    @Override
    public RowPage scan(Scan scan) {
        List<NamedRow> page = new ArrayList<>();
        for (var each : rows.entrySet()) {
            ObjectKey key = each.getKey();
            if (!key.bucket().equals(scan.bucket()) || !key.name().startsWith(scan.prefix())) {
                continue;
            }
            int order = Utf8Order.compare(key.name(), scan.after());
            if (order < 0 || (order == 0 && !scan.inclusive())) {
                continue;
            }
            if (page.size() == scan.limit()) {
                return new RowPage(page, true);
            }
            page.add(new NamedRow(key.name(), each.getValue().row()));
        }
        return new RowPage(page, false);
    }

    @Override
    public void close() {
        rows.clear();
    }
}
