package io.giza.gateway.object;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketDirectory.Standing;
import io.giza.gateway.bucket.FreshBucket;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.object.ObjectService.Target;
import io.giza.model.BucketRecord;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.paxos.Row;

import java.util.Map;
import java.util.Optional;

/**
 * The bucket of an object.
 *
 * @param name the bucket's name
 * @param bucket its record, which stood when it was looked for
 * @param fresh what the bucket does about versions, or who finds it out
 */
public record BucketGround(
        Cluster cluster,
        BucketDirectory buckets,
        String name,
        BucketRecord bucket,
        FreshBucket fresh)
        implements Ground {
    /** Returns the bucket of an operation that begins now. */
    public static BucketGround of(
            Cluster cluster, BucketDirectory buckets, Target target, BucketRecord bucket) {
        return new BucketGround(
                cluster,
                buckets,
                target.bucket(),
                bucket,
                buckets.beginFresh(target.account(), target.bucket(), bucket));
    }

    /**
     * Returns the bucket of an operation that knows it already.
     *
     * @param asked when the operation began, by this gateway
     */
    public static BucketGround known(
            Cluster cluster,
            BucketDirectory buckets,
            String name,
            BucketRecord bucket,
            Moment asked) {
        return new BucketGround(cluster, buckets, name, bucket, FreshBucket.known(bucket, asked));
    }

    /**
     * Looks whether a bucket stood after something was read in it, or found missing there, and
     * tells why nothing is concluded from that; empty if it stood.
     */
    public static Optional<Failure> whyUnread(
            BucketDirectory buckets, String name, BucketRecord expected) {
        return unread(buckets.standing(name, expected));
    }

    /** Tells why nothing is concluded from what was read in a bucket; empty if it stood. */
    public static Optional<Failure> unread(Standing standing) {
        return switch (standing) {
            case STANDS -> Optional.empty();
            case OVER -> Optional.of(new Failure.NoSuchBucket(false));
            case REPLACED -> Optional.of(new Failure.BucketReplaced());
            case UNCLEAR -> Optional.of(new Failure.Unavailable("the bucket could not be read"));
        };
    }

    @Override
    public ObjectKey witness() {
        return ObjectKey.ofBucketRecord(name);
    }

    @Override
    public Standing confirm(Map<DcName, Row> witnesses) {
        return buckets.confirmWrite(
                name, bucket, fresh.asked(), witnesses, cluster.after(cluster.settings().read()));
    }

    @Override
    public Terms terms(Deadline deadline) {
        return switch (fresh.await(deadline)) {
            case BucketDirectory.Known known when known.record().id().equals(bucket.id()) ->
                    new Known(known.record().versioning());
            case BucketDirectory.Known _ -> new Refused(replaced());
            case BucketDirectory.Missing _ -> new Refused(new Failure.NoSuchBucket(false));
            case BucketDirectory.Foreign _ -> new Refused(new Failure.NoSuchBucket(true));
            case BucketDirectory.Unreachable unreachable ->
                    new Refused(new Failure.Unavailable(unreachable.detail()));
        };
    }

    @Override
    public Optional<VersionName> nameOf(VersionId version, Mode mode, Deadline deadline) {
        BucketRecord known =
                fresh.await(deadline) instanceof BucketDirectory.Known asked
                                && asked.record().id().equals(bucket.id())
                        ? asked.record()
                        : bucket;
        return buckets.named(name, known, Optional.empty(), deadline).contains(mode)
                ? Optional.of(VersionName.of(version, mode))
                : Optional.empty();
    }

    private Failure replaced() {
        return cluster.versions().rules().isMissingWhereReplaced()
                ? over()
                : new Failure.BucketReplaced();
    }

    @Override
    public Failure over() {
        return new Failure.NoSuchBucket(false);
    }
}
