package io.giza.paxos;

import io.giza.model.Command;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;

import java.util.Optional;
import java.util.random.RandomGenerator;

/** Records that take a version and change nothing. */
public final class NoOps {
    private NoOps() {}

    /**
     * Returns a record that changes nothing after the last version of {@code row}. In a row of
     * records it is a copy of the newest one: witnesses and lists are shown the last version alone,
     * so a no-op would hide the record from them.
     */
    public static Value after(ObjectKey key, Row row, RandomGenerator random) {
        Optional<Value> record = key.holdsRecords() ? newestRecord(row) : Optional.empty();
        return record.map(each -> copy(each, row.fence(), random))
                .orElseGet(() -> Value.noOp(random, row.fence(), row.fence()));
    }

    private static Optional<Value> newestRecord(Row row) {
        return row.log().reversed().stream()
                .map(Entry::value)
                .filter(value -> value.kind() != Kind.NO_OP)
                .findFirst()
                .filter(value -> value.command() instanceof Command.NewVersion);
    }

    private static Value copy(Value record, long base, RandomGenerator random) {
        return new Value(
                record.format(), PutId.random(random), base, OpId.random(random), record.command());
    }
}
