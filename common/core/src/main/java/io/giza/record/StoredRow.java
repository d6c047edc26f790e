package io.giza.record;

import io.giza.paxos.Row;

/**
 * A row as a data center stores it: the head, which holds all state that agreement rests on and the
 * newest part of the log, and where the older versions are.
 *
 * @param row the head
 * @param segments the segments that hold the versions before those of the head
 */
public record StoredRow(Row row, SegmentList segments) {
    /** A row that does not exist yet. */
    public static final StoredRow ABSENT = new StoredRow(Row.ABSENT, SegmentList.NONE);

    public StoredRow {
        boolean spilled = row.firstHeld() > 1;
        if (spilled == segments.firsts().isEmpty()
                || (spilled && segments.firsts().getLast() >= row.firstHeld())) {
            throw new IllegalStateException(
                    "the head holds versions from " + row.firstHeld() + " on, before: " + segments);
        }
    }

    /** Returns a row whose log is whole. */
    public static StoredRow whole(Row row) {
        return new StoredRow(row, SegmentList.NONE);
    }
}
