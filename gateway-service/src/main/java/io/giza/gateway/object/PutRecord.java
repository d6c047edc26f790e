package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketDirectory.Standing;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.model.BucketRecord;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;

import java.util.Map;
import java.util.Optional;

/**
 * The metadata's part of a put: gets the record chosen, and says what the client is told of the
 * outcome.
 */
final class PutRecord {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final VersionResolver resolver;
    private final VersionConfirmation confirmation;

    PutRecord(Cluster cluster, BucketDirectory buckets, VersionResolver resolver) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.resolver = resolver;
        this.confirmation = new VersionConfirmation(cluster);
    }

    /** Makes what is offered to the row, once it is known what the bucket does about versions. */
    ConditionalDraft draft(PutAttempt attempt, Manifest manifest) {
        return switch (fresh(attempt)) {
            case BucketDirectory.Known known
                    when known.record().id().equals(attempt.bucket().id()) ->
                    new ConditionalDraft(
                            cluster,
                            resolver,
                            attempt.key(),
                            attempt.record(
                                    manifest, cluster.manifests(), known.record().versioning()),
                            attempt.request().condition());
            case BucketDirectory.Known _, BucketDirectory.Missing _ ->
                    ConditionalDraft.refused(cluster, resolver, new Failure.NoSuchBucket(false));
            case BucketDirectory.Foreign _ ->
                    ConditionalDraft.refused(cluster, resolver, new Failure.NoSuchBucket(true));
            case BucketDirectory.Unreachable unreachable ->
                    ConditionalDraft.refused(
                            cluster, resolver, new Failure.Unavailable(unreachable.detail()));
        };
    }

    private BucketDirectory.Lookup fresh(PutAttempt attempt) {
        return attempt.fresh().await(cluster.after(cluster.settings().read()));
    }

    /** Offers the record to the row. */
    CommitResult commit(PutAttempt attempt, ConditionalDraft draft) {
        return cluster.metadata()
                .committer()
                .append(
                        attempt.key(),
                        draft,
                        attempt.start(),
                        ObjectKey.ofBucketRecord(attempt.request().target().bucket()),
                        cluster.after(cluster.settings().commit()));
    }

    /** The record was chosen and the data is durable; both may have taken long. */
    PutResult confirm(
            PutAttempt attempt,
            Manifest manifest,
            CommitResult.Committed committed,
            long proposed,
            Resolution seen) {
        return confirmation.stands(attempt.key(), committed, proposed)
                ? acknowledge(attempt, manifest, committed, seen)
                : new Failure.OutcomeUnknown("its uploads took so long that it was ended");
    }

    /** The record was chosen and the data is durable. */
    PutResult acknowledge(
            PutAttempt attempt,
            Manifest manifest,
            CommitResult.Committed committed,
            Resolution seen) {
        return switch (standing(attempt, committed.witnesses())) {
            case STANDS -> {
                cluster.metadata()
                        .resolutions()
                        .tell(attempt.key(), committed.row(), committed.version(), seen);
                yield stored(attempt, manifest, committed.row(), committed.version());
            }
            case OVER -> new Failure.NoSuchBucket(false);
            case UNCLEAR -> new Failure.OutcomeUnknown("the bucket is being deleted");
        };
    }

    private PutResult stored(PutAttempt attempt, Manifest manifest, Row row, long version) {
        BucketRecord bucket =
                fresh(attempt) instanceof BucketDirectory.Known known
                        ? known.record()
                        : attempt.bucket();
        return PutResult.Stored.of(manifest, VersionNames.of(bucket, row, version));
    }

    /** The record was not chosen, or nobody knows. */
    PutResult notCommitted(PutAttempt attempt, ConditionalDraft draft, CommitResult result) {
        return switch (result) {
            case CommitResult.Repeated repeated -> repeated(attempt, repeated);
            case CommitResult.Withdrawn _ -> (PutResult) draft.refusal();
            case CommitResult.Fenced _ ->
                    new Failure.Unavailable("a cleaner passed by; the put did not happen");
            case CommitResult.Unavailable unavailable ->
                    new Failure.Unavailable(unavailable.detail());
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
            case CommitResult.Committed _ ->
                    throw new IllegalStateException("committed after all: " + result);
        };
    }

    /**
     * An earlier attempt of the same client operation is in the log. Its success is this one's only
     * if its data is visible, and if its bucket still stands: that attempt may have ended without
     * an answer because the bucket was being deleted.
     */
    private PutResult repeated(PutAttempt attempt, CommitResult.Repeated repeated) {
        Optional<Manifest> visible =
                resolver.visible(attempt.key(), repeated.row(), repeated.version());
        if (visible.isEmpty()) {
            return new Failure.OutcomeUnknown("an earlier attempt of this request is under way");
        }
        return switch (standing(attempt, Map.of())) {
            case STANDS -> stored(attempt, visible.get(), repeated.row(), repeated.version());
            case OVER -> new Failure.NoSuchBucket(false);
            case UNCLEAR -> new Failure.OutcomeUnknown("the bucket is being deleted");
        };
    }

    private Standing standing(PutAttempt attempt, Map<DcName, Row> witnesses) {
        return buckets.confirmWrite(
                attempt.request().target().bucket(),
                attempt.bucket(),
                attempt.fresh().asked(),
                witnesses,
                cluster.after(cluster.settings().read()));
    }
}
