package io.giza.gateway.scope;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketDirectory.ScopeState;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.bucket.BucketVersioningLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.lock.BucketLock;
import io.giza.model.BucketRecord;
import io.giza.model.DcName;
import io.giza.model.Encryption;
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
 * @param versioningLookup what the bucket does about versions, or who finds it out
 */
public record BucketScope(
        Cluster cluster,
        BucketDirectory buckets,
        String name,
        BucketRecord bucket,
        BucketVersioningLookup versioningLookup)
        implements PutScope {
    /** Returns the bucket of an operation that begins now. */
    public static BucketScope of(
            Cluster cluster, BucketDirectory buckets, Target target, BucketRecord bucket) {
        return new BucketScope(
                cluster,
                buckets,
                target.bucket(),
                bucket,
                buckets.startLookup(target.account(), target.bucket(), bucket));
    }

    /**
     * Returns the bucket of an operation that knows it already.
     *
     * @param startedAt when the operation began, by this gateway
     */
    public static BucketScope known(
            Cluster cluster,
            BucketDirectory buckets,
            String name,
            BucketRecord bucket,
            Moment startedAt) {
        return new BucketScope(
                cluster, buckets, name, bucket, BucketVersioningLookup.known(bucket, startedAt));
    }

    /**
     * Looks whether a bucket stood after something was read in it, or found missing there, and
     * tells why nothing is concluded from that; empty if it stood.
     */
    public static Optional<Failure> failureAfterRead(
            BucketDirectory buckets, String name, BucketRecord expected) {
        return readFailure(buckets.stateAfterRead(name, expected));
    }

    /** Tells why nothing is concluded from what was read in a bucket; empty if it stood. */
    public static Optional<Failure> readFailure(ScopeState state) {
        return switch (state) {
            case OPEN -> Optional.empty();
            case GONE -> Optional.of(new Failure.NoSuchBucket(false));
            case REPLACED -> Optional.of(new Failure.BucketReplaced());
            case UNKNOWN -> Optional.of(new Failure.Unavailable("the bucket could not be read"));
        };
    }

    @Override
    public ObjectKey witness() {
        return ObjectKey.ofBucketRecord(name);
    }

    @Override
    public ScopeState confirm(Map<DcName, Row> witnesses) {
        return buckets.confirmWrite(
                name,
                bucket,
                versioningLookup.startedAt(),
                witnesses,
                cluster.after(cluster.settings().read()));
    }

    @Override
    public VersioningDecision versioningDecision(Deadline deadline) {
        return switch (versioningLookup.await(deadline)) {
            case BucketLookup.Known known when known.record().id().equals(bucket.id()) ->
                    decision(known.record(), deadline);
            case BucketLookup.Known _ -> new Refused(new Failure.BucketReplaced());
            case BucketLookup.NotFound notFound -> new Refused(notFound.toFailure());
        };
    }

    /** What is retained by default is by this gateway's clock, which must not be behind. */
    private VersioningDecision decision(BucketRecord record, Deadline deadline) {
        return record.lock()
                .flatMap(BucketLock::defaultRetention)
                .flatMap(_ -> buckets.clockDisagreement(deadline))
                .<VersioningDecision>map(detail -> new Refused(new Failure.Unavailable(detail)))
                .orElseGet(() -> new KnownVersioning(record.versioning(), record.lock()));
    }

    @Override
    public Optional<Encryption.Default> defaultEncryption() {
        return bucket.encryption();
    }

    @Override
    public Optional<Failure> defaultEncryptionRefusal(Deadline deadline) {
        return switch (versioningLookup.await(deadline)) {
            case BucketLookup.Known(BucketRecord now)
                    when now.encryption().equals(bucket.encryption()) ->
                    Optional.empty();
            case BucketLookup.Known _ -> Optional.of(new Failure.BucketReplaced());
            case BucketLookup.NotFound notFound -> Optional.of(notFound.toFailure());
        };
    }

    @Override
    public Optional<VersionName> nameOf(VersionId version, Mode mode, Deadline deadline) {
        BucketRecord known =
                versioningLookup.await(deadline) instanceof BucketLookup.Known current
                                && current.record().id().equals(bucket.id())
                        ? current.record()
                        : bucket;
        return buckets.reportableModes(name, known, Optional.empty(), deadline).contains(mode)
                ? Optional.of(VersionName.of(version, mode))
                : Optional.empty();
    }

    @Override
    public boolean holdsObjects() {
        return true;
    }

    @Override
    public Failure goneFailure() {
        return new Failure.NoSuchBucket(false);
    }

    /** Returns this bucket by the newest record of it that this gateway knows. */
    public BucketScope current() {
        return known(
                cluster, buckets, name, buckets.latest(name, bucket), versioningLookup.startedAt());
    }

    /** What came of a read of an object in the bucket. */
    public sealed interface ObjectRead {}

    /**
     * The bucket stood then.
     *
     * @param row the object's row, as a quorum knows it
     * @param bucketRow the bucket's row, as it was read with that of the object
     */
    public record Confirmed(Row row, Optional<Row> bucketRow) implements ObjectRead {}

    /** Nothing is concluded from what was read, if anything was. */
    public record Unconfirmed(Failure failure) implements ObjectRead {}

    /** Reads an object's row and, in the same round trip, whether the bucket stood. */
    public ObjectRead read(ObjectKey key, Deadline deadline) {
        var read = cluster.metadata().reader().readWith(key, witness(), deadline);
        if (!(read instanceof VersionReader.Latest latest)) {
            return new Unconfirmed(new Failure.Unavailable("no quorum answered"));
        }
        ScopeState state =
                buckets.confirmRead(
                        name, bucket, versioningLookup.startedAt(), latest.witness(), deadline);
        return readFailure(state)
                .<ObjectRead>map(Unconfirmed::new)
                .orElseGet(() -> new Confirmed(latest.row(), latest.witness()));
    }

    /** Offers a record to the row of an object in the bucket, whose own row is the witness. */
    public CommitResult append(ObjectKey key, Draft draft, Row start) {
        return cluster.metadata()
                .committer()
                .append(key, draft, start, witness(), cluster.after(cluster.settings().commit()));
    }
}
