package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.VersionReader;
import io.giza.commit.turn.Passage;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.version.AttemptRecords;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.gateway.version.Overwrite;
import io.giza.gateway.version.ResolvedVersion;
import io.giza.gateway.version.UnsettledPut;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * A record that is proposed only after a state in which its condition holds. Consensus makes this
 * atomic: the record is proposed as the version right after the state that was looked at, and if
 * another record takes that version, the condition is looked at again.
 *
 * <p>A refusal always rests on a state that a quorum confirmed during the operation.
 *
 * <p>Where a put is in its way that can be read, a record says that it is visible. Of one whose
 * gateway must be dead by its age, the fate is settled as a cleaner would settle it, rather than
 * waiting for one. A younger put is never given up: it may be about to be acknowledged. An earlier
 * attempt of the same operation is in its way, too: only if it never can be read is the operation
 * done once more.
 */
public final class ConditionalDraft implements Draft {
    private final Optional<DraftedRecord> offer;
    private final Optional<AttemptRecords> records;
    private Optional<Withdrawal> withdrawal = Optional.empty();

    /** What the condition was last held against. */
    private Optional<ResolvedVersion.Current> seen = Optional.empty();

    /**
     * The put of which it has to be known what becomes of it, and that can be decided now: what the
     * condition rests on, or an earlier attempt of the same operation.
     */
    private Optional<UnsettledPut> blockingPut = Optional.empty();

    /** Why the record is not offered. */
    private sealed interface Withdrawal {}

    private record Refused(Failure failure) implements Withdrawal {}

    /** An earlier attempt of the same operation wrote it. */
    private record Written(EarlierAttempts.SameWrite earlier) implements Withdrawal {}

    /** Others wrote over it before it was offered. */
    private record Overwritten(Overwrite by) implements Withdrawal {}

    /** Makes the draft of {@code value}, of an operation that nobody asks for again. */
    public ConditionalDraft(
            Cluster cluster,
            VersionResolver resolver,
            ObjectKey key,
            Value value,
            WriteCondition condition) {
        this(
                cluster,
                resolver,
                key,
                value,
                condition,
                Optional.empty(),
                Optional.of(Resolution.UNRESOLVED));
    }

    /**
     * Makes the draft of {@code value}, withdrawn where an earlier attempt wrote it. That is looked
     * for before its condition: what the operation itself wrote is no reason to refuse it.
     *
     * @param earlier finds earlier attempts of its operation, if the client may ask again
     * @param resolution the state of its data once it is chosen; empty if rows are notified later
     */
    ConditionalDraft(
            Cluster cluster,
            VersionResolver resolver,
            ObjectKey key,
            Value value,
            WriteCondition condition,
            Optional<EarlierAttempts> earlier,
            Optional<Resolution> resolution) {
        this.offer =
                Optional.of(
                        new DraftedRecord(
                                cluster, resolver, key, value, condition, earlier, resolution));
        this.records = Optional.of(new AttemptRecords(value, earlier));
    }

    private ConditionalDraft(Failure refusal) {
        this.offer = Optional.empty();
        this.records = Optional.empty();
        this.withdrawal = Optional.of(new Refused(refusal));
    }

    /** Makes a draft that is never offered. */
    static ConditionalDraft refused(Failure refusal) {
        return new ConditionalDraft(refusal);
    }

    @Override
    public Optional<Value> proposalAfter(Row row) {
        return offer.flatMap(each -> proposalAfter(row, each));
    }

    private Optional<Value> proposalAfter(Row row, DraftedRecord each) {
        blockingPut = Optional.empty();
        withdrawal = check(row, each);
        if (withdrawal.isPresent() && withdrawal.get() instanceof Refused) {
            // A row is what one data center knows, and may be out of date: the first one, and also
            // one that tells that another record took a version.
            withdrawal = checkConfirmed(each);
        }
        return withdrawal.isEmpty()
                ? records.map(AttemptRecords::done)
                : records.filter(_ -> isRefused()).flatMap(AttemptRecords::refused);
    }

    @Override
    public boolean isOvertaken(Passage passage) {
        Optional<Overwrite> found =
                offer.filter(DraftedRecord::mayBeOverwritten)
                        .flatMap(each -> Overwrite.in(passage, each.resolver(), each.key()));
        found.ifPresent(by -> withdrawal = Optional.of(new Overwritten(by)));
        return found.isPresent();
    }

    /** Returns what wrote over the record, if it is withdrawn for that. */
    Optional<Overwrite> overwrite() {
        return withdrawal.flatMap(
                why -> why instanceof Overwritten(var by) ? Optional.of(by) : Optional.empty());
    }

    /** Tells whether the state of the row refuses it, which is the end of it for the client. */
    private boolean isRefused() {
        return withdrawal.isPresent()
                && withdrawal.get() instanceof Refused(Failure failure)
                && (failure instanceof Failure.PreconditionFailed
                        || failure instanceof Failure.NoSuchKey
                        || failure instanceof Failure.ObjectLocked);
    }

    @Override
    public Optional<Resolution> resolution() {
        return offer.flatMap(DraftedRecord::resolution);
    }

    /** Returns why the record was withdrawn. */
    public Failure refusal() {
        return switch (withdrawal.orElseThrow()) {
            case Refused(Failure failure) -> failure;
            case Written _, Overwritten _ ->
                    throw new IllegalStateException("not refused: " + withdrawal);
        };
    }

    /** Returns the condition that holds only as long as what it held of is the newest version. */
    public WriteCondition narrowed() {
        return switch (seen.orElse(null)) {
            case null -> new WriteCondition.None();
            case ResolvedVersion.Live live -> new WriteCondition.Matches(live.manifest().etag());
            case ResolvedVersion.Gone _ -> new WriteCondition.Absent();
            case ResolvedVersion.Undecided undecided ->
                    throw new IllegalStateException("it held of nothing: " + undecided);
        };
    }

    /**
     * Returns how appending this draft ended: that it was withdrawn where the record of its refusal
     * was appended; that an earlier attempt wrote it where this draft was withdrawn for that, or
     * where the acceptors said so and it is true.
     */
    CommitResult outcome(CommitResult result) {
        if (records.filter(each -> each.isRefused(result)).isPresent()) {
            return new CommitResult.Withdrawn();
        }
        if (result instanceof CommitResult.Repeated repeated) {
            return records.filter(each -> each.isSame(repeated)).isPresent()
                    ? repeated
                    : new CommitResult.Unknown("another operation of the same name is under way");
        }
        return result instanceof CommitResult.Withdrawn
                        && withdrawal.isPresent()
                        && withdrawal.get() instanceof Written(EarlierAttempts.SameWrite same)
                ? new CommitResult.Repeated(same.version(), same.row())
                : result;
    }

    private Optional<Withdrawal> checkConfirmed(DraftedRecord each) {
        blockingPut = Optional.empty();
        Cluster cluster = each.cluster();
        var result =
                cluster.metadata()
                        .reader()
                        .read(each.key(), cluster.after(cluster.settings().read()));
        return switch (result) {
            case VersionReader.Latest latest -> check(latest.row(), each);
            case VersionReader.Unavailable unavailable ->
                    Optional.of(new Refused(new Failure.Unavailable(unavailable.detail())));
        };
    }

    private Optional<Withdrawal> check(Row row, DraftedRecord each) {
        return switch (earlierIn(row)) {
            case EarlierAttempts.NotFound _ -> evaluate(row, each);
            case EarlierAttempts.SameWrite same -> Optional.of(written(same, each));
            case EarlierAttempts.Unknown unknown -> Optional.of(unknown(unknown));
        };
    }

    private EarlierAttempts.Finding earlierIn(Row row) {
        return records.map(each -> each.search(row)).orElseGet(EarlierAttempts.NotFound::new);
    }

    private Withdrawal written(EarlierAttempts.SameWrite same, DraftedRecord each) {
        blockingPut = each.resolver().stalledPut(same.row(), same.entry());
        return new Written(same);
    }

    private static Withdrawal unknown(EarlierAttempts.Unknown unknown) {
        return new Refused(new Failure.OutcomeUnknown(unknown.detail()));
    }

    private Optional<Withdrawal> evaluate(Row row, DraftedRecord each) {
        if (each.condition() instanceof WriteCondition.Unmet) {
            return Optional.of(new Refused(new Failure.PreconditionFailed()));
        }
        Optional<Failure> locked =
                NullReplacement.refusal(each.cluster(), each.key(), row, each.value());
        if (locked.isPresent()) {
            return locked.map(Refused::new);
        }
        if (each.condition() instanceof WriteCondition.None) {
            return Optional.empty();
        }
        ResolvedVersion.Found found = each.resolver().newestForCondition(each.key(), row);
        seen = Optional.of(found.current());
        Optional<Failure> refusal = evaluate(found.current(), each.condition());
        return refusal.map(failure -> refused(failure, row, found.row(), each));
    }

    /** The condition may rest on a later row, where an earlier attempt may have come since. */
    private Withdrawal refused(Failure failure, Row row, Row later, DraftedRecord each) {
        if (later.equals(row)) {
            return new Refused(failure);
        }
        return switch (earlierIn(later)) {
            case EarlierAttempts.NotFound _ -> new Refused(failure);
            case EarlierAttempts.SameWrite same -> written(same, each);
            case EarlierAttempts.Unknown unknown -> unknown(unknown);
        };
    }

    private Optional<Failure> evaluate(ResolvedVersion.Current current, WriteCondition condition) {
        return switch (current) {
            case ResolvedVersion.Undecided undecided -> {
                blockingPut = undecided.put();
                yield Optional.of(new Failure.ConditionUndecided());
            }
            case ResolvedVersion.Gone _ ->
                    condition.needsObject()
                            ? Optional.of(new Failure.NoSuchKey())
                            : Optional.empty();
            case ResolvedVersion.Live live ->
                    condition.holdsOf(live.manifest())
                            ? Optional.empty()
                            : Optional.of(new Failure.PreconditionFailed());
        };
    }

    @Override
    public boolean settleBlocker() {
        return offer.flatMap(
                        each -> blockingPut.filter(put -> put.settle(each.cluster(), each.key())))
                .isPresent();
    }
}
