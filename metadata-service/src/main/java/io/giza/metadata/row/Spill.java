package io.giza.metadata.row;

import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.Segment;

import java.util.ArrayList;
import java.util.List;

/**
 * What moves out of a head that has become too large: its oldest versions, whatever is known of
 * their data, since one that is never resolved must not make the head grow for ever. The newest
 * {@link Acceptor#OPERATION_WINDOW} stay, because operations are sought among them.
 *
 * <p>Segments are cut from the first version on, each as long as it may be. So whoever cuts the
 * same versions again, after a crash, gives all segments but the last the same names and contents,
 * and the last one the same name.
 */
final class Spill {
    private Spill() {}

    /** Returns the segments that move out of {@code head}, oldest first; none if it is small. */
    static List<Segment> plan(Row head, RowLimits limits) {
        List<Entry> log = head.log();
        if (bytes(log) <= limits.headBytes()) {
            return List.of();
        }
        List<Entry> older = log.subList(0, Math.max(0, log.size() - Acceptor.OPERATION_WINDOW));
        // Where the window alone is too large, it takes more to make a segment worth its name.
        return bytes(older) * 2 <= limits.headBytes() ? List.of() : cut(older, limits);
    }

    /** Returns {@code entries} as segments, none too large. */
    static List<Segment> cut(List<Entry> entries, RowLimits limits) {
        List<Segment> segments = new ArrayList<>();
        List<Entry> next = new ArrayList<>();
        long bytes = 0;
        for (Entry entry : entries) {
            if (!next.isEmpty() && bytes + entry.bytes() > limits.segmentBytes()) {
                segments.add(new Segment(next));
                next.clear();
                bytes = 0;
            }
            next.add(entry);
            bytes += entry.bytes();
        }
        if (!next.isEmpty()) {
            segments.add(new Segment(next));
        }
        return segments;
    }

    static long bytes(List<Entry> entries) {
        return entries.stream().mapToLong(Entry::bytes).sum();
    }
}
