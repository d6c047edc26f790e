package io.giza.gc.sweep;

import io.giza.commit.CommitResult;
import io.giza.commit.removal.RowRemoval;
import io.giza.gc.plan.UploadPlan;
import io.giza.gc.sweep.RowCollector.Outcome;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.version.DeletionDraft;
import io.giza.version.KeySpaces.BucketLife;
import io.giza.version.VersionAccess;

import java.util.Optional;

/**
 * What becomes of an upload that is over, or whose bucket was deleted, which ends it: puts of its
 * parts that nobody needs are deleted by decision, each in its own row, where {@link RowCollector}
 * finds them; the upload's row is removed when nothing is left of them. What is needed is asked of
 * a quorum before anything is decided.
 */
public final class UploadCollector {
    private final VersionAccess access;
    private final UploadTerminator terminator;
    private final RowRemoval removal;
    private final int writeFormat;

    /**
     * Runs over one cluster.
     *
     * @param writeFormat the format of the records that are decided
     */
    public UploadCollector(VersionAccess access, RowRemoval removal, int writeFormat) {
        this.access = access;
        this.terminator = new UploadTerminator(access);
        this.removal = removal;
        this.writeFormat = writeFormat;
    }

    /**
     * Does what is to be done about an upload.
     *
     * @param life the bucket that it is of
     * @param dc the data center whose rows are looked at
     * @param seen the upload's row there
     */
    public Outcome collect(BucketLife life, DcName dc, NamedRow seen) {
        BucketId bucket = life.bucket();
        ObjectKey key = new ObjectKey(bucket.uploads(), seen.name());
        if (seen.row().isEnded()) {
            return removeAgain(key);
        }
        if (UploadReader.newestRecord(seen.row()).filter(UploadCollector::isEnded).isEmpty()) {
            return life.isDeleted() ? terminate(bucket, key, seen.row()) : Outcome.CLEAN;
        }
        if (plan(UploadReader.ofDc(access, dc), bucket, key)
                .filter(UploadPlan::hasWork)
                .isEmpty()) {
            return Outcome.CLEAN;
        }
        Optional<UploadPlan> plan = plan(UploadReader.ofQuorum(access), bucket, key);
        if (plan.isEmpty()) {
            return removeAgain(key);
        }
        if (plan.get().isRowRemovable()) {
            return isSettled(bucket, key) ? remove(key) : Outcome.PENDING;
        }
        boolean done = true;
        for (UploadPlan.PartDeletion deletion : plan.get().deletions()) {
            done &= delete(deletion);
        }
        return done ? Outcome.CLEANED : Outcome.PENDING;
    }

    /** Nobody goes on with an upload whose bucket was deleted: it ends as one that expired. */
    private Outcome terminate(BucketId bucket, ObjectKey key, Row seen) {
        Optional<Row> row = access.latest(key).map(Row::orNextGeneration);
        if (row.filter(RowCollector::isRemoved).isPresent()) {
            return RowCollector.isRemoved(seen) ? Outcome.CLEAN : removeAgain(key);
        }
        Optional<UploadRecord> record = row.flatMap(UploadReader::newestRecord);
        if (record.isEmpty()) {
            return Outcome.PENDING;
        }
        return switch (terminator.terminate(bucket, key, row.get(), record.get())) {
            case EXPIRED, KEPT -> Outcome.CLEANED;
            case PENDING -> Outcome.PENDING;
        };
    }

    /** Nobody would find what is chosen as a part once the upload's row is gone. */
    private boolean isSettled(BucketId bucket, ObjectKey key) {
        UploadReader view = UploadReader.ofQuorum(access);
        return UploadRows.parse(key.name())
                        .filter(upload -> view.settleUndecided(bucket, upload.id()))
                        .isPresent()
                && plan(view, bucket, key).filter(UploadPlan::isRowRemovable).isPresent();
    }

    private Optional<UploadPlan> plan(UploadReader view, BucketId bucket, ObjectKey key) {
        return view.read(bucket, key)
                .map(
                        known ->
                                UploadPlan.of(
                                        known,
                                        access.surroundings().time().instant(),
                                        access.rules()));
    }

    private static boolean isEnded(UploadRecord record) {
        return switch (record.state()) {
            case UploadRecord.Open _, UploadRecord.Completing _ -> false;
            case UploadRecord.Completed _, UploadRecord.Aborted _ -> true;
        };
    }

    /** Decides the deletion of a part; it is done too if the part was gone before. */
    private boolean delete(UploadPlan.PartDeletion deletion) {
        Row row = deletion.row();
        DeletionDraft draft =
                new DeletionDraft(
                        access,
                        deletion.key(),
                        row,
                        new DeletionDraft.Request(
                                deletion.version(),
                                OpId.random(access.surroundings().random()),
                                writeFormat,
                                DeletionReason.DELETED,
                                UploadCollector::exists));
        CommitResult result =
                access.metadata()
                        .committer()
                        .append(
                                deletion.key(),
                                draft,
                                row,
                                null,
                                access.after(access.timeouts().commit()));
        return switch (result) {
            case CommitResult.Committed _ -> true;
            case CommitResult.Withdrawn _ -> !exists(draft.versionState());
            case CommitResult.Repeated _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _,
                    CommitResult.Unknown _ ->
                    false;
        };
    }

    private static boolean exists(Fold.VersionState standing) {
        return switch (standing) {
            case Fold.Live _, Fold.Superseded _ -> true;
            case Fold.Deleted _, Fold.NoVersion _, Fold.NeedsOlder _ -> false;
        };
    }

    /** Where the row is removed, some data center may hold the one that was before. */
    private Outcome removeAgain(ObjectKey key) {
        return access.latest(key).filter(RowCollector::isRemoved).isPresent()
                ? remove(key)
                : Outcome.PENDING;
    }

    private Outcome remove(ObjectKey key) {
        var outcome =
                removal.remove(
                        key,
                        row ->
                                UploadReader.newestRecord(row)
                                        .filter(UploadCollector::isEnded)
                                        .isPresent(),
                        access.after(access.timeouts().commit()));
        return switch (outcome) {
            case RowRemoval.Removed _ -> Outcome.REMOVED;
            case RowRemoval.InUse _, RowRemoval.Incomplete _ -> Outcome.PENDING;
        };
    }
}
