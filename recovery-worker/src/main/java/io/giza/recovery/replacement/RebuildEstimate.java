package io.giza.recovery.replacement;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.version.VersionAccess;

import java.util.Collection;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.function.BooleanSupplier;

/** Counts what a data center that lost everything is due, from the rows as they are now. */
final class RebuildEstimate {
    private final RowWalk walk;
    private final DcName dc;
    private long rows;
    private long bytes;

    RebuildEstimate(VersionAccess access, DcName dc) {
        this.walk = new RowWalk(access);
        this.dc = dc;
    }

    /** Counts; tells whether it came to the end. */
    boolean run(SortedSet<BucketId> spaces, BooleanSupplier mayContinue) {
        walk.walk(
                spaces,
                Position.BEGINNING,
                (key, held) -> {
                    rows++;
                    bytes += bytes(key, held.values());
                    return true;
                },
                mayContinue);
        return walk.isAtEnd();
    }

    /** Older versions may be in parts of a log that are not looked at: it is for show only. */
    private long bytes(ObjectKey key, Collection<Row> held) {
        Row row = held.stream().max(Comparator.comparingLong(Row::chosen)).orElseThrow();
        return ExpectedFragments.versions(key, row).stream()
                .mapToLong(entry -> ExpectedFragments.bytes(entry, dc))
                .sum();
    }

    long rows() {
        return rows;
    }

    long bytes() {
        return bytes;
    }
}
