package io.giza.metadata.table;

import io.giza.model.ObjectKey;
import io.giza.model.Utf8Order;
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

/** A table in memory, for trying things out: nothing survives the process. */
public final class InMemoryRowTable implements RowTable {
    private final ConcurrentSkipListMap<ObjectKey, TaggedRow> rows = new ConcurrentSkipListMap<>();
    private final AtomicLong tags = new AtomicLong();

    @Override
    public Optional<TaggedRow> load(ObjectKey key) {
        return Optional.ofNullable(rows.get(key));
    }

    @Override
    public boolean store(ObjectKey key, Row row, @Nullable Tag expected) {
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
