package io.giza.gateway.object;

import io.giza.commit.Draft;
import io.giza.commit.VersionReader;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * A record that is proposed only after a state in which its condition holds. Consensus makes this
 * atomic: the record is proposed as the version right after the state that was looked at, and if
 * another record takes that version, the condition is looked at again.
 *
 * <p>A refusal always rests on a state that a quorum confirmed during the operation.
 */
public final class ConditionalDraft implements Draft {
    private final Optional<Offer> offer;
    private Optional<Failure> refusal = Optional.empty();

    /** A record, and when it may be offered. */
    private record Offer(
            Cluster cluster,
            VersionResolver resolver,
            ObjectKey key,
            Value value,
            WriteCondition condition) {}

    /** Makes the draft of {@code value}. */
    public ConditionalDraft(
            Cluster cluster,
            VersionResolver resolver,
            ObjectKey key,
            Value value,
            WriteCondition condition) {
        this.offer = Optional.of(new Offer(cluster, resolver, key, value, condition));
    }

    private ConditionalDraft(Failure refusal) {
        this.offer = Optional.empty();
        this.refusal = Optional.of(refusal);
    }

    /** Makes a draft that is never offered. */
    static ConditionalDraft refused(Failure refusal) {
        return new ConditionalDraft(refusal);
    }

    @Override
    public Optional<Value> proposalAfter(Row row) {
        return offer.flatMap(each -> proposalAfter(row, each));
    }

    private Optional<Value> proposalAfter(Row row, Offer each) {
        refusal = evaluate(row, each);
        if (refusal.isPresent() && each.cluster().versions().rules().mustConfirmRefusal()) {
            // A row is what one data center knows, and may be out of date: the first one, and also
            // one that tells that another record took a version.
            refusal = evaluateConfirmed(each);
        }
        return refusal.isEmpty() ? Optional.of(each.value()) : Optional.empty();
    }

    /** Returns why the record was withdrawn. */
    public Failure refusal() {
        return refusal.orElseThrow();
    }

    private static Optional<Failure> evaluateConfirmed(Offer each) {
        Cluster cluster = each.cluster();
        var result =
                cluster.metadata()
                        .reader()
                        .read(each.key(), cluster.after(cluster.settings().read()));
        return switch (result) {
            case VersionReader.Latest latest -> evaluate(latest.row(), each);
            case VersionReader.Unavailable unavailable ->
                    Optional.of(new Failure.Unavailable(unavailable.detail()));
        };
    }

    private static Optional<Failure> evaluate(Row row, Offer each) {
        if (each.condition() instanceof WriteCondition.None) {
            return Optional.empty();
        }
        return switch (each.resolver().newestForCondition(each.key(), row)) {
            case VersionResolver.Undecided _ -> Optional.of(new Failure.ConditionUndecided());
            case VersionResolver.Gone _ ->
                    each.condition() instanceof WriteCondition.Matches
                            ? Optional.of(new Failure.NoSuchKey())
                            : Optional.empty();
            case VersionResolver.Live live -> evaluateOn(live, each.condition());
        };
    }

    private static Optional<Failure> evaluateOn(
            VersionResolver.Live live, WriteCondition condition) {
        boolean holds =
                switch (condition) {
                    case WriteCondition.None _ -> true;
                    case WriteCondition.Absent _ -> false;
                    case WriteCondition.Matches matches ->
                            matches.etag().equals("*")
                                    || matches.etag().equals(live.manifest().etag());
                };
        return holds ? Optional.empty() : Optional.of(new Failure.PreconditionFailed());
    }
}
