package io.giza.gc.sweep;

import io.giza.commit.CommitResult;
import io.giza.commit.RowRemoval;
import io.giza.gc.plan.UploadPlan;
import io.giza.gc.sweep.RowCare.Outcome;
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
import io.giza.version.KeySpaces.Life;
import io.giza.version.VersionAccess;

import java.util.Optional;

/**
 * The story of an upload that is over, or whose bucket was deleted, which ends it: puts of its
 * parts that nobody needs are deleted by decision, each in its own row, where {@link RowCare} finds
 * them; the upload's row is removed when nothing is left of them. What is needed is asked of a
 * quorum before anything is decided.
 */
public final class UploadCare {
    private final VersionAccess access;
    private final UploadEnding ending;
    private final RowRemoval removal;
    private final int writeFormat;

    /**
     * Wires the story.
     *
     * @param writeFormat the format of the records that are decided
     */
    public UploadCare(VersionAccess access, RowRemoval removal, int writeFormat) {
        this.access = access;
        this.ending = new UploadEnding(access);
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
    public Outcome care(Life life, DcName dc, NamedRow seen) {
        BucketId bucket = life.bucket();
        ObjectKey key = new ObjectKey(bucket.uploads(), seen.name());
        if (seen.row().isEnded()) {
            return removeAgain(key);
        }
        if (UploadView.newest(seen.row()).filter(UploadCare::isOver).isEmpty()) {
            return life.isOver() ? end(bucket, key, seen.row()) : Outcome.CLEAN;
        }
        if (plan(UploadView.at(access, dc), bucket, key).filter(UploadPlan::hasWork).isEmpty()) {
            return Outcome.CLEAN;
        }
        Optional<UploadPlan> plan = plan(UploadView.confirmed(access), bucket, key);
        if (plan.isEmpty()) {
            return removeAgain(key);
        }
        if (plan.get().isOver()) {
            return isSettled(bucket, key) ? remove(key) : Outcome.PENDING;
        }
        boolean done = true;
        for (UploadPlan.Doomed doomed : plan.get().doomed()) {
            done &= delete(doomed);
        }
        return done ? Outcome.CLEANED : Outcome.PENDING;
    }

    /** Nobody goes on with an upload whose bucket was deleted: it ends as one that expired. */
    private Outcome end(BucketId bucket, ObjectKey key, Row seen) {
        Optional<Row> row = access.latest(key).map(Row::orNextGeneration);
        if (row.filter(RowCare::isRemoved).isPresent()) {
            return RowCare.isRemoved(seen) ? Outcome.CLEAN : removeAgain(key);
        }
        Optional<UploadRecord> record = row.flatMap(UploadView::newest);
        if (record.isEmpty()) {
            return Outcome.PENDING;
        }
        return switch (ending.end(bucket, key, row.get(), record.get())) {
            case EXPIRED, KEPT -> Outcome.CLEANED;
            case PENDING -> Outcome.PENDING;
        };
    }

    /** Nobody would find what is chosen as a part once the upload's row is gone. */
    private boolean isSettled(BucketId bucket, ObjectKey key) {
        UploadView view = UploadView.confirmed(access);
        return UploadRows.parse(key.name())
                        .filter(upload -> view.endsWhatIsHalfVoted(bucket, upload.id()))
                        .isPresent()
                && plan(view, bucket, key).filter(UploadPlan::isOver).isPresent();
    }

    private Optional<UploadPlan> plan(UploadView view, BucketId bucket, ObjectKey key) {
        return view.of(bucket, key)
                .map(
                        known ->
                                UploadPlan.of(
                                        known,
                                        access.surroundings().time().instant(),
                                        access.rules()));
    }

    private static boolean isOver(UploadRecord record) {
        return switch (record.state()) {
            case UploadRecord.Open _, UploadRecord.Completing _ -> false;
            case UploadRecord.Completed _, UploadRecord.Aborted _ -> true;
        };
    }

    private boolean delete(UploadPlan.Doomed doomed) {
        Row row = doomed.row();
        DeletionDraft draft =
                new DeletionDraft(
                        access,
                        doomed.key(),
                        row,
                        new DeletionDraft.Request(
                                doomed.version(),
                                OpId.random(access.surroundings().random()),
                                writeFormat,
                                DeletionReason.DELETED,
                                UploadCare::isThere));
        CommitResult result =
                access.metadata()
                        .committer()
                        .append(
                                doomed.key(),
                                draft,
                                row,
                                null,
                                access.after(access.patience().commit()));
        return switch (result) {
            case CommitResult.Committed _ -> true;
            case CommitResult.Withdrawn _ -> !isThere(draft.standing());
            case CommitResult.Repeated _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _,
                    CommitResult.Unknown _ ->
                    false;
        };
    }

    private static boolean isThere(Fold.VersionState standing) {
        return switch (standing) {
            case Fold.Live _, Fold.Superseded _ -> true;
            case Fold.Deleted _, Fold.NoVersion _, Fold.NeedsOlder _ -> false;
        };
    }

    /** Where the row is removed, some data center may hold the one that was before. */
    private Outcome removeAgain(ObjectKey key) {
        return access.latest(key).filter(RowCare::isRemoved).isPresent()
                ? remove(key)
                : Outcome.PENDING;
    }

    private Outcome remove(ObjectKey key) {
        var outcome =
                removal.remove(
                        key,
                        row -> UploadView.newest(row).filter(UploadCare::isOver).isPresent(),
                        access.after(access.patience().commit()));
        return switch (outcome) {
            case RowRemoval.Removed _ -> Outcome.REMOVED;
            case RowRemoval.InUse _, RowRemoval.Incomplete _ -> Outcome.PENDING;
        };
    }
}
