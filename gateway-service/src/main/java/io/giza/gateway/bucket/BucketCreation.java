package io.giza.gateway.bucket;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.lock.BucketLock;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.paxos.Row;
import io.giza.record.BucketRecordCodec;
import io.giza.replica.Account;

import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Creates a bucket: decide the first record of a life where there is none. The record carries what
 * the client asked for, so that a retry whose first attempt did it is told so.
 */
final class BucketCreation {
    private final Cluster cluster;
    private final BucketDirectory directory;
    private final BucketRecords records;

    BucketCreation(Cluster cluster, BucketDirectory directory, BucketRecords records) {
        this.cluster = cluster;
        this.directory = directory;
        this.records = records;
    }

    /**
     * Creates a bucket.
     *
     * @param operation what the client asks for, the same for each of its retries
     * @param lock how versions are locked there; empty if none can be
     */
    CreateResult create(
            Account account, String name, ClientOperation operation, Optional<BucketLock> lock) {
        Deadline deadline = cluster.after(cluster.settings().commit());
        ObjectKey key = ObjectKey.ofBucketRecord(name);
        BucketRecord fresh = fresh(account, lock);
        Optional<EarlierAttempts> attempts = Optional.empty();
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            Optional<Row> row = records.read(key, deadline);
            if (row.isEmpty()) {
                return new Unavailable("no quorum answered", false);
            }
            attempts = attempts.or(() -> Optional.of(records.attempts(key, operation, row.get())));
            Try next = new Try(account, name, row.get(), attempts.get(), deadline);
            Optional<CreateResult> result = tryOnce(next, fresh);
            if (result.isPresent()) {
                return result.get();
            }
        }
        return new Unavailable("others kept changing the bucket", false);
    }

    /** A try right after one state of the row. */
    private record Try(
            Account account, String name, Row row, EarlierAttempts attempts, Deadline deadline) {
        ObjectKey key() {
            return ObjectKey.ofBucketRecord(name);
        }
    }

    /** Creates it, or tells what it met; empty if others changed the row meanwhile. */
    private Optional<CreateResult> tryOnce(Try next, BucketRecord fresh) {
        EarlierAttempts.Finding finding = next.attempts().search(next.row());
        return switch (finding) {
            // Also of a life that is over, which a late retry must not bring back.
            case EarlierAttempts.SameWrite same ->
                    Optional.of(
                            created(next.name(), BucketRecordCodec.decode(same.entry().value())));
            case EarlierAttempts.Unknown unknown ->
                    Optional.of(new Unavailable(unknown.detail(), true));
            case EarlierAttempts.NotFound _, EarlierAttempts.OtherOperation _ -> {
                Optional<BucketRecord> existing =
                        BucketDirectory.newest(next.row())
                                .filter(each -> each.state() != State.DELETED);
                yield existing.isPresent()
                        ? exists(next, existing.get())
                        : append(next, fresh, next.attempts().recordIdentity(finding));
            }
        };
    }

    private Optional<CreateResult> append(Try next, BucketRecord fresh, OpId op) {
        Moment before = cluster.surroundings().time().moment();
        var written = records.append(next.key(), next.row(), fresh, op, next.deadline());
        return switch (written) {
            case BucketRecords.Done _ -> {
                directory.noteConfirmed(next.name(), fresh, before);
                yield Optional.of(created(next.name(), fresh));
            }
            case BucketRecords.Overtaken _ -> Optional.empty();
            case BucketRecords.Failed(Unavailable why) -> Optional.of(why);
        };
    }

    private CreateResult created(String name, BucketRecord record) {
        return new CreateResult.Created(bucket(cluster, name, record));
    }

    /** Where versions can be locked there are versions from the first. */
    private BucketRecord fresh(Account account, Optional<BucketLock> lock) {
        RandomGenerator random = cluster.surroundings().random();
        return new BucketRecord(
                BucketId.random(random, account.bucketShards()),
                State.ACTIVE,
                account.name(),
                cluster.surroundings().time().instant(),
                lock.isPresent() ? Versioning.ENABLED : Versioning.UNVERSIONED,
                Optional.empty(),
                cluster.settings().bucketFreshness(),
                lock,
                Optional.empty());
    }

    /** Refuses. Nobody leaves a record in the row of another account's bucket. */
    private Optional<CreateResult> exists(Try next, BucketRecord existing) {
        if (existing.state() == State.DELETING) {
            return Optional.of(new Unavailable("the bucket is just being deleted", false));
        }
        if (!existing.account().equals(next.account().name())) {
            return Optional.of(new CreateResult.TakenByOther());
        }
        var written =
                records.appendRefusal(next.key(), next.row(), next.attempts(), next.deadline());
        return switch (written) {
            case BucketRecords.Done _ ->
                    Optional.of(
                            new CreateResult.AlreadyYours(bucket(cluster, next.name(), existing)));
            case BucketRecords.Overtaken _ -> Optional.empty();
            case BucketRecords.Failed(Unavailable why) -> Optional.of(why);
        };
    }

    /** Returns what clients are told of a bucket. */
    static Bucket bucket(Cluster cluster, String name, BucketRecord record) {
        return new Bucket(
                record.id(),
                name,
                record.account(),
                record.created(),
                cluster.versions().rules().reportedVersioning(record),
                record.encryption());
    }
}
