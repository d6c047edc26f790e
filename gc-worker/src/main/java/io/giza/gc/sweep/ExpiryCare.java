package io.giza.gc.sweep;

import io.giza.commit.CommitResult;
import io.giza.gc.plan.ExpiryPlan;
import io.giza.gc.plan.ExpiryPlan.Expiry;
import io.giza.gc.plan.ExpiryPlan.What;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.BucketRecordCodec;
import io.giza.record.MarkerCodec;
import io.giza.version.DeletionDraft;
import io.giza.version.VersionAccess;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The story of what expires. Each version ends by a record that is decided right after the state of
 * the row by which it was judged, as a quorum knows it; if anything else was decided since, it is
 * judged again. So whatever the clock of a worker says, and however late it is, nothing ends that a
 * client wrote, named, tagged or deleted meanwhile. The data of what ended is the cleaner's ({@link
 * RowCare}).
 */
public final class ExpiryCare implements LifecycleHand {
    /** Once the noncurrent ones are gone a marker may be alone. */
    private static final int MOST_TURNS = 3;

    private final VersionAccess access;
    private final ExpiryView view;
    private final UploadEnding uploads;
    private final int writeFormat;
    private final Consumer<What> tally;

    /**
     * Wires the story.
     *
     * @param writeFormat the format of the records that are decided
     * @param tally hears of each thing that was ended
     */
    public ExpiryCare(VersionAccess access, int writeFormat, Consumer<What> tally) {
        this.access = access;
        this.view = new ExpiryView(access);
        this.uploads = new UploadEnding(access);
        this.writeFormat = writeFormat;
        this.tally = tally;
    }

    @Override
    public Outcome object(Subject subject, ObjectKey key, BooleanSupplier goesOn) {
        Outcome outcome = Outcome.KEPT;
        for (int turn = 0; turn < MOST_TURNS; turn++) {
            // A change of it is told of only when nobody goes by what was before: ask it first.
            Optional<Versioning> versioning = versioning(subject);
            Optional<ExpiryView.Judged> judged = view.object(subject, key);
            if (versioning.isEmpty() || judged.isEmpty() || judged.get().plan().waits()) {
                return Outcome.PENDING;
            }
            if (judged.get().plan().expiries().isEmpty()) {
                return outcome;
            }
            if (!end(new Expiring(key, versioning.get(), judged.get()), goesOn)) {
                return Outcome.PENDING;
            }
            outcome = Outcome.EXPIRED;
        }
        return outcome;
    }

    /** An object of which something expires. */
    private record Expiring(ObjectKey key, Versioning versioning, ExpiryView.Judged judged) {}

    /** Ends all that a plan says, each right after the one before. */
    private boolean end(Expiring object, BooleanSupplier goesOn) {
        Row state = object.judged().row();
        ExpiryPlan plan = object.judged().plan();
        for (Expiry expiry : plan.expiries()) {
            if (!goesOn.getAsBoolean()) {
                return false;
            }
            Optional<Row> next = end(object, expiry, state);
            if (next.isEmpty()) {
                return false;
            }
            tally.accept(expiry.what());
            state = next.get();
        }
        return true;
    }

    /** Returns the row right after the record, empty if that was not decided. */
    private Optional<Row> end(Expiring object, Expiry expiry, Row state) {
        Value record = record(object, expiry, state);
        CommitResult result =
                access.metadata()
                        .committer()
                        .append(
                                object.key(),
                                now ->
                                        access.rules().mayExpire(now, state)
                                                ? Optional.of(record)
                                                : Optional.empty(),
                                state,
                                null,
                                access.after(access.patience().commit()));
        return switch (result) {
            case CommitResult.Committed committed ->
                    Optional.of(committed.row()).filter(row -> row.chosen() == committed.version());
            case CommitResult.Withdrawn _,
                    CommitResult.Repeated _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _,
                    CommitResult.Unknown _ ->
                    Optional.empty();
        };
    }

    private Value record(Expiring object, Expiry expiry, Row state) {
        OpId op = OpId.random(access.surroundings().random());
        return switch (expiry.what()) {
            case CURRENT ->
                    MarkerCodec.marker(
                            PutId.random(access.surroundings().random()),
                            state.fence(),
                            object.versioning().modeOfMarker(),
                            op,
                            access.surroundings().time().instant());
            case NONCURRENT, MARKER ->
                    DeletionDraft.record(
                            access,
                            state,
                            new DeletionDraft.Request(
                                    expiry.version(),
                                    op,
                                    writeFormat,
                                    DeletionReason.DELETED,
                                    standing -> standing instanceof Fold.Live));
            case UPLOAD -> throw new IllegalStateException("no version of an object: " + expiry);
        };
    }

    /** Returns what the bucket does about versions, empty if it is over or cannot be read. */
    private Optional<Versioning> versioning(Subject subject) {
        return access.latest(ObjectKey.ofBucketRecord(subject.name()))
                .flatMap(row -> Fold.newestHint(row.orNextGeneration()))
                .map(entry -> BucketRecordCodec.decode(entry.value()))
                .filter(record -> record.id().equals(subject.id()))
                .filter(record -> record.state() == State.ACTIVE)
                .map(BucketRecord::versioning);
    }

    @Override
    public Outcome upload(Subject subject, ObjectKey key) {
        Optional<Row> row = access.latest(key);
        if (row.isEmpty()) {
            return Outcome.PENDING;
        }
        Optional<ExpiryView.Upload> upload =
                view.upload(subject, key, row.get().orNextGeneration());
        if (upload.isEmpty()) {
            return Outcome.KEPT;
        }
        Outcome outcome = uploads.end(subject.id(), key, upload.get().row(), upload.get().record());
        if (outcome == Outcome.EXPIRED) {
            tally.accept(What.UPLOAD);
        }
        return outcome;
    }
}
