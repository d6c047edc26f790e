package io.giza.simulation.cluster;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.membership.Membership;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.metadata.table.RowTable.Tag;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTable.TaggedSegment;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.StoredRow;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a table holds, undisturbed: whole rows, and the writes that a loss of power undoes. */
record TableContents(DcName dc, InMemoryRowTable table, VoteOracle oracle) {
    /** Returns a row with all that its segments hold, as of now. */
    Row wholeRow(ObjectKey key) {
        return table.load(key).map(each -> wholeRow(key, each.stored())).orElse(Row.ABSENT);
    }

    /** Returns what a row is, or was, with all that its segments hold. */
    Row wholeRow(ObjectKey key, StoredRow stored) {
        Row head = stored.row();
        List<Entry> older = new ArrayList<>();
        for (long first : stored.segments().firsts()) {
            long last = stored.segments().lastOf(first, head.firstHeld());
            SegmentKey name = new SegmentKey(key, head.generation(), first);
            Optional<TaggedSegment> segment = table.load(name);
            boolean complete = segment.isPresent() && segment.get().segment().last() >= last;
            // A removal deletes them before the head, and a late writer may put a part back.
            if (!complete && oracle.isEnded(key, head.generation())) {
                return head;
            }
            check(
                    complete,
                    () ->
                            "I14: "
                                    + name
                                    + " at "
                                    + dc
                                    + " is to hold up to "
                                    + last
                                    + ": "
                                    + segment);
            older.addAll(segment.orElseThrow().segment().between(first, last));
        }
        return head.precededBy(older);
    }

    /** Undoes a write of a row, whatever was written since: that is undone before. */
    void putBack(ObjectKey key, Optional<TaggedRow> before) {
        @Nullable Tag now = table.load(key).map(TaggedRow::tag).orElse(null);
        // What comes back may be of an epoch in which nothing is written any more.
        Membership known = table.membership();
        check(
                table.replaceMembership(known, Membership.UNINITIALIZED),
                () -> "not put back: " + key);
        StoredRow earlier = before.map(TaggedRow::stored).orElse(StoredRow.ABSENT);
        check(table.store(key, earlier, now), () -> "not put back: " + key);
        check(
                table.replaceMembership(Membership.UNINITIALIZED, known),
                () -> "not put back: " + key);
    }

    /** Undoes a write of a segment. */
    void putBack(SegmentKey key, Optional<TaggedSegment> before) {
        table.delete(key);
        before.ifPresent(segment -> table.store(key, segment.segment(), null));
    }
}
