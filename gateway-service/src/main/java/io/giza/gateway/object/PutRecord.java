package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.concurrent.Deadline;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;

import java.util.Map;
import java.util.Optional;

/**
 * The metadata's part of a put: gets the record chosen, and says what the client is told of the
 * outcome.
 */
final class PutRecord {
    private final Cluster cluster;
    private final VersionResolver resolver;
    private final VersionConfirmation confirmation;
    private final ConditionalCommit commit;

    PutRecord(Cluster cluster, VersionResolver resolver) {
        this.cluster = cluster;
        this.resolver = resolver;
        this.confirmation = new VersionConfirmation(cluster);
        this.commit = new ConditionalCommit(cluster);
    }

    /** Makes what is offered to the row, once it is known what the bucket does about versions. */
    ConditionalDraft draft(PutAttempt attempt, Manifest manifest) {
        return switch (terms(attempt)) {
            case Ground.Known(Versioning versioning) ->
                    new ConditionalDraft(
                            cluster,
                            resolver,
                            attempt.key(),
                            attempt.record(manifest, cluster, versioning),
                            attempt.request().condition(),
                            attempt.earlier(cluster, manifest));
            case Ground.Refused(Failure failure) -> ConditionalDraft.refused(failure);
        };
    }

    private Ground.Terms terms(PutAttempt attempt) {
        return attempt.ground().terms(cluster.after(cluster.settings().read()));
    }

    /** Offers the record to the row. */
    CommitResult commit(PutAttempt attempt, ConditionalDraft draft) {
        return commit.append(attempt.key(), draft, attempt.start(), attempt.ground().witness());
    }

    /** The record was chosen and the data is durable; both may have taken long. */
    PutResult confirm(
            PutAttempt attempt,
            Manifest manifest,
            CommitResult.Committed committed,
            long proposed,
            Resolution seen) {
        return confirmation.stands(attempt.key(), committed, proposed)
                ? acknowledge(attempt, manifest, committed, seen)
                : new Failure.OutcomeUnknown("its uploads took so long that it was ended");
    }

    /** The record was chosen and the data is durable. */
    PutResult acknowledge(
            PutAttempt attempt,
            Manifest manifest,
            CommitResult.Committed committed,
            Resolution seen) {
        Optional<Failure> refusal = attempt.ground().refusal(committed.witnesses());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        cluster.metadata()
                .resolutions()
                .tell(attempt.key(), committed.row(), committed.version(), seen);
        return stored(attempt, manifest, committed.row(), committed.version());
    }

    private PutResult stored(PutAttempt attempt, Manifest manifest, Row row, long version) {
        Entry entry = row.entry(version).orElseThrow();
        VersionId id = VersionNames.idOf(row, entry);
        Deadline deadline = cluster.after(cluster.settings().read());
        return new PutResult.Stored(
                manifest, id, attempt.ground().nameOf(id, Mode.of(entry.value()), deadline));
    }

    /** The record was not chosen, or nobody knows. */
    PutResult notCommitted(PutAttempt attempt, ConditionalDraft draft, CommitResult result) {
        return switch (draft.outcome(result)) {
            case CommitResult.Repeated repeated -> repeated(attempt, repeated);
            case CommitResult.Withdrawn _ -> attempt.ground().refused(draft.refusal());
            case CommitResult.Fenced _ ->
                    new Failure.Unavailable("a cleaner passed by; the put did not happen");
            case CommitResult.Unavailable unavailable ->
                    new Failure.Unavailable(unavailable.detail());
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
            case CommitResult.Committed _ ->
                    throw new IllegalStateException("committed after all: " + result);
        };
    }

    /**
     * An earlier attempt of the same client operation is in the log. Its success is this one's only
     * if its data is visible, and if what it was put into still stands: that attempt may have ended
     * without an answer because the bucket or upload was being ended.
     */
    private PutResult repeated(PutAttempt attempt, CommitResult.Repeated repeated) {
        Optional<Manifest> visible =
                resolver.visible(attempt.key(), repeated.row(), repeated.version());
        if (visible.isEmpty()) {
            return new Failure.OutcomeUnknown("an earlier attempt of this request is under way");
        }
        return attempt.ground()
                .refusal(Map.of())
                .<PutResult>map(failure -> failure)
                .orElseGet(
                        () -> stored(attempt, visible.get(), repeated.row(), repeated.version()));
    }
}
