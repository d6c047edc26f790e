package io.giza.gateway.bucket;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.model.BucketRecord;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.record.BucketRecordCodec;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Reads the rows of buckets, and appends to them. Each record follows the state of the row that it
 * was computed from, and nothing but records follows a record.
 */
final class BucketRecords {
    private final Cluster cluster;

    BucketRecords(Cluster cluster) {
        this.cluster = cluster;
    }

    /** How an append ended. */
    sealed interface Written {}

    /**
     * The record is in the row.
     *
     * @param row a row that knows it
     */
    record Done(Row row) implements Written {}

    /** Others changed the row first, and nothing was appended: it is to be read again. */
    record Overtaken() implements Written {}

    /** Too few data centers answered. */
    record Failed(Unavailable why) implements Written {}

    /** Returns the row as a quorum knows it; empty if none answers. */
    Optional<Row> read(ObjectKey key, Deadline deadline) {
        return cluster.metadata().reader().read(key, deadline) instanceof VersionReader.Latest it
                ? Optional.of(it.row().orNextGeneration())
                : Optional.empty();
    }

    /**
     * Appends {@code record} right after {@code state} of the row, or not at all.
     *
     * @param op what the client asked for
     */
    Written append(ObjectKey key, Row state, BucketRecord record, OpId op, Deadline deadline) {
        Value value =
                new Value(
                        BucketRecordCodec.formatOf(record),
                        PutId.random(random()),
                        state.fence(),
                        op,
                        new Command.Put(Mode.UNVERSIONED, BucketRecordCodec.encode(record)));
        return written(append(key, state, value, deadline));
    }

    /** Appends a record that no client asked for by itself, such as the end of a deletion. */
    Written append(ObjectKey key, Row state, BucketRecord record, Deadline deadline) {
        return append(key, state, record, OpId.random(random()), deadline);
    }

    private CommitResult append(ObjectKey key, Row state, Value value, Deadline deadline) {
        return cluster.metadata()
                .committer()
                .append(key, Draft.after(state, value), state, null, deadline);
    }

    private static Written written(CommitResult result) {
        return switch (result) {
            case CommitResult.Committed committed -> new Done(committed.row());
            case CommitResult.Withdrawn _, CommitResult.Fenced _, CommitResult.Repeated _ ->
                    new Overtaken();
            case CommitResult.Unavailable(String detail) ->
                    new Failed(new Unavailable(detail, false));
            case CommitResult.Unknown(String detail) -> new Failed(new Unavailable(detail, true));
        };
    }

    /**
     * Returns the attempts of a client's operation on a bucket.
     *
     * @param isSame tells whether a record with the operation's identity is what this attempt
     *     writes
     */
    EarlierAttempts attempts(
            ObjectKey key,
            ClientOperation operation,
            Row startRow,
            Predicate<BucketRecord> isSame) {
        return new EarlierAttempts(
                cluster,
                key,
                operation,
                startRow,
                entry ->
                        entry.value().kind() == Value.Kind.PUT
                                && isSame.test(BucketRecordCodec.decode(entry.value())));
    }

    /**
     * Leaves a record of a retry that changes nothing, so that its first attempt changes nothing if
     * it arrives later. A first attempt leaves no record. A row stays for good, also if its name
     * never had a bucket.
     */
    Written appendRefusal(ObjectKey key, Row state, EarlierAttempts attempts, Deadline deadline) {
        Optional<CommitResult> result =
                attempts.refusalRecord(state).map(record -> append(key, state, record, deadline));
        // An earlier retry may have left it.
        return result.filter(each -> !(each instanceof CommitResult.Repeated))
                .map(BucketRecords::written)
                .orElseGet(() -> new Done(state));
    }

    private RandomGenerator random() {
        return cluster.surroundings().random();
    }
}
