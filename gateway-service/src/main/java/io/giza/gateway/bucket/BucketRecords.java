package io.giza.gateway.bucket;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
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

/** Appends to the rows of buckets. */
final class BucketRecords {
    private final Cluster cluster;

    BucketRecords(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Appends {@code record} right after a state of the row that meets {@code condition}. */
    CommitResult append(
            ObjectKey key,
            Row start,
            BucketRecord record,
            Predicate<Row> condition,
            Deadline deadline) {
        return append(key, start, value(start, record, Optional.empty()), condition, deadline);
    }

    /**
     * Appends the beginning of a life right after a state of the row that meets {@code condition}.
     *
     * @param op what the client asked for
     */
    CommitResult appendCreation(
            ObjectKey key,
            Row start,
            BucketRecord record,
            OpId op,
            Predicate<Row> condition,
            Deadline deadline) {
        return append(key, start, value(start, record, Optional.of(op)), condition, deadline);
    }

    private CommitResult append(
            ObjectKey key, Row start, Value value, Predicate<Row> condition, Deadline deadline) {
        Draft draft = row -> condition.test(row) ? Optional.of(value) : Optional.empty();
        return cluster.metadata().committer().append(key, draft, start, null, deadline);
    }

    /** Appends {@code record} right after {@code state} of the row, or not at all. */
    CommitResult appendAfter(ObjectKey key, Row state, BucketRecord record, Deadline deadline) {
        return cluster.metadata()
                .committer()
                .append(
                        key,
                        Draft.after(state, value(state, record, Optional.empty())),
                        state,
                        null,
                        deadline);
    }

    private Value value(Row start, BucketRecord record, Optional<OpId> op) {
        RandomGenerator random = cluster.surroundings().random();
        return new Value(
                BucketRecordCodec.formatOf(record),
                PutId.random(random),
                start.fence(),
                op.orElseGet(() -> OpId.random(random)),
                new Command.Put(Mode.UNVERSIONED, BucketRecordCodec.encode(record)));
    }
}
