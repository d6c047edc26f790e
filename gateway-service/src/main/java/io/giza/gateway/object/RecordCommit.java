package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.concurrent.Moment;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.version.Overwrite;
import io.giza.gateway.version.VersionNames;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.stripe.write.UploadReport;
import io.giza.version.VisibleRecord;

import java.util.Map;
import java.util.Optional;

/** The record of a put: what is offered to the row, and what its outcome means for the client. */
final class RecordCommit {
    private final Cluster cluster;
    private final VersionResolver resolver;
    private final VersionConfirmation confirmation;
    private final VisibleRecord visible;

    RecordCommit(Cluster cluster, VersionResolver resolver) {
        this.cluster = cluster;
        this.resolver = resolver;
        this.confirmation = new VersionConfirmation(cluster);
        this.visible = new VisibleRecord(cluster.versions());
    }

    /** Makes what is offered to the row, once it is known what the bucket does about versions. */
    ConditionalDraft draft(PutAttempt attempt, Manifest manifest) {
        Optional<Failure> refused =
                attempt.encryptionRefusal(cluster.after(cluster.settings().read()));
        if (refused.isPresent()) {
            return ConditionalDraft.refused(refused.get());
        }
        return switch (versioningDecision(attempt)) {
            case PutScope.KnownVersioning known ->
                    known.locked(manifest)
                            .map(locked -> draft(attempt, locked, known.versioning()))
                            .orElseGet(() -> ConditionalDraft.refused(new Failure.NoBucketLock()));
            case PutScope.Refused(Failure failure) -> ConditionalDraft.refused(failure);
        };
    }

    private ConditionalDraft draft(PutAttempt attempt, Manifest manifest, Versioning versioning) {
        return new ConditionalDraft(
                cluster,
                resolver,
                attempt.key(),
                attempt.record(manifest, cluster, versioning),
                attempt.request().condition(),
                Optional.of(attempt.earlier(cluster, manifest)),
                resolution(manifest));
    }

    /**
     * What is in the record is there once the record is. Of fragments that end meanwhile the rows
     * are told together with the record, in one message, if they are soon durable.
     */
    private Optional<Resolution> resolution(Manifest manifest) {
        if (manifest.fragmented().isEmpty()) {
            return Optional.of(Resolution.VISIBLE);
        }
        return switch (cluster.settings().recordOrder()) {
            case PARALLEL -> Optional.empty();
            case SERIAL -> Optional.of(Resolution.UNRESOLVED);
        };
    }

    /** Tells the rows that the record is chosen, where nobody did and more is not known yet. */
    void announce(PutAttempt attempt, CommitResult.Committed committed) {
        announce(attempt, committed, Resolution.UNRESOLVED);
    }

    private void announce(PutAttempt attempt, CommitResult.Committed committed, Resolution known) {
        cluster.metadata()
                .resolutions()
                .record(attempt.key(), committed.row(), committed.version(), known);
    }

    private PutScope.VersioningDecision versioningDecision(PutAttempt attempt) {
        return attempt.scope().versioningDecision(cluster.after(cluster.settings().read()));
    }

    /** The record was chosen and the data is durable; both may have taken long. */
    PutResult confirm(
            PutAttempt attempt,
            Manifest manifest,
            CommitResult.Committed committed,
            Moment proposed,
            UploadReport report) {
        boolean needsRecord =
                cluster.versions()
                        .rules()
                        .needsRecord(manifest.fragmented().orElseThrow(), report.stored());
        Optional<String> refused =
                needsRecord
                        ? visibilityFailure(attempt, committed)
                        : confirmation.isStillLive(
                                        attempt.key(), committed, proposed, report.storedAt())
                                ? Optional.empty()
                                : Optional.of("its uploads took so long that it was ended");
        Resolution seen = report.lacking().isEmpty() ? Resolution.VISIBLE : Resolution.DEGRADED;
        return refused.<PutResult>map(Failure.OutcomeUnknown::new)
                .orElseGet(
                        () -> {
                            PutResult result = acknowledge(attempt, manifest, committed);
                            if (result instanceof PutResult.Stored) {
                                announce(attempt, committed, seen);
                            }
                            return result;
                        });
    }

    /** Something that the version needs is not stored, so a record says that it is visible. */
    private Optional<String> visibilityFailure(
            PutAttempt attempt, CommitResult.Committed committed) {
        Row row = committed.row();
        VersionId version = VersionNames.idOf(row, row.entry(committed.version()).orElseThrow());
        return switch (visible.decide(attempt.key(), row, version)) {
            case VisibleRecord.Visible _ -> Optional.empty();
            // Another took its place, or a client deleted it, as it would have after its success.
            case VisibleRecord.Deleted(boolean givenUp) ->
                    givenUp
                            ? Optional.of("some of its uploads failed, and it was ended")
                            : Optional.empty();
            case VisibleRecord.Undecided(String detail) -> Optional.of(detail);
        };
    }

    /** The record was chosen and the data is durable. */
    PutResult acknowledge(PutAttempt attempt, Manifest manifest, CommitResult.Committed committed) {
        return attempt.scope()
                .refusal(committed.witnesses())
                .<PutResult>map(refusal -> refusal)
                .orElseGet(() -> stored(attempt, manifest, committed.row(), committed.version()));
    }

    private PutResult stored(PutAttempt attempt, Manifest manifest, Row row, long version) {
        Entry entry = row.entry(version).orElseThrow();
        VersionId id = VersionNames.idOf(row, entry);
        Optional<VersionName> name = nameOf(attempt, id, Mode.of(entry.value()));
        boolean byEarlierAttempt = !id.putId().equals(attempt.id());
        return new PutResult.Stored(manifest, id, name, entry.value().op(), byEarlierAttempt);
    }

    private Optional<VersionName> nameOf(PutAttempt attempt, VersionId id, Mode mode) {
        return attempt.scope().nameOf(id, mode, cluster.after(cluster.settings().read()));
    }

    /** The record was left out, since others wrote over it where nobody could see it. */
    private PutResult overwritten(PutAttempt attempt, Manifest manifest, Overwrite by) {
        VersionId other = VersionNames.idOf(by.row(), by.version());
        VersionId id = new VersionId(other.generation(), other.version(), attempt.id());
        return attempt.scope()
                .refusal(by.witnesses())
                .<PutResult>map(refusal -> refusal)
                .orElseGet(
                        () ->
                                new PutResult.Stored(
                                        manifest,
                                        id,
                                        nameOf(attempt, id, Mode.BLIND),
                                        attempt.request().target().op(),
                                        false));
    }

    /** The record was not chosen, or nobody knows. */
    PutResult notCommitted(
            PutAttempt attempt, Manifest manifest, ConditionalDraft draft, CommitResult result) {
        return switch (result) {
            case CommitResult.Repeated repeated -> repeated(attempt, repeated);
            case CommitResult.Withdrawn _ ->
                    draft.overwrite()
                            .map(by -> overwritten(attempt, manifest, by))
                            .orElseGet(() -> attempt.scope().withdrawalReason(draft.refusal()));
            case CommitResult.Fenced _ ->
                    new Failure.Unavailable(
                            "garbage collection closed the row to this put; it did not happen, try again");
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
        return attempt.scope()
                .refusal(Map.of())
                .<PutResult>map(failure -> failure)
                .orElseGet(
                        () -> stored(attempt, visible.get(), repeated.row(), repeated.version()));
    }
}
