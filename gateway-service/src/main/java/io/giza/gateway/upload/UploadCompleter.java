package io.giza.gateway.upload;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.object.Cluster;
import io.giza.gateway.object.ConditionalCommit;
import io.giza.gateway.object.ConditionalDraft;
import io.giza.gateway.object.Ground;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.object.ObjectWriter;
import io.giza.gateway.object.VersionResolver;
import io.giza.gateway.object.WriteCondition;
import io.giza.gateway.upload.UploadService.Claim;
import io.giza.gateway.upload.UploadService.CompleteRequest;
import io.giza.gateway.upload.UploadService.CompleteResult;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Manifest;
import io.giza.model.PutId;
import io.giza.model.Upload;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRecord.Completing;
import io.giza.model.Value;
import io.giza.paxos.Row;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The story of completing an upload: look at the parts, each of which must be there for good;
 * decide the object's record in the upload's own row (COMPLETING), so that whoever comes after
 * knows it; append it to the object's row; decide COMPLETED.
 */
final class UploadCompleter {
    /** Ten thousand parts take ten scans, and their list a put. */
    private static final int PATIENCE = 3;

    private final Cluster cluster;
    private final UploadLog log;
    private final UploadRules rules;
    private final PartRows parts;
    private final Completion completion;
    private final PartList lists;
    private final VersionResolver resolver;
    private final ConditionalCommit commit;
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
        this.commit = new ConditionalCommit(cluster);
        this.parts = new PartRows(cluster, resolver, rules);
        this.completion = new Completion(cluster, resolver, log, rules);
        this.lists = new PartList(cluster, writer);
        this.leastPartBytes = leastPartBytes;
    }

    private Deadline deadline() {
        Duration one = cluster.settings().commit();
        return cluster.after(one.multipliedBy(PATIENCE));
    }

    CompleteResult complete(CompleteRequest request, Place place) {
        Deadline deadline = deadline();
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            switch (log.find(place.key(), deadline)) {
                case UploadLog.Missing _ -> {
                    return failed(new Failure.NoSuchUpload());
                }
                case UploadLog.Unreachable unreachable -> {
                    return failed(new Failure.Unavailable(unreachable.detail()));
                }
                case UploadLog.Found found -> {
                    Optional<CompleteResult> end = complete(request, place, found, deadline);
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

    /** Goes on from the state that was found; empty if that is the state no more. */
    private Optional<CompleteResult> complete(
            CompleteRequest request, Place place, UploadLog.Found found, Deadline deadline) {
        Upload upload = found.record().upload();
        return switch (found.record().state()) {
            case UploadRecord.Open _ -> begin(request, place, found, deadline);
            case Completing completing -> {
                var end = completion.goOn(place.to(), found, completing, deadline);
                // What another completion met is not what this one asks for.
                yield end instanceof Completion.Reopened
                        ? Optional.empty()
                        : Optional.of(told(place, upload, end));
            }
            case UploadRecord.Completed completed ->
                    Optional.of(
                            switch (place.to().bucket().confirm(Map.of())) {
                                case STANDS -> completed(place, upload, completed);
                                case OVER -> failed(place.to().bucket().over());
                                case REPLACED -> failed(new Failure.BucketReplaced());
                                case UNCLEAR ->
                                        failed(
                                                new Failure.Unavailable(
                                                        "the bucket is being deleted"));
                            });
            case UploadRecord.Aborted _ -> Optional.of(failed(log.over(found, deadline)));
        };
    }

    private CompleteResult told(Place place, Upload upload, Completion.End end) {
        return switch (end) {
            case Completion.Done(UploadRecord.Completed completed) ->
                    completed(place, upload, completed);
            case Completion.Reopened(Failure reason) -> failed(reason);
            case Completion.Over _ -> failed(new Failure.NoSuchUpload());
            case Completion.Failed(Failure failure) -> failed(failure);
        };
    }

    private CompleteResult completed(Place place, Upload upload, UploadRecord.Completed completed) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return new CompleteResult.Completed(
                completed.version(),
                place.to().bucket().nameOf(completed.version(), completed.mode(), deadline),
                completed.result().etag(),
                completed.result().checksums().isEmpty()
                        ? upload.checksum()
                        : Optional.of(upload.checksumOrDefault()),
                completed.result().checksums());
    }

    private Optional<CompleteResult> begin(
            CompleteRequest request, Place place, UploadLog.Found found, Deadline deadline) {
        Upload upload = found.record().upload();
        Optional<Contradiction> contradiction = Claims.contradiction(upload, request);
        if (contradiction.isPresent()) {
            return contradiction.map(CompleteResult.Contradicted::new);
        }
        Set<Integer> wanted =
                request.claims().stream().map(Claim::number).collect(Collectors.toSet());
        var read =
                parts.read(
                        new PartRows.Wanted(place.bucket(), request.upload(), 0, wanted::contains),
                        Integer.MAX_VALUE);
        return switch (read) {
            case PartRows.Unavailable(String detail) ->
                    Optional.of(failed(new Failure.Unavailable(detail)));
            case PartRows.Parts(var stored, boolean _) ->
                    switch (Assembly.of(upload, request.claims(), stored, leastPartBytes)) {
                        case Assembly.Refused(CompleteResult reason) -> Optional.of(reason);
                        case Assembly.Made(Assembly made) -> {
                            Optional<Contradiction> wrong =
                                    Claims.contradiction(upload, request.expected(), made);
                            yield wrong.isPresent()
                                    ? wrong.map(CompleteResult.Contradicted::new)
                                    : decide(request, place, found, made, deadline);
                        }
                    };
        };
    }

    private Optional<CompleteResult> decide(
            CompleteRequest request,
            Place place,
            UploadLog.Found found,
            Assembly made,
            Deadline deadline) {
        return switch (place.to().bucket().terms(deadline)) {
            case Ground.Refused(Failure failure) -> Optional.of(failed(failure));
            case Ground.Known(Versioning versioning) ->
                    switch (list(request, place, made)) {
                        // Another look tells how it ended.
                        case PartList.Failed(Failure.NoSuchUpload _) -> Optional.empty();
                        case PartList.Failed(Failure failure) -> Optional.of(failed(failure));
                        case PartList.Placed(Manifest.DataLocation location) -> {
                            Manifest manifest = manifest(found.record().upload(), location, made);
                            yield decide(request, place, found, versioning, manifest, deadline);
                        }
                    };
        };
    }

    private PartList.Result list(CompleteRequest request, Place place, Assembly made) {
        var ground = new UploadGround(cluster, log, rules, place.key());
        return lists.place(
                request.target(), place.bucket(), request.upload(), made.parts(), ground);
    }

    private Optional<CompleteResult> decide(
            CompleteRequest request,
            Place place,
            UploadLog.Found found,
            Versioning versioning,
            Manifest manifest,
            Deadline deadline) {
        var read = cluster.metadata().reader().read(place.to().key(), deadline);
        if (!(read instanceof VersionReader.Latest latest)) {
            return Optional.of(failed(new Failure.Unavailable("no quorum answered")));
        }
        Row row = latest.row().orNextGeneration();
        PutId id = PutId.random(cluster.surroundings().random());
        Value record = cluster.record(id, row, versioning, request.upload().completion(), manifest);
        // What certainly does not hold now need not be decided first.
        ConditionalDraft draft =
                new ConditionalDraft(
                        cluster, resolver, place.to().key(), record, request.condition());
        if (draft.proposalAfter(row).isEmpty()) {
            return commit.settles(place.to().key(), draft)
                    ? Optional.empty()
                    : Optional.of(failed(draft.refusal()));
        }
        Completing completing =
                new Completing(record, row.generation(), row.chosen(), condition(request));
        return switch (log.change(found, completing, deadline)) {
            // Others may have gone on with it already, and further.
            case CommitResult.Committed committed when !rules.isLatest(committed) ->
                    Optional.empty();
            case CommitResult.Committed committed -> {
                var decided =
                        new UploadLog.Found(
                                found.key(), committed.row(), found.record().withState(completing));
                yield Optional.of(
                        told(
                                place,
                                found.record().upload(),
                                completion.goOn(place.to(), decided, completing, deadline)));
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

    private Manifest manifest(Upload upload, Manifest.DataLocation location, Assembly made) {
        return new Manifest(
                location,
                made.size(),
                made.etag(),
                made.checksums(),
                upload.headers(),
                upload.userMetadata(),
                upload.tags(),
                cluster.surroundings().time().instant().truncatedTo(ChronoUnit.MILLIS));
    }

    private static UploadRecord.Condition condition(CompleteRequest request) {
        return switch (request.condition()) {
            case WriteCondition.None _ -> UploadRecord.Condition.NONE;
            case WriteCondition.Absent _ -> new UploadRecord.Condition(true, Optional.empty());
            case WriteCondition.Matches(String etag) ->
                    new UploadRecord.Condition(false, Optional.of(etag));
        };
    }
}
