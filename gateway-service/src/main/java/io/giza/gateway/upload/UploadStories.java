package io.giza.gateway.upload;

import io.giza.commit.CommitResult;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.object.BucketGround;
import io.giza.gateway.object.Cluster;
import io.giza.gateway.object.Lives;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.object.ObjectService.PutRequest;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.gateway.object.ObjectService.Target;
import io.giza.gateway.object.ObjectWriter;
import io.giza.gateway.object.WriteCondition;
import io.giza.model.BucketRecord;
import io.giza.model.ObjectKey;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.replica.Account;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The uploads as consensus and erasure coding keep them: a story per operation. */
public final class UploadStories implements UploadService {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final UploadLog log;
    private final UploadRules rules;
    private final ObjectWriter writer;
    private final UploadCompleter completer;
    private final UploadAborter aborter;
    private final UploadLister lister;

    /**
     * Wires the stories over one cluster.
     *
     * @param writer puts the parts; it is that of the objects, for both share its memory
     * @param leastPartBytes of every part but the last
     */
    public UploadStories(
            Cluster cluster,
            BucketDirectory buckets,
            ObjectWriter writer,
            UploadRules rules,
            long leastPartBytes) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.rules = rules;
        this.log = new UploadLog(cluster, rules);
        this.writer = writer;
        this.completer = new UploadCompleter(cluster, log, rules, writer, leastPartBytes);
        this.aborter = new UploadAborter(cluster, log, rules);
        this.lister = new UploadLister(cluster, log, rules);
    }

    /** Finds the bucket of an operation, or says why not. */
    private sealed interface Life {}

    private record Standing(BucketRecord bucket) implements Life {}

    private record Without(Failure failure) implements Life {}

    private Deadline reading() {
        return cluster.after(cluster.settings().read());
    }

    private static Life life(BucketDirectory.Lookup lookup) {
        return switch (lookup) {
            case BucketDirectory.Known known -> new Standing(known.record());
            case BucketDirectory.Missing _ -> new Without(new Failure.NoSuchBucket(false));
            case BucketDirectory.Foreign _ -> new Without(new Failure.NoSuchBucket(true));
            case BucketDirectory.Unreachable unreachable ->
                    new Without(new Failure.Unavailable(unreachable.detail()));
        };
    }

    /**
     * Does an operation in the life of the bucket that is remembered, and again where another took
     * its place.
     */
    private <R extends Outcome> R inLife(
            Account account,
            String bucket,
            Function<Failure, R> failed,
            Function<BucketRecord, R> operation) {
        return Lives.attempt(
                () ->
                        switch (life(buckets.find(account, bucket, reading()))) {
                            case Without(Failure failure) -> failed.apply(failure);
                            case Standing(BucketRecord life) -> {
                                R result = operation.apply(life);
                                yield result.restsOnBucket()
                                        ? BucketGround.whyUnread(buckets, bucket, life)
                                                .map(failed)
                                                .orElse(result)
                                        : result;
                            }
                        },
                result ->
                        result.refusal()
                                .filter(Failure.BucketReplaced.class::isInstance)
                                .isPresent());
    }

    private <R extends Outcome> R inLife(
            Target target, Function<Failure, R> failed, Function<BucketRecord, R> operation) {
        return inLife(target.account(), target.bucket(), failed, operation);
    }

    @Override
    public CreateResult create(Target target, Upload upload) {
        return inLife(target, CreateResult.Failed::new, life -> create(target, upload, life));
    }

    private CreateResult create(Target target, Upload upload, BucketRecord bucket) {
        Moment asked = cluster.surroundings().time().moment();
        BucketGround ground = BucketGround.known(cluster, buckets, target.bucket(), bucket, asked);
        UploadId id = UploadId.create(upload.initiated(), cluster.surroundings().random());
        ObjectKey key = UploadRows.upload(bucket.id(), target.key(), id);
        CommitResult result =
                log.create(
                        key,
                        new UploadRecord(upload, new UploadRecord.Open()),
                        ground.witness(),
                        cluster.after(cluster.settings().commit()));
        return switch (result) {
            case CommitResult.Committed committed ->
                    switch (ground.confirm(committed.witnesses())) {
                        case STANDS -> new CreateResult.Created(id);
                        case OVER -> new CreateResult.Failed(ground.over());
                        // Nobody was told of the upload.
                        case REPLACED -> new CreateResult.Failed(new Failure.BucketReplaced());
                        case UNCLEAR ->
                                new CreateResult.Failed(
                                        new Failure.OutcomeUnknown("the bucket is being deleted"));
                    };
            case CommitResult.Unknown unknown ->
                    new CreateResult.Failed(new Failure.OutcomeUnknown(unknown.detail()));
            case CommitResult.Unavailable unavailable ->
                    new CreateResult.Failed(new Failure.Unavailable(unavailable.detail()));
            // Its first version was closed by who took it for one that nobody decides.
            case CommitResult.Withdrawn _, CommitResult.Fenced _ ->
                    new CreateResult.Failed(
                            new Failure.Unavailable("another record took the place of the upload"));
            case CommitResult.Repeated _ ->
                    throw new IllegalStateException("a fresh row has no past: " + result);
        };
    }

    @Override
    public PutResult putPart(PartTarget part, PartBody body) throws IOException {
        PlaceOfPart place =
                Lives.attempt(
                        () -> placeOf(part),
                        each -> each instanceof Nowhere(Failure.BucketReplaced _));
        return switch (place) {
            case Nowhere(Failure failure) -> failure;
            case Somewhere somewhere -> putPart(part, body, somewhere);
        };
    }

    /** Where a part is put, found before anything is read of it. */
    private sealed interface PlaceOfPart {}

    private record Somewhere(BucketRecord bucket, ObjectKey key, Upload upload)
            implements PlaceOfPart {}

    private record Nowhere(Failure failure) implements PlaceOfPart {}

    private PlaceOfPart placeOf(PartTarget part) {
        Target target = part.target();
        // Nothing confirms afterwards that the bucket stood.
        Life life = life(buckets.findFresh(target.account(), target.bucket(), reading()));
        return switch (life) {
            case Without(Failure failure) -> new Nowhere(failure);
            case Standing(BucketRecord bucket) -> placeOf(part, bucket);
        };
    }

    private PlaceOfPart placeOf(PartTarget part, BucketRecord bucket) {
        Deadline deadline = reading();
        ObjectKey key = UploadRows.upload(bucket.id(), part.target().key(), part.upload());
        return switch (log.findOpen(key, deadline)) {
            case UploadLog.Missing _ ->
                    new Nowhere(
                            BucketGround.whyUnread(buckets, part.target().bucket(), bucket)
                                    .orElseGet(Failure.NoSuchUpload::new));
            case UploadLog.Unreachable unreachable ->
                    new Nowhere(new Failure.Unavailable(unreachable.detail()));
            case UploadLog.Found found ->
                    closed(found, deadline)
                            .<PlaceOfPart>map(Nowhere::new)
                            .orElseGet(() -> new Somewhere(bucket, key, found.record().upload()));
        };
    }

    private PutResult putPart(PartTarget part, PartBody body, Somewhere place) throws IOException {
        PutRequest request =
                new PutRequest(part.target(), new WriteCondition.None(), Map.of(), Map.of());
        return writer.put(
                UploadRows.part(place.bucket().id(), part.upload(), part.number()),
                new UploadGround(cluster, log, rules, place.key()),
                request,
                body.of(place.upload()),
                reading());
    }

    private Optional<Failure> closed(UploadLog.Found found, Deadline deadline) {
        return switch (found.record().state()) {
            case UploadRecord.Open _ -> Optional.empty();
            case UploadRecord.Completing _ ->
                    Optional.of(new Failure.Unavailable("the upload is just being completed"));
            case UploadRecord.Completed _ -> Optional.of(new Failure.NoSuchUpload());
            case UploadRecord.Aborted _ -> Optional.of(log.over(found, deadline));
        };
    }

    @Override
    public CompleteResult complete(CompleteRequest request) {
        Target target = request.target();
        return inLife(
                target,
                CompleteResult.Failed::new,
                life -> completer.complete(request, place(target, life, request.upload())));
    }

    @Override
    public AbortResult abort(Target target, UploadId upload) {
        return inLife(
                target,
                AbortResult.Failed::new,
                life -> aborter.abort(place(target, life, upload)));
    }

    private Place place(Target target, BucketRecord bucket, UploadId upload) {
        return new Place(
                bucket.id(),
                UploadRows.upload(bucket.id(), target.key(), upload),
                new Completion.Destination(
                        new ObjectKey(bucket.id(), target.key()),
                        BucketGround.of(cluster, buckets, target, bucket)));
    }

    @Override
    public PartsResult listParts(PartsRequest request) {
        return inLife(
                request.target(),
                PartsResult.Failed::new,
                life -> lister.parts(request, life.id()));
    }

    @Override
    public UploadsResult listUploads(UploadsRequest request) {
        return inLife(
                request.account(),
                request.bucket(),
                UploadsResult.Failed::new,
                life -> lister.uploads(request, life.id()));
    }
}
