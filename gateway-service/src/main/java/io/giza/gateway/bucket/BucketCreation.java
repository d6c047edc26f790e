package io.giza.gateway.bucket;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ClientOperation;
import io.giza.lock.BucketLock;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
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
     * @param requested what the client asks for, the same for each of its retries
     * @param lock how versions are locked there; empty if none can be
     */
    CreateResult create(
            Account account, String name, ClientOperation requested, Optional<BucketLock> lock) {
        ClientOperation operation = requested;
        Deadline deadline = cluster.after(cluster.settings().commit());
        BucketRecord fresh = fresh(account, lock);
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            switch (tryOnce(account, name, operation, fresh, deadline)) {
                case Ended(CreateResult result) -> {
                    return result;
                }
                case LookAgain(ClientOperation next) -> operation = next;
            }
        }
        return new Unavailable("others kept changing the bucket", false);
    }

    /** What came of one try. */
    private sealed interface Step {}

    private record Ended(CreateResult result) implements Step {}

    /** Others changed the row, or have the identity of the operation, which is another one now. */
    private record LookAgain(ClientOperation operation) implements Step {}

    private Step tryOnce(
            Account account,
            String name,
            ClientOperation operation,
            BucketRecord fresh,
            Deadline deadline) {
        ObjectKey key = ObjectKey.ofBucketRecord(name);
        if (!(cluster.metadata().reader().read(key, deadline)
                instanceof VersionReader.Latest latest)) {
            return new Ended(new Unavailable("no quorum answered", false));
        }
        Optional<CreateResult> known = known(account, name, operation, latest.row());
        if (known.isPresent()) {
            return new Ended(known.get());
        }
        Moment before = cluster.surroundings().time().moment();
        var result =
                records.appendCreation(
                        key,
                        latest.row(),
                        fresh,
                        operation.id(),
                        row -> existingRecord(row).isEmpty(),
                        deadline);
        return switch (result) {
            case CommitResult.Committed _ -> {
                directory.noteConfirmed(name, fresh, before);
                yield new Ended(new CreateResult.Created(bucket(cluster, name, fresh)));
            }
            case CommitResult.Withdrawn _, CommitResult.Fenced _ -> new LookAgain(operation);
            case CommitResult.Unavailable unavailable ->
                    new Ended(new Unavailable(unavailable.detail(), false));
            case CommitResult.Unknown unknown -> new Ended(new Unavailable(unknown.detail(), true));
            case CommitResult.Repeated repeated -> repeated(name, operation, repeated.row());
        };
    }

    /** The row holds the identity of the operation, of an earlier attempt or of somebody else. */
    private Step repeated(String name, ClientOperation operation, Row row) {
        return operation.mayBeRepeated()
                ? new Ended(
                        earlier(name, operation, row)
                                .orElse(new Unavailable("an earlier attempt is under way", true)))
                // Another request was given the same identity, by who does not ask again.
                : new LookAgain(ClientOperation.once(cluster.surroundings().random()));
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

    /** Tells how it ends if nothing is to be decided. */
    private Optional<CreateResult> known(
            Account account, String name, ClientOperation operation, Row row) {
        return earlier(name, operation, row)
                .or(() -> existingRecord(row).map(existing -> exists(account, name, existing)));
    }

    /**
     * Tells what an earlier attempt did, if this may be a retry: also of a life that is over, which
     * a late retry must not bring back.
     */
    private Optional<CreateResult> earlier(String name, ClientOperation operation, Row row) {
        return Optional.of(operation)
                .filter(ClientOperation::mayBeRepeated)
                .flatMap(
                        retry ->
                                row.log().stream()
                                        .map(Entry::value)
                                        .filter(value -> value.op().equals(retry.id()))
                                        .findFirst())
                .map(BucketRecordCodec::decode)
                .map(record -> new CreateResult.Created(bucket(cluster, name, record)));
    }

    private CreateResult exists(Account account, String name, BucketRecord existing) {
        if (existing.state() == State.DELETING) {
            return new Unavailable("the bucket is just being deleted", false);
        }
        return existing.account().equals(account.name())
                ? new CreateResult.AlreadyYours(bucket(cluster, name, existing))
                : new CreateResult.TakenByOther();
    }

    private static Optional<BucketRecord> existingRecord(Row row) {
        return BucketDirectory.newest(row).filter(each -> each.state() != State.DELETED);
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
