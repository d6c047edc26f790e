package io.giza.gateway.upload;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.object.ConditionalDraft;
import io.giza.gateway.object.ObjectWriter;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.service.CompletionMismatch;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Upload;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRecord.Completing;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.version.CreationTime;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Completes an upload: look at the parts, each of which must be there for good; decide the object's
 * record in the upload's own row (COMPLETING), so that whoever comes after knows it; append it to
 * the object's row; decide COMPLETED.
 */
final class UploadCompleter {
    /** Ten thousand parts take ten scans, and their list a put. */
    private static final int DEADLINE_FACTOR = 3;

    private final Cluster cluster;
    private final UploadLog log;
    private final UploadRules rules;
    private final PartRows parts;
    private final Completion completion;
    private final PartList lists;
    private final VersionResolver resolver;
    private final long leastPartBytes;

    UploadCompleter(
            Cluster cluster,
            UploadLog log,
            UploadRules rules,
            ObjectWriter writer,
            long leastPartBytes) {
        this.cluster = cluster;
        this.log = log;
        this.rules = rules;
        this.resolver = new VersionResolver(cluster);
        this.parts = new PartRows(cluster, resolver);
        this.completion = new Completion(cluster, resolver, log, rules);
        this.lists = new PartList(cluster, writer);
        this.leastPartBytes = leastPartBytes;
    }

    private Deadline deadline() {
        Duration one = cluster.settings().commit();
        return cluster.after(one.multipliedBy(DEADLINE_FACTOR));
    }

    CompleteResult complete(CompleteRequest request, UploadLocation uploadLocation) {
        Deadline deadline = deadline();
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            switch (log.find(uploadLocation.key(), deadline)) {
                case UploadLog.Missing _ -> {
                    return failed(new Failure.NoSuchUpload());
                }
                case UploadLog.Unreachable unreachable -> {
                    return failed(new Failure.Unavailable(unreachable.detail()));
                }
                case UploadLog.Found found -> {
                    Optional<CompleteResult> end =
                            complete(new Attempt(request, uploadLocation, found, deadline));
                    if (end.isPresent()) {
                        return end.get();
                    }
                }
            }
        }
        return failed(new Failure.OutcomeUnknown("the upload kept changing"));
    }

    private static CompleteResult failed(Failure failure) {
        return new CompleteResult.Failed(failure);
    }

    /**
     * What goes on from the state that was found.
     *
     * @param found the upload's row, and its record in it
     */
    private record Attempt(
            CompleteRequest request,
            UploadLocation location,
            UploadLog.Found found,
            Deadline deadline) {
        Upload upload() {
            return found.record().upload();
        }

        Completion.Destination destination() {
            return location.destination();
        }
    }

    /** Goes on from the state that was found; empty if that is the state no more. */
    private Optional<CompleteResult> complete(Attempt attempt) {
        return switch (attempt.found().record().state()) {
            case UploadRecord.Open _ -> begin(attempt);
            case Completing completing -> resume(attempt, completing);
            case UploadRecord.Completed completed ->
                    Optional.of(
                            DecidedCompletion.of(completed, attempt.found().row())
                                            .isAskedForBy(attempt.request())
                                    ? confirm(attempt, completed)
                                    : failed(new Failure.NoSuchUpload()));
            case UploadRecord.Aborted _ ->
                    Optional.of(failed(log.abortedFailure(attempt.found(), attempt.deadline())));
        };
    }

    private Optional<CompleteResult> resume(Attempt attempt, Completing completing) {
        var end =
                completion.resume(
                        attempt.destination(), attempt.found(), completing, attempt.deadline());
        boolean isOther = !DecidedCompletion.of(completing).isAskedForBy(attempt.request());
        return switch (end) {
            // The failed condition was another request's.
            case Completion.Reopened _ -> Optional.empty();
            case Completion.Done _ when isOther -> Optional.of(failed(new Failure.NoSuchUpload()));
            case Completion.Done _, Completion.Gone _, Completion.Failed _ ->
                    Optional.of(toResult(attempt, end));
        };
    }

    private CompleteResult confirm(Attempt attempt, UploadRecord.Completed completed) {
        PutScope scope = attempt.destination().scope();
        return switch (scope.confirm(Map.of())) {
            case OPEN -> completed(attempt, completed, Optional.empty());
            case GONE -> failed(scope.goneFailure());
            case REPLACED -> failed(new Failure.BucketReplaced());
            case UNKNOWN -> failed(new Failure.Unavailable("the bucket is being deleted"));
        };
    }

    private CompleteResult toResult(Attempt attempt, Completion.End end) {
        return switch (end) {
            case Completion.Done(UploadRecord.Completed completed, Manifest manifest) ->
                    completed(attempt, completed, Optional.of(manifest));
            case Completion.Reopened(Failure reason) -> failed(reason);
            case Completion.Gone _ -> failed(new Failure.NoSuchUpload());
            case Completion.Failed(Failure failure) -> failed(failure);
        };
    }

    private CompleteResult completed(
            Attempt attempt, UploadRecord.Completed completed, Optional<Manifest> manifest) {
        Deadline deadline = cluster.after(cluster.settings().read());
        Upload upload = attempt.upload();
        return new CompleteResult.Completed(
                completed.version(),
                attempt.destination()
                        .scope()
                        .nameOf(completed.version(), completed.mode(), deadline),
                completed.result().etag(),
                completed.result().checksums().isEmpty()
                        ? upload.checksum()
                        : Optional.of(upload.checksumOrDefault()),
                completed.result().checksums(),
                upload.encryption(),
                manifest);
    }

    private Optional<CompleteResult> begin(Attempt attempt) {
        CompleteRequest request = attempt.request();
        Optional<CompletionMismatch> mismatch =
                CompletionValidator.mismatch(attempt.upload(), request);
        if (mismatch.isPresent()) {
            return mismatch.map(CompleteResult.Mismatched::new);
        }
        Set<Integer> wanted =
                request.parts().stream().map(DeclaredPart::number).collect(Collectors.toSet());
        var read =
                parts.read(
                        new PartRows.PartQuery(
                                attempt.location().bucket(), request.upload(), 0, wanted::contains),
                        Integer.MAX_VALUE);
        return switch (read) {
            case PartRows.Unavailable(String detail) ->
                    Optional.of(failed(new Failure.Unavailable(detail)));
            case PartRows.Parts(var stored, boolean _) -> assemble(attempt, stored);
        };
    }

    private Optional<CompleteResult> assemble(Attempt attempt, List<PartRows.Stored> stored) {
        CompleteRequest request = attempt.request();
        Upload upload = attempt.upload();
        return switch (AssembledObject.of(upload, request.parts(), stored, leastPartBytes)) {
            case AssembledObject.Refused(CompleteResult reason) -> Optional.of(reason);
            case AssembledObject.Made(AssembledObject made) -> {
                Optional<CompletionMismatch> wrong =
                        CompletionValidator.mismatch(upload, request.expected(), made);
                yield wrong.isPresent()
                        ? wrong.map(CompleteResult.Mismatched::new)
                        : place(attempt, made);
            }
        };
    }

    /** Stores the list of the parts where it does not fit into the record. */
    private Optional<CompleteResult> place(Attempt attempt, AssembledObject made) {
        PutScope scope = attempt.destination().scope();
        return switch (scope.versioningDecision(attempt.deadline())) {
            case PutScope.Refused(Failure failure) -> Optional.of(failed(failure));
            case PutScope.KnownVersioning known ->
                    switch (placeList(attempt, made)) {
                        // Another look tells how it ended.
                        case PartList.Failed(Failure.NoSuchUpload _) -> Optional.empty();
                        case PartList.Failed(Failure failure) -> Optional.of(failed(failure));
                        case PartList.Placed(Manifest.DataLocation location) -> {
                            Instant now = cluster.surroundings().time().instant();
                            Manifest manifest = made.manifest(attempt.upload(), location, now);
                            yield known.locked(manifest)
                                    .map(locked -> propose(attempt, known.versioning(), locked))
                                    .orElseGet(
                                            () -> Optional.of(failed(new Failure.NoBucketLock())));
                        }
                    };
        };
    }

    private PartList.Result placeList(Attempt attempt, AssembledObject made) {
        UploadLocation location = attempt.location();
        CompleteRequest request = attempt.request();
        var scope = new UploadScope(cluster, log, location.key());
        return lists.place(
                request.target(), location.bucket(), request.upload(), made.parts(), scope);
    }

    /** Decides the object's record, unless its condition certainly does not hold now. */
    private Optional<CompleteResult> propose(
            Attempt attempt, Versioning versioning, Manifest manifest) {
        ObjectKey key = attempt.destination().key();
        CompleteRequest request = attempt.request();
        var read = cluster.metadata().reader().read(key, attempt.deadline());
        if (!(read instanceof VersionReader.Latest latest)) {
            return Optional.of(failed(new Failure.Unavailable("no quorum answered")));
        }
        Row row = latest.row().orNextGeneration();
        PutId id = PutId.random(cluster.surroundings().random());
        Value record =
                cluster.record(
                        id,
                        row,
                        versioning.modeOfPut(),
                        request.upload().completion(),
                        manifest.withCreated(CreationTime.after(row, manifest.created())));
        ConditionalDraft draft =
                new ConditionalDraft(cluster, resolver, key, record, request.condition());
        if (draft.proposalAfter(row).isEmpty()) {
            return draft.settleBlocker() ? Optional.empty() : refuse(attempt, draft.refusal());
        }
        return decide(
                attempt,
                new Completing(
                        record,
                        row.generation(),
                        row.chosen(),
                        condition(request.condition(), draft)));
    }

    /**
     * Refuses the completion, unless the upload has changed: the condition may fail for the object
     * of another attempt of this completion, which decides COMPLETING first.
     */
    private Optional<CompleteResult> refuse(Attempt attempt, Failure refusal) {
        UploadLog.Found found = attempt.found();
        return switch (log.find(found.key(), attempt.deadline())) {
            case UploadLog.Found now when now.row().chosen() == found.row().chosen() ->
                    Optional.of(failed(refusal));
            case UploadLog.Found _, UploadLog.Missing _ -> Optional.empty();
            case UploadLog.Unreachable(String detail) ->
                    Optional.of(failed(new Failure.Unavailable(detail)));
        };
    }

    /** Decides COMPLETING in the upload's row, and goes on from there. */
    private Optional<CompleteResult> decide(Attempt attempt, Completing completing) {
        UploadLog.Found found = attempt.found();
        return switch (log.change(found, completing, attempt.deadline())) {
            // Others may have gone on with it already, and further.
            case CommitResult.Committed committed when !rules.isLatest(committed) ->
                    Optional.empty();
            case CommitResult.Committed committed -> {
                var decided =
                        new UploadLog.Found(
                                found.key(), committed.row(), found.record().withState(completing));
                var end =
                        completion.resume(
                                attempt.destination(), decided, completing, attempt.deadline());
                yield isOvertaken(attempt, completing, end)
                        ? Optional.empty()
                        : Optional.of(toResult(attempt, end));
            }
            case CommitResult.Unavailable unavailable ->
                    Optional.of(failed(new Failure.Unavailable(unavailable.detail())));
            // Another look tells what is decided.
            case CommitResult.Withdrawn _,
                    CommitResult.Unknown _,
                    CommitResult.Fenced _,
                    CommitResult.Repeated _ ->
                    Optional.empty();
        };
    }

    /** What was recorded is narrower than what is asked for, which may hold all the same. */
    private static boolean isOvertaken(Attempt attempt, Completing completing, Completion.End end) {
        return end instanceof Completion.Reopened(Failure reason)
                && (reason instanceof Failure.PreconditionFailed
                        || reason instanceof Failure.NoSuchKey)
                && !completing
                        .condition()
                        .equals(DecidedCompletion.recordable(attempt.request().condition()));
    }

    private static UploadRecord.Condition condition(
            WriteCondition condition, ConditionalDraft draft) {
        UploadRecord.Condition exact = DecidedCompletion.recordable(condition);
        return exact == null
                ? Objects.requireNonNull(DecidedCompletion.recordable(draft.narrowed()))
                : exact;
    }
}
