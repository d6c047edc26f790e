package io.giza.gateway.upload;

import io.giza.commit.CommitResult;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.object.BucketGround;
import io.giza.gateway.object.Cluster;
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

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

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

    private Life life(Target target) {
        return life(buckets.find(target.account(), target.bucket(), reading()));
    }

    /** Finds it likewise, where nothing confirms afterwards that it stood. */
    private Life confirmed(Target target) {
        return life(buckets.findFresh(target.account(), target.bucket(), reading()));
    }

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

    @Override
    public CreateResult create(Target target, Upload upload) {
        return switch (life(target)) {
            case Without(Failure failure) -> new CreateResult.Failed(failure);
            case Standing(BucketRecord bucket) -> create(target, upload, bucket);
        };
    }

    private CreateResult create(Target target, Upload upload, BucketRecord bucket) {
        long asked = cluster.surroundings().time().nanos();
        BucketGround ground = BucketGround.known(cluster, buckets, target.bucket(), bucket, asked);
        UploadId id = UploadId.begun(upload.initiated(), cluster.surroundings().random());
        ObjectKey key = UploadRows.upload(bucket.id(), target.key(), id);
        CommitResult result =
                log.create(
                        key,
                        new UploadRecord(upload, new UploadRecord.Open()),
                        ground.witness(),
                        cluster.after(cluster.settings().commit()));
        return switch (result) {
            case CommitResult.Committed committed ->
                    ground.refusal(committed.witnesses())
                            .<CreateResult>map(CreateResult.Failed::new)
                            .orElseGet(() -> new CreateResult.Created(id));
            case CommitResult.Unknown unknown ->
                    new CreateResult.Failed(new Failure.OutcomeUnknown(unknown.detail()));
            case CommitResult.Unavailable unavailable ->
                    new CreateResult.Failed(new Failure.Unavailable(unavailable.detail()));
            case CommitResult.Repeated _, CommitResult.Withdrawn _, CommitResult.Fenced _ ->
                    throw new IllegalStateException("a fresh row has no past: " + result);
        };
    }

    @Override
    public PutResult putPart(PartTarget part, PartBody body) throws IOException {
        return switch (confirmed(part.target())) {
            case Without(Failure failure) -> failure;
            case Standing(BucketRecord bucket) -> putPart(part, body, bucket);
        };
    }

    private PutResult putPart(PartTarget part, PartBody body, BucketRecord bucket)
            throws IOException {
        Deadline deadline = cluster.after(cluster.settings().read());
        ObjectKey key = UploadRows.upload(bucket.id(), part.target().key(), part.upload());
        Upload upload;
        switch (log.findOpen(key, deadline)) {
            case UploadLog.Missing _ -> {
                return new Failure.NoSuchUpload();
            }
            case UploadLog.Unreachable unreachable -> {
                return new Failure.Unavailable(unreachable.detail());
            }
            case UploadLog.Found found -> {
                Optional<Failure> closed = closed(found, deadline);
                if (closed.isPresent()) {
                    return closed.get();
                }
                upload = found.record().upload();
            }
        }
        PutRequest request =
                new PutRequest(part.target(), new WriteCondition.None(), Map.of(), Map.of());
        return writer.put(
                UploadRows.part(bucket.id(), part.upload(), part.number()),
                new UploadGround(cluster, log, rules, key),
                request,
                body.of(upload),
                deadline);
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
        return switch (life(request.target())) {
            case Without(Failure failure) -> new CompleteResult.Failed(failure);
            case Standing(BucketRecord bucket) ->
                    completer.complete(request, place(request.target(), bucket, request.upload()));
        };
    }

    @Override
    public AbortResult abort(Target target, UploadId upload) {
        return switch (life(target)) {
            case Without(Failure failure) -> new AbortResult.Failed(failure);
            case Standing(BucketRecord bucket) -> aborter.abort(place(target, bucket, upload));
        };
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
        return switch (confirmed(request.target())) {
            case Without(Failure failure) -> new PartsResult.Failed(failure);
            case Standing(BucketRecord bucket) -> lister.parts(request, bucket.id());
        };
    }

    @Override
    public UploadsResult listUploads(UploadsRequest request) {
        var found = buckets.findConfirmed(request.account(), request.bucket(), reading());
        return switch (life(found)) {
            case Without(Failure failure) -> new UploadsResult.Failed(failure);
            case Standing(BucketRecord bucket) -> lister.uploads(request, bucket.id());
        };
    }
}
