package io.giza.gc.sweep;

import io.giza.commit.removal.RowRemoval;
import io.giza.commit.removal.Truncation;
import io.giza.concurrent.Deadline;
import io.giza.gc.plan.RowPlan;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.version.Abandonment;
import io.giza.version.PoisonAge;
import io.giza.version.VersionAccess;
import io.giza.version.VersionCollection;

import java.util.List;
import java.util.Optional;

/**
 * What becomes of one row: versions whose data never came are settled, what is left of deleted ones
 * is deleted in every data center and then dropped from the log, and the row itself is removed when
 * nothing is left in it. Each step can be repeated, by anybody, wherever an earlier one ended.
 *
 * <p>Poison stays until its age in its own store lets it go ({@link FragmentSweep}), and what it
 * belongs to stays in the row as long.
 */
public final class RowCollector {
    /** What is settled is garbage then, and what is collected makes the row empty. */
    private static final int MAX_ROUNDS = 5;

    private final VersionAccess access;
    private final Abandonment abandonment;
    private final VersionCollection collection;
    private final Truncation truncation;
    private final RowRemoval removal;
    private final RowPlan.AgeLimits ageLimits;

    /**
     * Runs over one cluster.
     *
     * @param ageLimits when versions are looked at
     * @param writeFormat the format of the records that are decided
     */
    public RowCollector(
            VersionAccess access,
            RowRemoval removal,
            RowPlan.AgeLimits ageLimits,
            int writeFormat) {
        this.access = access;
        this.abandonment = new Abandonment(access, writeFormat);
        this.collection = new VersionCollection(access, writeFormat);
        this.truncation = new Truncation(access.metadata());
        this.removal = removal;
        this.ageLimits = ageLimits;
    }

    /** The outcome for a row. */
    public enum Outcome {
        /** There was nothing to do. */
        CLEAN,
        /** Something was done, and nothing is left to do now. */
        CLEANED,
        /** What is left of it stays as long as clients may ask for it again. */
        YOUNG,
        /** The row is gone. */
        REMOVED,
        /** Something could not be done now; to be tried again. */
        PENDING
    }

    /** Tells whether a row, as one data center has it, asks for care. */
    public boolean hasWork(ObjectKey key, Row row) {
        return plan(key, row).hasWork();
    }

    /**
     * Does what is to be done about a row.
     *
     * @param seen the row as some data center has it, which asked for care
     */
    public Outcome collect(ObjectKey key, Row seen) {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Optional<Row> full = fullRow(key);
            if (full.isEmpty()) {
                return Outcome.PENDING;
            }
            RowPlan plan = plan(key, full.get());
            if (isRemoved(full.get())) {
                // Some data center may hold the row that was before.
                return remove(key);
            }
            if (!plan.hasWork()) {
                return round == 0 ? truncateAgain(key, seen, full.get()) : Outcome.CLEANED;
            }
            if (plan.isEmpty()) {
                return remove(key);
            }
            if (!execute(plan, key)) {
                return Outcome.PENDING;
            }
            if (plan.waitsForRetries()) {
                return Outcome.YOUNG;
            }
        }
        return Outcome.PENDING;
    }

    /** A row that lagged behind learned from another one what the others had dropped since. */
    private Outcome truncateAgain(ObjectKey key, Row seen, Row full) {
        List<VersionId> dropped =
                plan(key, seen).garbage().stream()
                        .filter(each -> each.generation() == full.generation())
                        .filter(
                                each ->
                                        full.entry(each.version())
                                                .filter(Entry::isTruncated)
                                                .isPresent())
                        .toList();
        if (dropped.isEmpty()) {
            return Outcome.CLEAN;
        }
        boolean done = true;
        for (VersionId version : dropped) {
            done &= truncate(key, version);
        }
        return done ? Outcome.CLEANED : Outcome.PENDING;
    }

    static boolean isRemoved(Row row) {
        return row.chosen() == 0 && row.generation() > 0;
    }

    private Optional<Row> fullRow(ObjectKey key) {
        return access.latest(key).flatMap(row -> access.withLogFrom(key, row, 1));
    }

    private RowPlan plan(ObjectKey key, Row row) {
        return RowPlan.of(
                row,
                access.surroundings().time().instant(),
                ageLimits,
                access.rules().maySupersede(key));
    }

    /** Takes the steps of a plan; false if one of them has to wait. */
    private boolean execute(RowPlan plan, ObjectKey key) {
        boolean done = true;
        for (VersionId version : plan.unsettled()) {
            done &= settle(key, version);
        }
        for (VersionId version : plan.garbage()) {
            done &= collectVersion(key, version, plan.young().contains(version));
        }
        return done;
    }

    private boolean settle(ObjectKey key, VersionId version) {
        return switch (abandonment.settle(key, version)) {
            case Abandonment.Visible _,
                    Abandonment.Deleted _,
                    Abandonment.Lost _,
                    Abandonment.NotApplicable _ ->
                    true;
            case Abandonment.Undecided _ -> false;
        };
    }

    /** Fragments go at once; what the row says of a version goes when no client asks for it. */
    private boolean collectVersion(ObjectKey key, VersionId version, boolean young) {
        return switch (collection.collect(key, version, PoisonAge.YOUNG)) {
            case VersionCollection.Collected collected ->
                    !collected.poisonLeft() && (young || truncate(key, version));
            case VersionCollection.NotDeleted _, VersionCollection.Pending _ -> false;
        };
    }

    /** All rows drop it; one that lags behind would show it again. */
    private boolean truncate(ObjectKey key, VersionId version) {
        Optional<Row> row = fullRow(key).filter(each -> each.generation() == version.generation());
        Optional<Entry> deletion = row.flatMap(each -> Fold.deletion(each, version.version()));
        if (row.isEmpty() || deletion.isEmpty()) {
            return false;
        }
        Deadline deadline = access.after(access.timeouts().commit());
        if (isTruncated(key, version, deletion.get(), deadline)) {
            return true;
        }
        access.metadata().committer().install(key, row.get(), deadline);
        return isTruncated(key, version, deletion.get(), deadline);
    }

    private boolean isTruncated(
            ObjectKey key, VersionId version, Entry deletion, Deadline deadline) {
        return truncation
                .truncate(key, version.generation(), deletion, deadline)
                .containsAll(access.metadata().group().names());
    }

    private Outcome remove(ObjectKey key) {
        Deadline deadline = access.after(access.timeouts().commit());
        return switch (removal.remove(key, row -> plan(key, row).isEmpty(), deadline)) {
            case RowRemoval.Removed _ -> Outcome.REMOVED;
            case RowRemoval.InUse _ -> Outcome.CLEANED;
            case RowRemoval.Incomplete _ -> Outcome.PENDING;
        };
    }
}
