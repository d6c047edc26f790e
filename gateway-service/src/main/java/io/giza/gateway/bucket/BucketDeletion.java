package io.giza.gateway.bucket;

import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.BucketRecordCodec;
import io.giza.replica.Account;

import java.util.List;
import java.util.Optional;

/**
 * The beginning of a bucket's deletion, which an earlier attempt of the same operation may have
 * begun or done. The record that begins it carries the operation's identity.
 */
final class BucketDeletion {
    private static final Unavailable CALLED_OFF =
            new Unavailable("the deletion was called off", true);

    private final Cluster cluster;
    private final BucketRecords records;
    private final ObjectKey key;
    private final ClientOperation operation;
    private final Deadline deadline;

    BucketDeletion(
            Cluster cluster,
            BucketRecords records,
            String name,
            ClientOperation operation,
            Deadline deadline) {
        this.cluster = cluster;
        this.records = records;
        this.key = ObjectKey.ofBucketRecord(name);
        this.operation = operation;
        this.deadline = deadline;
    }

    /** The result of the first step. */
    sealed interface Step {}

    /** There is nothing to be done any more. */
    record Ended(RemoveResult result) implements Step {}

    /**
     * It has begun.
     *
     * @param row a row whose last version says DELETING
     * @param unrecorded the attempts of an operation that joins a deletion of another attempt
     */
    record Begun(Row row, Optional<EarlierAttempts> unrecorded) implements Step {
        /**
         * Leaves a record of a retry without a record, once its answer is known. It must not come
         * between the beginning and the end of a later deletion.
         *
         * @param after the row with the end of this one
         * @return whether the record is there, or not needed
         */
        boolean leaveRecord(BucketRecords records, ObjectKey key, Row after, Deadline deadline) {
            boolean isDeletedAgain =
                    BucketDirectory.newest(after)
                            .filter(each -> each.state() == State.DELETING)
                            .isPresent();
            return unrecorded.isEmpty()
                    || (!isDeletedAgain
                            && records.appendRefusal(key, after, unrecorded.get(), deadline)
                                    instanceof BucketRecords.Done);
        }
    }

    /** Decides that the bucket is being deleted, or tells why that is not to be done. */
    Step begin(Account account) {
        Optional<EarlierAttempts> attempts = Optional.empty();
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            Optional<Row> row = records.read(key, deadline);
            if (row.isEmpty()) {
                return new Ended(new Unavailable("no quorum answered", false));
            }
            attempts =
                    attempts.or(
                            () ->
                                    Optional.of(
                                            records.attempts(
                                                    key,
                                                    operation,
                                                    row.get(),
                                                    each -> each.state() == State.DELETING)));
            Optional<Step> step = tryOnce(account, row.get(), attempts.get());
            if (step.isPresent()) {
                return step.get();
            }
        }
        return new Ended(new Unavailable("others kept changing the bucket", false));
    }

    /** Does the first step; empty if others changed the row meanwhile. */
    private Optional<Step> tryOnce(Account account, Row row, EarlierAttempts attempts) {
        return switch (attempts.search(row)) {
            case EarlierAttempts.Unknown unknown ->
                    Optional.of(new Ended(new Unavailable(unknown.detail(), true)));
            case EarlierAttempts.SameWrite same -> resume(account, row, same, attempts);
            case EarlierAttempts.NotFound _ ->
                    begin(account, row, attempts, attempts.recordIdentity());
        };
    }

    /**
     * Goes on with what the last attempt began, unless that came to its end. A deletion that was
     * called off begins again, under another identity, only for a retry: an earlier attempt may be
     * late, and the client was told of the end.
     */
    private Optional<Step> resume(
            Account account, Row row, EarlierAttempts.SameWrite same, EarlierAttempts attempts) {
        List<Entry> log = same.row().from(same.version());
        Entry begun =
                log.stream()
                        .filter(entry -> entry.value().op().isRenamed(operation.id()))
                        .reduce(same.entry(), (_, later) -> later);
        BucketRecord deleting = BucketRecordCodec.decode(begun.value());
        Optional<BucketRecord> end =
                log.stream()
                        .filter(entry -> entry.version() > begun.version())
                        .map(entry -> BucketRecordCodec.decode(entry.value()))
                        .filter(record -> !record.equals(deleting))
                        .findFirst();
        if (end.isEmpty()) {
            return Optional.of(new Begun(row, Optional.of(attempts)));
        }
        boolean isDone =
                !end.get().id().equals(deleting.id()) || end.get().state() == State.DELETED;
        if (isDone) {
            return Optional.of(new Ended(new RemoveResult.Deleted()));
        }
        boolean isLast =
                operation.isRetry()
                        && !attempts.isOfLaterAttempt(begun)
                        && !attempts.wasRefused(same.row());
        return isLast
                ? begin(account, row, attempts, attempts.newIdentity())
                : Optional.of(new Ended(CALLED_OFF));
    }

    private Optional<Step> begin(Account account, Row row, EarlierAttempts attempts, OpId op) {
        Optional<BucketRecord> newest =
                BucketDirectory.newest(row).filter(each -> each.state() != State.DELETED);
        if (newest.isEmpty()) {
            return absent(row, attempts);
        }
        BucketRecord record = newest.get();
        if (!record.account().equals(account.name())) {
            return Optional.of(new Ended(new RemoveResult.Foreign()));
        }
        return record.state() == State.DELETING
                ? Optional.of(new Begun(row, Optional.of(attempts)))
                : decide(row, record.withState(State.DELETING), op);
    }

    private Optional<Step> absent(Row row, EarlierAttempts attempts) {
        return switch (records.appendRefusal(key, row, attempts, deadline)) {
            case BucketRecords.Done _ -> Optional.of(new Ended(new RemoveResult.Absent()));
            case BucketRecords.Overtaken _ -> Optional.empty();
            case BucketRecords.Failed(Unavailable why) -> Optional.of(new Ended(why));
        };
    }

    private Optional<Step> decide(Row row, BucketRecord deleting, OpId op) {
        return switch (records.append(key, row, deleting, op, deadline)) {
            case BucketRecords.Done(Row begun) ->
                    Optional.of(
                            BucketDirectory.newest(begun).filter(deleting::equals).isPresent()
                                    ? new Begun(begun, Optional.empty())
                                    : new Ended(CALLED_OFF));
            case BucketRecords.Overtaken _ -> Optional.empty();
            case BucketRecords.Failed(Unavailable why) -> Optional.of(new Ended(why));
        };
    }
}
