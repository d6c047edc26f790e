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
        return new Run(name, operation, fresh(account, lock), deadline).create();
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

    /** One creation. */
    private final class Run {
        private final String name;
        private final ObjectKey key;
        private final ClientOperation operation;
        private final BucketRecord fresh;
        private final Deadline deadline;

        Run(String name, ClientOperation operation, BucketRecord fresh, Deadline deadline) {
            this.name = name;
            this.key = ObjectKey.ofBucketRecord(name);
            this.operation = operation;
            this.fresh = fresh;
            this.deadline = deadline;
        }

        CreateResult create() {
            Optional<EarlierAttempts> attempts = Optional.empty();
            while (!deadline.hasPassed(cluster.surroundings().time())) {
                Optional<Row> row = records.read(key, deadline);
                if (row.isEmpty()) {
                    return new Unavailable("no quorum answered", false);
                }
                attempts = attempts.or(() -> Optional.of(attempts(row.get())));
                Optional<CreateResult> result = tryOnce(row.get(), attempts.get());
                if (result.isPresent()) {
                    return result.get();
                }
            }
            return new Unavailable("others kept changing the bucket", false);
        }

        private EarlierAttempts attempts(Row start) {
            return records.attempts(
                    key, operation, start, record -> record.lock().equals(fresh.lock()));
        }

        /** Creates it, or tells what it met; empty if others changed the row meanwhile. */
        private Optional<CreateResult> tryOnce(Row row, EarlierAttempts attempts) {
            return switch (attempts.search(row)) {
                // Also of a life that is over, which a late retry must not bring back.
                case EarlierAttempts.SameWrite same ->
                        Optional.of(created(BucketRecordCodec.decode(same.entry().value())));
                case EarlierAttempts.Unknown unknown ->
                        Optional.of(new Unavailable(unknown.detail(), true));
                case EarlierAttempts.NotFound _ ->
                        BucketDirectory.newest(row)
                                .filter(each -> each.state() != State.DELETED)
                                .map(existing -> refuse(row, existing, attempts))
                                .orElseGet(() -> append(row, attempts.recordIdentity()));
            };
        }

        private Optional<CreateResult> append(Row row, OpId op) {
            Moment before = cluster.surroundings().time().moment();
            return switch (records.append(key, row, fresh, op, deadline)) {
                case BucketRecords.Done _ -> {
                    directory.noteConfirmed(name, fresh, before);
                    yield Optional.of(created(fresh));
                }
                case BucketRecords.Overtaken _ -> Optional.empty();
                case BucketRecords.Failed(Unavailable why) -> Optional.of(why);
            };
        }

        private CreateResult created(BucketRecord record) {
            return new CreateResult.Created(bucket(cluster, name, record));
        }

        /** Nobody leaves a record in the row of another account's bucket. */
        private Optional<CreateResult> refuse(
                Row row, BucketRecord existing, EarlierAttempts attempts) {
            if (existing.state() == State.DELETING) {
                return Optional.of(new Unavailable("the bucket is just being deleted", false));
            }
            if (!existing.account().equals(fresh.account())) {
                return Optional.of(new CreateResult.TakenByOther());
            }
            return switch (records.appendRefusal(key, row, attempts, deadline)) {
                case BucketRecords.Done _ ->
                        Optional.of(new CreateResult.AlreadyYours(bucket(cluster, name, existing)));
                case BucketRecords.Overtaken _ -> Optional.empty();
                case BucketRecords.Failed(Unavailable why) -> Optional.of(why);
            };
        }
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
