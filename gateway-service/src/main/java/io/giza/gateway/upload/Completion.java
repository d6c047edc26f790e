package io.giza.gateway.upload;

import io.giza.commit.CommitResult;
import io.giza.commit.Settlement;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.object.ConditionalDraft;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRecord.Completing;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The second half of completing an upload, which begins where COMPLETING is decided, and which
 * anybody may go on with from there: append the record that was decided to the object's row, unless
 * it is there; then decide COMPLETED.
 *
 * <p>Where the record cannot be appended because its condition does not hold, or because garbage
 * collection closed the row, the upload is open again; but others may be appending the record just
 * now, so first it is kept out of the row for good.
 */
final class Completion {
    private final Cluster cluster;
    private final VersionResolver resolver;
    private final UploadLog log;
    private final UploadRules rules;
    private final Settlement settlement;

    Completion(Cluster cluster, VersionResolver resolver, UploadLog log, UploadRules rules) {
        this.cluster = cluster;
        this.resolver = resolver;
        this.log = log;
        this.rules = rules;
        this.settlement = new Settlement(cluster.metadata());
    }

    /**
     * The object of an upload.
     *
     * @param key its row's key
     * @param scope the bucket, which must stand when the object is written
     */
    record Destination(ObjectKey key, PutScope scope) {}

    /** How it ended. */
    sealed interface End {}

    /** The object is written. */
    record Done(UploadRecord.Completed completed, Manifest manifest) implements End {}

    /** It is not, and the upload is open again. */
    record Reopened(Failure reason) implements End {}

    /** Nobody knows whether it was, and its row was removed since: the upload is over. */
    record Gone() implements End {}

    /** The upload is as it was found, as far as is known here. */
    record Failed(Failure failure) implements End {}

    /** Goes on. */
    End resume(
            Destination destination,
            UploadLog.Found found,
            Completing completing,
            Deadline deadline) {
        if (!log.informQuorum(found.key(), found.row(), deadline)) {
            return unknown("too few data centers learned of the completion");
        }
        var read = cluster.metadata().reader().read(destination.key(), deadline);
        if (!(read instanceof VersionReader.Latest latest)) {
            return unknown("no quorum answered");
        }
        Step step = new Step(found, completing, deadline);
        return switch (destination.scope().versioningDecision(deadline)) {
            case PutScope.Refused(Failure failure) -> new Failed(failure);
            case PutScope.KnownVersioning known ->
                    rules.mayAppend(Mode.of(completing.record()), known.versioning())
                                    && isLockedAs(completing.record(), known)
                            ? append(destination, step, latest.row().orNextGeneration())
                            : reopen(
                                    destination,
                                    step,
                                    new Failure.Unavailable(
                                            "its bucket's versioning or object lock changed"));
        };
    }

    /** Where the bucket retains by now what is put there, an unretained version comes too late. */
    private static boolean isLockedAs(Value record, PutScope.KnownVersioning now) {
        Manifest decided = ManifestCodec.decode(record);
        return now.locked(decided).filter(decided::equals).isPresent();
    }

    /** What is gone on with. */
    private record Step(UploadLog.Found found, Completing completing, Deadline deadline) {
        VersionId version(long number) {
            return new VersionId(completing.generation(), number, completing.record().id());
        }
    }

    private End append(Destination destination, Step step, Row start) {
        CompletionDraft draft = draft(destination, step);
        CommitResult result =
                cluster.metadata()
                        .committer()
                        .append(
                                destination.key(),
                                draft,
                                start,
                                destination.scope().witness(),
                                cluster.after(cluster.settings().commit()));
        return switch (result) {
            case CommitResult.Committed committed -> appended(destination, step, committed);
            case CommitResult.Repeated repeated ->
                    written(destination, step, repeated.version(), Map.of());
            case CommitResult.Withdrawn _ -> notOffered(destination, step, draft.reason());
            case CommitResult.Fenced _ ->
                    reopen(
                            destination,
                            step,
                            new Failure.Unavailable(
                                    "garbage collection closed the row to this completion; try again"));
            // By this gateway it was not appended; another one may have done it.
            case CommitResult.Unavailable unavailable -> unknown(unavailable.detail());
            case CommitResult.Unknown unknown -> unknown(unknown.detail());
        };
    }

    private CompletionDraft draft(Destination destination, Step step) {
        Completing completing = step.completing();
        ConditionalDraft conditional =
                new ConditionalDraft(
                        cluster,
                        resolver,
                        destination.key(),
                        rules.toAppend(completing.record()),
                        condition(completing.condition()));
        return new CompletionDraft(cluster, destination.key(), completing, conditional);
    }

    /** The object is visible at once: its parts were seen before its record was decided. */
    private End appended(Destination destination, Step step, CommitResult.Committed committed) {
        cluster.metadata()
                .resolutions()
                .record(
                        destination.key(),
                        committed.row(),
                        committed.version(),
                        Resolution.VISIBLE);
        return written(destination, step, committed.version(), committed.witnesses());
    }

    private End notOffered(Destination destination, Step step, CompletionDraft.Reason reason) {
        return switch (reason) {
            case CompletionDraft.Written(long version) ->
                    written(destination, step, version, Map.of());
            case CompletionDraft.Removed _ -> gone(step);
            case CompletionDraft.Refused(Failure failure) -> reopen(destination, step, failure);
            case CompletionDraft.Unreadable _ -> unknown("older versions cannot be read");
        };
    }

    private static WriteCondition condition(UploadRecord.Condition condition) {
        if (condition.absent()) {
            return new WriteCondition.Absent();
        }
        return condition
                .etag()
                .<WriteCondition>map(WriteCondition.Matches::new)
                .orElse(new WriteCondition.None());
    }

    private static End unknown(String detail) {
        return new Failed(new Failure.OutcomeUnknown(detail));
    }

    private End written(
            Destination destination, Step step, long version, Map<DcName, Row> witnesses) {
        Optional<Failure> refusal = destination.scope().refusal(witnesses);
        if (refusal.isPresent()) {
            return new Failed(refusal.get());
        }
        Value record = step.completing().record();
        Manifest manifest = ManifestCodec.decode(record);
        var completed =
                new UploadRecord.Completed(
                        step.version(version),
                        Mode.of(record),
                        new UploadRecord.Result(manifest.etag(), manifest.checksums()),
                        now());
        // Whoever does not learn of this finds the version as it was found here.
        log.change(step.found(), completed, step.deadline());
        return new Done(completed, manifest);
    }

    private End reopen(Destination destination, Step step, Failure reason) {
        Completing completing = step.completing();
        var settled =
                settlement.settle(
                        destination.key(),
                        completing.record().id(),
                        completing.record().base(),
                        step.deadline());
        switch (settled) {
            case Settlement.Referenced referenced -> {
                return written(destination, step, referenced.version(), Map.of());
            }
            case Settlement.Unsettled unsettled -> {
                return unknown(unsettled.detail());
            }
            case Settlement.Settled _ -> {}
        }
        var read = cluster.metadata().reader().read(destination.key(), step.deadline());
        if (!(read instanceof VersionReader.Latest latest)) {
            return unknown("no quorum answered");
        }
        if (latest.row().orNextGeneration().generation() != completing.generation()) {
            return gone(step);
        }
        CommitResult result = log.change(step.found(), new UploadRecord.Open(), step.deadline());
        return switch (result) {
            // Whoever was quicker opened it, too: nothing else can come of it any more.
            case CommitResult.Committed _, CommitResult.Withdrawn _ -> new Reopened(reason);
            case CommitResult.Repeated _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _,
                    CommitResult.Unknown _ ->
                    new Failed(new Failure.Unavailable("the upload could not be opened again"));
        };
    }

    private Instant now() {
        return cluster.surroundings().time().instant();
    }

    /** The row in which the record may have been a version is no more. */
    private End gone(Step step) {
        log.change(step.found(), new UploadRecord.Aborted(now()), step.deadline());
        return new Gone();
    }
}
