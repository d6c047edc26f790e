package io.giza.metadata.row;

import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.metadata.table.RowTable.Tag;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTable.TaggedSegment;
import io.giza.metadata.table.RowTableException;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.record.Segment;
import io.giza.record.SegmentList;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Range;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Rows of any length over a table whose entities must stay small. The head holds all state that
 * agreement rests on, and the newest versions; older ones are in segments. Each write is of one
 * entity:
 *
 * <ol>
 *   <li>the segments that move out are inserted; nothing refers to them yet;
 *   <li>the head that refers to them and no longer holds their versions is stored by its tag.
 * </ol>
 *
 * <p>A crash in between leaves segments that nothing refers to. The next attempt cuts the log at
 * the same places and finds them under the names that it wants. They may be shorter than they are
 * to be by now, or know less of their versions' data, or, where a slower writer was the one who
 * left them, be longer or know more; so what is there and what is wanted are united, and both
 * writers may go on. Versions past the beginning of the next segment are not part of the row.
 *
 * <p>What becomes of the data of a version that has moved out is written to its segment, by the
 * segment's own tag. The rule methods are overridden by the mutation drill alone.
 */
public class SpillingRows {
    private static final int MAX_ATTEMPTS = 100;
    private static final int MAX_READS = 3;

    private final RowTable table;
    private final RowLimits limits;
    private final RowMetrics metrics;

    /**
     * Keeps rows in a table.
     *
     * @param limits from which size on versions move out of the head
     * @param metrics hears of each row that is stored, and of each access to a segment
     */
    public SpillingRows(RowTable table, RowLimits limits, RowMetrics metrics) {
        this.table = table;
        this.limits = limits;
        this.metrics = metrics;
    }

    final RowTable table() {
        return table;
    }

    /**
     * Stores a row if it is still as it was loaded. The segments of an incarnation of the row that
     * ends hereby are deleted first. A row of the same incarnation whose log is whole again was
     * seeded: the segments that it had hold what was chosen, and are united with its new ones.
     *
     * @param before the row as it was loaded, or null if it was absent
     * @return whether it was stored
     */
    final boolean store(ObjectKey key, @Nullable TaggedRow before, Row after)
            throws RowTableException {
        SegmentList segments = SegmentList.NONE;
        if (before != null && before.row().generation() != after.generation()) {
            deleteSegments(key, before.stored());
        } else if (before != null && before.row().firstHeld() == after.firstHeld()) {
            segments = before.stored().segments();
        }
        Row head = after;
        for (Segment segment : Spill.plan(after, limits)) {
            insert(new SegmentKey(key, after.generation(), segment.first()), segment);
            segments = segments.with(segment.first());
            head = head.since(segment.last() + 1);
        }
        @Nullable Tag tag = before == null ? null : before.tag();
        boolean stored = table.store(key, new StoredRow(head, segments), tag);
        if (stored) {
            metrics.rowStored(before == null ? Row.ABSENT : before.row(), head);
        }
        return stored;
    }

    private void insert(SegmentKey key, Segment segment) throws RowTableException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            if (table.store(key, segment, null)) {
                metrics.segmentAccessed(RowMetrics.SegmentAccess.SPILLED);
                return;
            }
            if (change(key, current -> mergeLeftover(current, segment))) {
                return;
            }
        }
        throw new RowTableException("segment " + key + " comes and goes", null);
    }

    /**
     * Rule: what was left under the name of a segment by a writer whose head was never stored is
     * kept, as far as it goes. What an earlier life of the row left there is replaced.
     */
    protected Segment mergeLeftover(Segment current, Segment wanted) {
        return current.startsWithSameValueAs(wanted) ? current.union(wanted) : wanted;
    }

    /** Changes a segment as it is by now, and tells whether it is there at all. */
    private boolean change(SegmentKey key, UnaryOperator<Segment> change) throws RowTableException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Optional<TaggedSegment> current = table.load(key);
            if (current.isEmpty()) {
                return false;
            }
            Segment after = change.apply(current.get().segment());
            if (after.equals(current.get().segment())) {
                return true;
            }
            if (table.store(key, after, current.get().tag())) {
                metrics.segmentAccessed(RowMetrics.SegmentAccess.REWRITTEN);
                return true;
            }
        }
        throw new RowTableException("too many writers of segment " + key, null);
    }

    /**
     * Notes what {@code tail} says of the data of versions that have moved out of the head.
     *
     * @param stored the row as it was loaded
     * @throws IllegalStateException if an entry contradicts what was chosen
     */
    final void resolve(ObjectKey key, StoredRow stored, List<Entry> tail) throws RowTableException {
        var bySegment =
                lateResolutions(stored, tail).stream()
                        .collect(
                                Collectors.groupingBy(
                                        entry -> stored.segments().holding(entry.version()),
                                        TreeMap::new,
                                        Collectors.toList()));
        for (var group : bySegment.entrySet()) {
            SegmentKey segment = new SegmentKey(key, stored.row().generation(), group.getKey());
            // It is not there if the row was removed meanwhile; nothing is left to be known then.
            change(segment, current -> current.resolvedBy(group.getValue()));
        }
    }

    /**
     * Drops what a version says that has moved out of the head.
     *
     * @param stored the row as it was loaded
     */
    final void truncate(ObjectKey key, StoredRow stored, long version) throws RowTableException {
        if (version < stored.row().firstHeld()) {
            long first = stored.segments().holding(version);
            SegmentKey segment = new SegmentKey(key, stored.row().generation(), first);
            change(segment, current -> current.truncated(version));
        }
    }

    /** Rule: whatever becomes known of the data of a version that has moved out is not lost. */
    protected List<Entry> lateResolutions(StoredRow stored, List<Entry> tail) {
        return tail.stream()
                .filter(entry -> entry.version() < stored.row().firstHeld())
                .filter(entry -> entry.resolution() != Resolution.UNRESOLVED)
                .toList();
    }

    /** Reads versions of a row, wherever they are. */
    final History history(Range range) throws RowTableException {
        for (int attempt = 0; attempt < MAX_READS; attempt++) {
            StoredRow stored =
                    table.load(range.key()).map(TaggedRow::stored).orElse(StoredRow.ABSENT);
            Optional<List<Entry>> page =
                    new HistoryPage(range, stored, limits.pageEntries())
                            .read(first -> segment(range.key(), stored, first));
            if (page.isPresent()) {
                return new History(stored.row().generation(), page.get());
            }
            // The row may have been removed since its head was loaded.
        }
        throw new RowTableException("row " + range.key() + " lacks a segment", null);
    }

    private Optional<Segment> segment(ObjectKey key, StoredRow stored, long first)
            throws RowTableException {
        SegmentKey name = new SegmentKey(key, stored.row().generation(), first);
        Optional<Segment> segment = table.load(name).map(TaggedSegment::segment);
        metrics.segmentAccessed(RowMetrics.SegmentAccess.READ);
        long last = stored.segments().lastOf(first, stored.row().firstHeld());
        if (segment.isPresent()
                && (segment.get().first() != first || segment.get().last() < last)) {
            throw new RowTableException("segment " + name + " ends before " + last, null);
        }
        return segment;
    }

    /**
     * Deletes all segments of a row, also those that a crash may have left unused. What remains is
     * a head whose older versions cannot be read.
     */
    private void deleteSegments(ObjectKey key, StoredRow stored) throws RowTableException {
        long generation = stored.row().generation();
        for (long first : stored.segments().firsts()) {
            table.delete(new SegmentKey(key, generation, first));
        }
        for (Segment unused : Spill.cut(stored.row().log(), limits)) {
            table.delete(new SegmentKey(key, generation, unused.first()));
        }
    }
}
