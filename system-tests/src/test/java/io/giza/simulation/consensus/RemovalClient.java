package io.giza.simulation.consensus;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.simulation.cluster.OfferedValue;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.VoteOracle;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Puts records, deletes versions and reads while others remove the rows that are left empty. */
final class RemovalClient {
    private static final int OPERATIONS = 7;

    private final Gateway gateway;
    private final RandomGenerator chance;
    private final Shared shared;

    /** An attempt to put. */
    record Attempt(ObjectKey key, PutId id, long base) {}

    /**
     * What all clients of a run have together.
     *
     * @param attempts the attempts to put, in their order
     * @param ends how often operations ended how
     * @param pause the longest rest between two operations
     */
    record Shared(
            List<ObjectKey> keys,
            VoteOracle oracle,
            List<Attempt> attempts,
            Map<String, Integer> ends,
            Duration pause) {
        void count(String end) {
            ends.merge(end, 1, Integer::sum);
        }
    }

    RemovalClient(Gateway gateway, RandomGenerator chance, Shared shared) {
        this.gateway = gateway;
        this.chance = chance;
        this.shared = shared;
    }

    /** Puts, reads and deletes for a while. */
    void work() {
        for (int i = 0; i < OPERATIONS; i++) {
            rest();
            ObjectKey key = shared.keys().get(chance.nextInt(shared.keys().size()));
            switch (chance.nextInt(8)) {
                case 0, 1, 2 -> put(key);
                case 3 -> read(key);
                default -> deleteNewest(key);
            }
        }
    }

    private void put(ObjectKey key) {
        Optional<VersionReader.Hint> hint =
                gateway.metadata().reader().nearest(key, deadlineAfter(1));
        if (hint.isEmpty()) {
            return;
        }
        Row start = hint.get().row();
        shared.oracle().checkKnown(key, start);
        Value value = record(Value.Kind.PUT, start.fence(), 0);
        shared.attempts().add(new Attempt(key, value.id(), value.base()));
        rest();
        append(key, value, Draft.of(value), start);
    }

    /** Reads, and checks what it finds. */
    void read(ObjectKey key) {
        long askedAt = shared.oracle().now();
        if (gateway.metadata().reader().read(key, deadlineAfter(5))
                instanceof VersionReader.Latest latest) {
            shared.oracle().checkKnown(key, latest.row());
            shared.oracle().checkLatest(key, latest.row(), askedAt);
        }
    }

    /** Deletes the newest version that is left, if there is one. */
    void deleteNewest(ObjectKey key) {
        if (!(gateway.metadata().reader().read(key, deadlineAfter(5))
                instanceof VersionReader.Latest latest)) {
            return;
        }
        Optional<Row> whole = gateway.metadata().reader().withWholeLog(key, latest.row());
        Optional<Entry> newest = whole.flatMap(row -> left(row).stream().reduce((_, last) -> last));
        newest.ifPresent(entry -> delete(key, whole.get(), entry));
    }

    private void delete(ObjectKey key, Row row, Entry entry) {
        Value value = record(Value.Kind.DELETE_VERSIONS, row.fence(), entry.version());
        Draft sameRow =
                now -> now.generation() == row.generation() ? Optional.of(value) : Optional.empty();
        append(key, value, sameRow, row);
    }

    /** Appends a record, and checks what it is told. */
    void append(ObjectKey key, Value value, Draft draft, Row start) {
        long askedAt = shared.oracle().now();
        CommitResult result =
                gateway.metadata().committer().append(key, draft, start, null, deadlineAfter(5));
        String end = new OfferedValue(value, askedAt).checkResult(shared.oracle(), key, result);
        shared.count(value.kind().name().toLowerCase(Locale.ROOT) + " " + end);
        if (result instanceof CommitResult.Committed committed
                && committed.row().generation() > 0) {
            shared.count("in a later generation");
        }
    }

    /** Returns the puts of a whole row that are not deleted. */
    static List<Entry> left(Row row) {
        List<Long> deleted =
                row.log().stream()
                        .map(Entry::value)
                        .filter(value -> value.kind() == Value.Kind.DELETE_VERSIONS)
                        .map(value -> value.command().argument())
                        .toList();
        return row.log().stream()
                .filter(entry -> entry.value().kind() == Value.Kind.PUT)
                .filter(entry -> !deleted.contains(entry.version()))
                .toList();
    }

    /** Returns a record that is like no other. */
    Value record(Value.Kind kind, long base, long argument) {
        return new Value(
                1,
                PutId.random(chance),
                base,
                OpId.random(chance),
                Command.of(kind, argument, Bytes.EMPTY));
    }

    private void rest() {
        gateway.surroundings()
                .time()
                .sleep(Duration.ofNanos(chance.nextLong(shared.pause().toNanos())));
    }

    private Deadline deadlineAfter(long seconds) {
        return gateway.surroundings().time().after(Duration.ofSeconds(seconds));
    }
}
