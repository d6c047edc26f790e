package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.object.ObjectService.DeleteRequest;
import io.giza.gateway.object.ObjectService.DeleteResult;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.model.BucketRecord;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * The story of a delete: append a delete marker, or the end of the one version that is named.
 * Deleting what a quorum knows to be absent writes nothing.
 */
public final class ObjectDeleter {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final VersionResolver resolver;
    private final VersionDeleter versions;

    public ObjectDeleter(Cluster cluster, BucketDirectory buckets, VersionResolver resolver) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.resolver = resolver;
        this.versions = new VersionDeleter(cluster, buckets);
    }

    /** Deletes an object, or says why not. */
    public DeleteResult delete(DeleteRequest request) {
        Deadline deadline = cluster.after(cluster.settings().read());
        var target = request.target();
        return switch (buckets.find(target.account(), target.bucket(), deadline)) {
            case BucketDirectory.Missing _ -> new Failure.NoSuchBucket(false);
            case BucketDirectory.Foreign _ -> new Failure.NoSuchBucket(true);
            case BucketDirectory.Unreachable unreachable ->
                    new Failure.Unavailable(unreachable.detail());
            case BucketDirectory.Known known -> {
                VersionId version = request.version();
                yield version == null
                        ? delete(request, known.record(), deadline)
                        : versions.delete(request, version, known.record(), deadline);
            }
        };
    }

    private DeleteResult delete(DeleteRequest request, BucketRecord bucket, Deadline deadline) {
        ObjectKey key = new ObjectKey(bucket.id(), request.target().key());
        Optional<Row> start =
                cluster.metadata()
                        .reader()
                        .nearest(key, deadline)
                        .map(VersionReader.Hint::row)
                        .filter(ObjectDeleter::holdsPut);
        if (start.isEmpty()) {
            var result =
                    cluster.metadata()
                            .reader()
                            .readWith(
                                    key,
                                    ObjectKey.ofBucketRecord(request.target().bucket()),
                                    deadline);
            if (!(result instanceof VersionReader.Latest latest)) {
                return new Failure.Unavailable("no quorum answered");
            }
            if (!holdsPut(latest.row())) {
                return absent(request, bucket, latest, deadline);
            }
            start = Optional.of(latest.row());
        }
        return append(request, bucket, key, start.get());
    }

    private DeleteResult absent(
            DeleteRequest request,
            BucketRecord bucket,
            VersionReader.Latest latest,
            Deadline deadline) {
        String name = request.target().bucket();
        return switch (buckets.confirmRead(name, bucket, latest.witness(), deadline)) {
            case STANDS ->
                    request.condition() instanceof WriteCondition.Matches
                            ? new Failure.NoSuchKey()
                            : new DeleteResult.Done();
            case OVER -> new Failure.NoSuchBucket(false);
            case UNCLEAR -> new Failure.Unavailable("the bucket could not be read");
        };
    }

    private DeleteResult append(
            DeleteRequest request, BucketRecord bucket, ObjectKey key, Row start) {
        Value marker =
                new Value(
                        cluster.manifests().writeFormat(),
                        PutId.random(cluster.surroundings().random()),
                        Value.Kind.MARKER,
                        start.fence(),
                        0,
                        request.target().op(),
                        Bytes.EMPTY);
        ConditionalDraft draft =
                new ConditionalDraft(cluster, resolver, key, marker, request.condition());
        CommitResult result =
                cluster.metadata()
                        .committer()
                        .append(
                                key,
                                draft,
                                start,
                                ObjectKey.ofBucketRecord(request.target().bucket()),
                                cluster.after(cluster.settings().commit()));
        return switch (result) {
            case CommitResult.Committed committed -> acknowledge(request, bucket, committed);
            // An earlier attempt of the same request appended its marker, which is visible at once.
            case CommitResult.Repeated _ -> new DeleteResult.Done();
            case CommitResult.Withdrawn _ -> (DeleteResult) draft.refusal();
            case CommitResult.Fenced _ ->
                    new Failure.Unavailable("a cleaner passed by; the delete did not happen");
            case CommitResult.Unavailable unavailable ->
                    new Failure.Unavailable(unavailable.detail());
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
        };
    }

    private DeleteResult acknowledge(
            DeleteRequest request, BucketRecord bucket, CommitResult.Committed committed) {
        var standing =
                buckets.confirmWrite(
                        request.target().bucket(),
                        bucket,
                        committed.witnesses(),
                        cluster.after(cluster.settings().read()));
        return switch (standing) {
            case STANDS -> new DeleteResult.Done();
            case OVER -> new Failure.NoSuchBucket(false);
            case UNCLEAR -> new Failure.OutcomeUnknown("the bucket is being deleted");
        };
    }

    private static boolean holdsPut(Row row) {
        return switch (Fold.fold(row)) {
            case Fold.Nothing _ -> false;
            case Fold.Newest newest -> newest.entry().value().kind() == Value.Kind.PUT;
            case Fold.NeedsOlder _ -> true;
        };
    }
}
