package io.giza.simulation.consensus;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.simulation.cluster.SimulatedCluster;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Rows of which nothing is left, and in which much has happened since: their heads are full. */
public final class EmptiedRows {
    private static final int LONGEST = 40;

    private EmptiedRows() {}

    /** Lets each row begin so, or not at all: a marker, and records that do nothing. */
    public static void begin(
            SimulatedCluster cluster, List<ObjectKey> keys, RandomGenerator random) {
        for (ObjectKey key : keys) {
            List<Value> values = new ArrayList<>();
            for (int left = random.nextInt(3) == 0 ? random.nextInt(LONGEST) : 0;
                    left > 0;
                    left--) {
                var kind = values.isEmpty() ? Value.Kind.MARKER : Value.Kind.NO_OP;
                PutId id = PutId.random(random);
                OpId op = OpId.random(random);
                long mode = kind == Value.Kind.MARKER ? Mode.HIDDEN_MARKER.argument() : 0;
                values.add(new Value(1, id, 0, op, Command.of(kind, mode, Bytes.EMPTY)));
            }
            cluster.prefill(key, values, random);
        }
    }
}
