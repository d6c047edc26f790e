package io.giza.gc.sweep;

import io.giza.commit.CommitResult;
import io.giza.gc.plan.ExpiryPlan;
import io.giza.gc.plan.ExpiryPlan.Expiry;
import io.giza.gc.plan.ExpiryPlan.ExpiryKind;
import io.giza.lock.LockPermit;
import io.giza.lock.VersionLock;
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
import io.giza.record.AnnotationCodec;
import io.giza.record.BucketRecordCodec;
import io.giza.record.MarkerCodec;
import io.giza.version.DeletionDraft;
import io.giza.version.SharedClock;
import io.giza.version.VersionAccess;
import io.giza.version.lock.LockedNulls;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Ends what expires. Each version ends by a record that is decided right after the state of the row
 * by which it was judged, as a quorum knows it; if anything else was decided since, it is judged
 * again. So whatever the clock of a worker says, and however late it is, nothing ends that a client
 * wrote, named, tagged, locked or deleted meanwhile. The data of what ended is the cleaner's
 * ({@link RowCollector}).
 */
public final class LifecycleExecutor implements LifecycleAction {
    /** Once the noncurrent ones are gone a marker may be alone. */
    private static final int MAX_ROUNDS = 3;

    private final VersionAccess access;
    private final SharedClock clock;
    private final ExpiryEvaluator evaluator;
    private final UploadTerminator uploads;
    private final int writeFormat;
    private final Consumer<ExpiryKind> tally;

    /**
     * Runs over one cluster.
     *
     * @param writeFormat the format of the records that are decided
     * @param tally hears of each thing that was ended
     */
    public LifecycleExecutor(VersionAccess access, int writeFormat, Consumer<ExpiryKind> tally) {
        this.access = access;
        this.clock = new SharedClock(access);
        this.evaluator = new ExpiryEvaluator(access);
        this.uploads = new UploadTerminator(access);
        this.writeFormat = writeFormat;
        this.tally = tally;
    }

    @Override
    public Outcome handleObject(
            BucketLifecycle bucket, ObjectKey key, BooleanSupplier mayContinue) {
        Outcome outcome = Outcome.KEPT;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            // A change of it is told of only when nobody goes by what was before: ask it first.
            Optional<Versioning> versioning = versioning(bucket);
            Optional<ExpiryEvaluator.ObjectExpiry> expiry = evaluator.evaluateObject(bucket, key);
            if (versioning.isEmpty() || expiry.isEmpty() || expiry.get().plan().isBlocked()) {
                return Outcome.PENDING;
            }
            if (expiry.get().plan().expiries().isEmpty()) {
                return outcome;
            }
            if (!expire(new ExpiringObject(key, versioning.get(), expiry.get()), mayContinue)) {
                return Outcome.PENDING;
            }
            outcome = Outcome.EXPIRED;
        }
        return outcome;
    }

    /** An object of which something expires. */
    private record ExpiringObject(
            ObjectKey key, Versioning versioning, ExpiryEvaluator.ObjectExpiry expiry) {}

    /** Ends all that a plan says, each right after the one before. */
    private boolean expire(ExpiringObject object, BooleanSupplier mayContinue) {
        Row state = object.expiry().row();
        ExpiryPlan plan = object.expiry().plan();
        for (Expiry expiry : plan.expiries()) {
            if (!mayContinue.getAsBoolean()) {
                return false;
            }
            Optional<Row> next = expire(object, expiry, state);
            if (next.isEmpty()) {
                return false;
            }
            tally.accept(expiry.kind());
            state = next.get();
        }
        return true;
    }

    /** Returns the row right after the record, empty if that was not decided. */
    private Optional<Row> expire(ExpiringObject object, Expiry expiry, Row state) {
        if (!mayEnd(object, expiry, state)) {
            return Optional.empty();
        }
        Value record = deletionRecord(object, expiry, state);
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
                                access.after(access.timeouts().commit()));
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

    /** Whether a retention is over is for a quorum of clocks to say, not for this machine's. */
    private boolean mayEnd(ExpiringObject object, Expiry expiry, Row state) {
        return switch (expiry.kind()) {
            case CURRENT ->
                    !object.versioning().modeOfMarker().isNull()
                            || LockedNulls.in(state) == LockedNulls.Finding.NONE;
            case NONCURRENT, MARKER -> {
                VersionLock lock =
                        state.entry(expiry.version().version())
                                .map(entry -> AnnotationCodec.lock(state, entry))
                                .orElseThrow();
                yield access.rules().mayDelete(lock, permit(lock));
            }
            case UPLOAD -> throw new IllegalStateException("no version of an object: " + expiry);
        };
    }

    private LockPermit permit(VersionLock lock) {
        return lock.endedBefore(access.surroundings().time().instant())
                .filter(
                        until ->
                                clock.isOver(until, access.after(access.timeouts().read()))
                                        == SharedClock.Past.OVER)
                .map(until -> new LockPermit(false, until))
                .orElse(LockPermit.NONE);
    }

    private Value deletionRecord(ExpiringObject object, Expiry expiry, Row state) {
        OpId op = OpId.random(access.surroundings().random());
        return switch (expiry.kind()) {
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
    private Optional<Versioning> versioning(BucketLifecycle bucket) {
        return access.latest(ObjectKey.ofBucketRecord(bucket.name()))
                .flatMap(row -> Fold.newestHint(row.orNextGeneration()))
                .map(entry -> BucketRecordCodec.decode(entry.value()))
                .filter(record -> record.id().equals(bucket.id()))
                .filter(record -> record.state() == State.ACTIVE)
                .map(BucketRecord::versioning);
    }

    @Override
    public Outcome handleUpload(BucketLifecycle bucket, ObjectKey key) {
        Optional<Row> row = access.latest(key);
        if (row.isEmpty()) {
            return Outcome.PENDING;
        }
        Optional<ExpiryEvaluator.ExpiredUpload> upload =
                evaluator.evaluateUpload(bucket, key, row.get().orNextGeneration());
        if (upload.isEmpty()) {
            return Outcome.KEPT;
        }
        Outcome outcome =
                uploads.terminate(bucket.id(), key, upload.get().row(), upload.get().record());
        if (outcome == Outcome.EXPIRED) {
            tally.accept(ExpiryKind.UPLOAD);
        }
        return outcome;
    }
}
