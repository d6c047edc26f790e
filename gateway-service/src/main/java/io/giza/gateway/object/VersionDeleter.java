package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketDirectory.Standing;
import io.giza.gateway.object.ObjectService.DeleteRequest;
import io.giza.gateway.object.ObjectService.DeleteResult;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.model.BucketRecord;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.paxos.Fold;
import io.giza.version.DeletionDraft;

/**
 * The story of deleting one version for good: a record that says so is appended right after a state
 * in which the version is live. If a quorum knows that it is not, nothing is written. Its fragments
 * are the cleaner's.
 */
final class VersionDeleter {
    private final Cluster cluster;
    private final BucketDirectory buckets;

    VersionDeleter(Cluster cluster, BucketDirectory buckets) {
        this.cluster = cluster;
        this.buckets = buckets;
    }

    /** Deletes the version, or says why not; deleting one that is not there succeeds. */
    DeleteResult delete(
            DeleteRequest request, VersionId version, BucketRecord bucket, Deadline deadline) {
        ObjectKey key = new ObjectKey(bucket.id(), request.target().key());
        ObjectKey witness = ObjectKey.ofBucketRecord(request.target().bucket());
        var read = cluster.metadata().reader().readWith(key, witness, deadline);
        if (!(read instanceof VersionReader.Latest latest)) {
            return new Failure.Unavailable("no quorum answered");
        }
        String name = request.target().bucket();
        Standing standing = buckets.confirmRead(name, bucket, latest.witness(), deadline);
        if (standing != Standing.STANDS) {
            return standing == Standing.OVER
                    ? new Failure.NoSuchBucket(false)
                    : new Failure.Unavailable("the bucket could not be read");
        }
        DeletionDraft draft =
                new DeletionDraft(
                        cluster.versions(),
                        key,
                        latest.row(),
                        new DeletionDraft.Request(
                                version,
                                request.target().op(),
                                cluster.manifests().writeFormat(),
                                _ -> true));
        CommitResult result =
                cluster.metadata()
                        .committer()
                        .append(
                                key,
                                draft,
                                latest.row(),
                                witness,
                                cluster.after(cluster.settings().commit()));
        return switch (result) {
            case CommitResult.Committed committed -> acknowledge(request, bucket, committed);
            // An earlier attempt of the same request appended its record.
            case CommitResult.Repeated _ -> new DeleteResult.Done();
            case CommitResult.Withdrawn _ -> notLive(draft.standing());
            case CommitResult.Fenced _ ->
                    new Failure.Unavailable("a cleaner passed by; the delete did not happen");
            case CommitResult.Unavailable unavailable ->
                    new Failure.Unavailable(unavailable.detail());
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
        };
    }

    private static DeleteResult notLive(Fold.Standing standing) {
        return switch (standing) {
            case Fold.Deleted _, Fold.NoVersion _ -> new DeleteResult.Done();
            case Fold.NeedsOlder _ -> new Failure.Unavailable("older versions cannot be read");
            case Fold.Live live ->
                    throw new IllegalStateException("withdrawn though it is live: " + live);
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
}
