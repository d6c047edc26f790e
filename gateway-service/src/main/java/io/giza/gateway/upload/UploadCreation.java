package io.giza.gateway.upload;

import io.giza.commit.CommitResult;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.object.EncryptionChoice;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.UploadService.CreateResult;
import io.giza.lock.VersionLock;
import io.giza.model.BucketRecord;
import io.giza.model.ObjectKey;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;

import java.util.Optional;

/** Begins uploads. One that is encrypted has its data key from the first. */
record UploadCreation(Cluster cluster, BucketDirectory buckets, UploadLog log) {
    /** Begins an upload in one life of a bucket. */
    CreateResult create(
            Target target, Upload upload, EncryptionRequest encryption, BucketRecord bucket) {
        Optional<Failure> refusal = lockRefusal(target, upload);
        if (refusal.isPresent()) {
            return new CreateResult.Failed(refusal.get());
        }
        BucketScope scope = BucketScope.of(cluster, buckets, target, bucket);
        ObjectKey object = new ObjectKey(bucket.id(), target.key());
        return switch (EncryptionChoice.of(cluster.keys(), encryption, scope, object)) {
            case EncryptionChoice.Refused(Failure failure) -> new CreateResult.Failed(failure);
            case EncryptionChoice.Chosen(var protection) ->
                    create(
                            target,
                            protection
                                    .map(each -> upload.withEncryption(each.encryption()))
                                    .orElse(upload),
                            scope,
                            encryption instanceof EncryptionRequest.ByBucket);
        };
    }

    /** Where no version can be locked nobody is to upload parts of one in vain. */
    private Optional<Failure> lockRefusal(Target target, Upload upload) {
        if (upload.lock().equals(VersionLock.NONE)) {
            return Optional.empty();
        }
        return switch (buckets.findFresh(target.account(), target.bucket(), readDeadline())) {
            case BucketLookup.NotFound notFound -> Optional.of(notFound.toFailure());
            case BucketLookup.Known(BucketRecord record) ->
                    record.lock().isPresent()
                            ? Optional.empty()
                            : Optional.of(new Failure.NoBucketLock());
        };
    }

    private Deadline readDeadline() {
        return cluster.after(cluster.settings().read());
    }

    private CreateResult create(
            Target target, Upload upload, BucketScope scope, boolean isEncryptedByBucket) {
        BucketRecord bucket = scope.bucket();
        UploadId id = UploadId.create(upload.initiated(), cluster.surroundings().random());
        ObjectKey key = UploadRows.upload(bucket.id(), target.key(), id);
        CommitResult result =
                log.create(
                        key,
                        new UploadRecord(upload, new UploadRecord.Open()),
                        scope.witness(),
                        cluster.after(cluster.settings().commit()));
        return switch (result) {
            case CommitResult.Committed committed ->
                    switch (scope.confirm(committed.witnesses())) {
                        // The bucket was asked while the record was decided on.
                        case OPEN ->
                                Optional.of(scope)
                                        .filter(_ -> isEncryptedByBucket)
                                        .flatMap(
                                                each ->
                                                        each.defaultEncryptionRefusal(
                                                                readDeadline()))
                                        .<CreateResult>map(CreateResult.Failed::new)
                                        .orElseGet(
                                                () ->
                                                        new CreateResult.Created(
                                                                id, upload.encryption()));
                        case GONE -> new CreateResult.Failed(scope.goneFailure());
                        // Nobody was told of the upload.
                        case REPLACED -> new CreateResult.Failed(new Failure.BucketReplaced());
                        case UNKNOWN ->
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
}
