package io.giza.metadata.row;

import io.giza.metadata.table.RowTableException;
import io.giza.paxos.Entry;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.MetadataReplica.Range.Kept;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects a page of a row's versions from its segments and its head. */
final class HistoryPage {
    private final StoredRow stored;
    private final boolean ascending;
    private final long from;
    private final long to;
    private final int maxEntries;
    private final List<Entry> page = new ArrayList<>();
    private long bytes;

    HistoryPage(Range range, StoredRow stored, int maxEntries) {
        this.stored = stored;
        this.ascending = range.kept() == Kept.OLDEST;
        this.from = range.from();
        this.to = Math.min(range.to(), stored.row().chosen());
        this.maxEntries = maxEntries;
    }

    /** Where segments come from. */
    interface SegmentSource {
        /** Returns the segment that begins with {@code first}, empty if there is none. */
        Optional<Segment> segment(long first) throws RowTableException;
    }

    /** Returns the page, ascending; empty if a segment is missing. */
    Optional<List<Entry>> read(SegmentSource source) throws RowTableException {
        long next = ascending ? from : to;
        while (from <= next && next <= to) {
            Optional<List<Entry>> entries = entriesAround(source, next);
            if (entries.isEmpty()) {
                return Optional.empty();
            }
            if (!addWhileRoom(entries.get())) {
                break;
            }
            next = ascending ? page.getLast().version() + 1 : page.getLast().version() - 1;
        }
        return Optional.of(ascending ? page : page.reversed());
    }

    /** Returns the versions of the range that lie beside {@code version} in head or segment. */
    private Optional<List<Entry>> entriesAround(SegmentSource source, long version)
            throws RowTableException {
        long head = stored.row().firstHeld();
        if (version >= head) {
            return Optional.of(
                    stored.row().from(Math.max(from, head)).stream()
                            .filter(entry -> entry.version() <= to)
                            .toList());
        }
        long first = stored.segments().holding(version);
        long last = Math.min(to, stored.segments().lastOf(first, head));
        return source.segment(first).map(segment -> segment.between(Math.max(from, first), last));
    }

    /** Takes what fits, and tells whether that was all. */
    private boolean addWhileRoom(List<Entry> entries) {
        for (Entry entry : ascending ? entries : entries.reversed()) {
            bytes += entry.bytes();
            boolean isFull = bytes > MetadataReplica.MAX_HISTORY_BYTES || page.size() == maxEntries;
            if (isFull && !page.isEmpty()) {
                return false;
            }
            page.add(entry);
        }
        return true;
    }
}
