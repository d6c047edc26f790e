package io.giza.gateway.upload;

import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.object.ObjectWriter;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.scope.ReplacedBucketRetry;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.WriteCondition;
import io.giza.lock.VersionLock;
import io.giza.model.BucketRecord;
import io.giza.model.Encryption;
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

/** The uploads as consensus and erasure coding keep them; each operation is a class. */
public final class ReplicatedUploads implements UploadService {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final UploadLog log;
    private final ObjectWriter writer;
    private final UploadCompleter completer;
    private final UploadCreation creation;
    private final UploadAborter aborter;
    private final UploadLister lister;

    /**
     * Runs over one cluster.
     *
     * @param writer puts the parts; it is that of the objects, for both share its memory
     * @param leastPartBytes of every part but the last
     */
    public ReplicatedUploads(
            Cluster cluster,
            BucketDirectory buckets,
            ObjectWriter writer,
            UploadRules rules,
            long leastPartBytes) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.log = new UploadLog(cluster);
        this.writer = writer;
        this.completer = new UploadCompleter(cluster, log, rules, writer, leastPartBytes);
        this.creation = new UploadCreation(cluster, buckets, log);
        this.aborter = new UploadAborter(cluster, log, rules);
        this.lister = new UploadLister(cluster, log);
    }

    /** Finds the bucket of an operation, or says why not. */
    private sealed interface BucketResult {}

    private record ActiveBucket(BucketRecord bucket) implements BucketResult {}

    private record NoBucket(Failure failure) implements BucketResult {}

    private Deadline readDeadline() {
        return cluster.after(cluster.settings().read());
    }

    private static BucketResult bucketResult(BucketLookup lookup) {
        return switch (lookup) {
            case BucketLookup.Known known -> new ActiveBucket(known.record());
            case BucketLookup.NotFound notFound -> new NoBucket(notFound.toFailure());
        };
    }

    /**
     * Does an operation in the life of the bucket that is remembered, and again where another took
     * its place.
     */
    private <R extends Outcome> R inBucket(
            Account account,
            String bucket,
            Function<Failure, R> failed,
            Function<BucketRecord, R> operation) {
        return ReplacedBucketRetry.attempt(
                () ->
                        switch (bucketResult(buckets.find(account, bucket, readDeadline()))) {
                            case NoBucket(Failure failure) -> failed.apply(failure);
                            case ActiveBucket(BucketRecord bucketRecord) -> {
                                R result = operation.apply(bucketRecord);
                                yield result.dependsOnBucket()
                                        ? BucketScope.failureAfterRead(
                                                        buckets, bucket, bucketRecord)
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

    private <R extends Outcome> R inBucket(
            Target target, Function<Failure, R> failed, Function<BucketRecord, R> operation) {
        return inBucket(target.account(), target.bucket(), failed, operation);
    }

    @Override
    public CreateResult create(Target target, Upload upload, EncryptionRequest encryption) {
        return inBucket(
                target,
                CreateResult.Failed::new,
                bucketRecord -> creation.create(target, upload, encryption, bucketRecord));
    }

    @Override
    public PutResult putPart(PartTarget part, PartBody body) throws IOException {
        PartDestination location =
                ReplacedBucketRetry.attempt(
                        () -> findOpenUpload(part),
                        each -> each instanceof NoOpenUpload(Failure.BucketReplaced _));
        return switch (location) {
            case NoOpenUpload(Failure failure) -> failure;
            case OpenUpload somewhere -> putPart(part, body, somewhere);
        };
    }

    /** Where a part is put, found before anything is read of it. */
    private sealed interface PartDestination {}

    private record OpenUpload(BucketRecord bucket, ObjectKey key, Upload upload)
            implements PartDestination {}

    private record NoOpenUpload(Failure failure) implements PartDestination {}

    private PartDestination findOpenUpload(PartTarget part) {
        Target target = part.target();
        // Nothing confirms afterwards that the bucket stood.
        BucketResult bucketRecord =
                bucketResult(buckets.findFresh(target.account(), target.bucket(), readDeadline()));
        return switch (bucketRecord) {
            case NoBucket(Failure failure) -> new NoOpenUpload(failure);
            case ActiveBucket(BucketRecord bucket) -> findOpenUpload(part, bucket);
        };
    }

    private PartDestination findOpenUpload(PartTarget part, BucketRecord bucket) {
        Deadline deadline = readDeadline();
        ObjectKey key = UploadRows.upload(bucket.id(), part.target().key(), part.upload());
        return switch (log.findOpen(key, deadline)) {
            case UploadLog.Missing _ ->
                    new NoOpenUpload(
                            BucketScope.failureAfterRead(buckets, part.target().bucket(), bucket)
                                    .orElseGet(Failure.NoSuchUpload::new));
            case UploadLog.Unreachable unreachable ->
                    new NoOpenUpload(new Failure.Unavailable(unreachable.detail()));
            case UploadLog.Found found ->
                    closedFailure(found, deadline)
                            .<PartDestination>map(NoOpenUpload::new)
                            .orElseGet(() -> new OpenUpload(bucket, key, found.record().upload()));
        };
    }

    private PutResult putPart(PartTarget part, PartBody body, OpenUpload location)
            throws IOException {
        Target target = part.target();
        Optional<Encryption> encryption = location.upload().encryption();
        PutRequest request =
                new PutRequest(
                        target,
                        new WriteCondition.None(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        VersionLock.NONE,
                        encryption
                                .<EncryptionRequest>map(
                                        each ->
                                                new EncryptionRequest.OfUpload(
                                                        each,
                                                        new ObjectKey(
                                                                location.bucket().id(),
                                                                target.key()),
                                                        part.key()))
                                .orElse(EncryptionRequest.BY_BUCKET),
                        Optional.empty());
        ObjectBody opened = body.of(location.upload());
        return writer.put(
                UploadRows.part(location.bucket().id(), part.upload(), part.number()),
                new UploadScope(cluster, log, location.key()),
                body.requested(request),
                opened,
                readDeadline());
    }

    private Optional<Failure> closedFailure(UploadLog.Found found, Deadline deadline) {
        return switch (found.record().state()) {
            case UploadRecord.Open _ -> Optional.empty();
            case UploadRecord.Completing _ ->
                    Optional.of(new Failure.Unavailable("the upload is just being completed"));
            case UploadRecord.Completed _ -> Optional.of(new Failure.NoSuchUpload());
            case UploadRecord.Aborted _ -> Optional.of(log.abortedFailure(found, deadline));
        };
    }

    @Override
    public CompleteResult complete(CompleteRequest request) {
        Target target = request.target();
        return inBucket(
                target,
                CompleteResult.Failed::new,
                bucketRecord ->
                        completer.complete(
                                request, location(target, bucketRecord, request.upload())));
    }

    @Override
    public AbortResult abort(Target target, UploadId upload) {
        return inBucket(
                target,
                AbortResult.Failed::new,
                bucketRecord -> aborter.abort(location(target, bucketRecord, upload)));
    }

    private UploadLocation location(Target target, BucketRecord bucket, UploadId upload) {
        return new UploadLocation(
                bucket.id(),
                UploadRows.upload(bucket.id(), target.key(), upload),
                new Completion.Destination(
                        new ObjectKey(bucket.id(), target.key()),
                        BucketScope.of(cluster, buckets, target, bucket)));
    }

    @Override
    public PartsResult listParts(PartsRequest request) {
        return inBucket(
                request.target(),
                PartsResult.Failed::new,
                bucketRecord -> lister.parts(request, bucketRecord.id()));
    }

    @Override
    public UploadsResult listUploads(UploadsRequest request) {
        return inBucket(
                request.account(),
                request.bucket(),
                UploadsResult.Failed::new,
                bucketRecord -> lister.uploads(request, bucketRecord.id()));
    }
}
