package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** First attempts that are delayed while their clients retry, and arrive later at any gateway. */
final class HeldAttempts {
    private static final int ONE_IN = 4;

    private final ObjectOracle oracle;
    private final List<Held> held = new ArrayList<>();

    HeldAttempts(ObjectOracle oracle) {
        this.oracle = oracle;
    }

    /** A delayed attempt. */
    static final class Held {
        private final ObjectKey row;
        private final OpId op;
        private final Consumer<ObjectService> attempt;
        private boolean isAnswered;

        private Held(ObjectKey row, OpId op, Consumer<ObjectService> attempt) {
            this.row = row;
            this.op = op;
            this.attempt = attempt;
        }

        /** The client has the answer of its retry. */
        void answered() {
            isAnswered = true;
        }
    }

    /** Delays an attempt. */
    Held hold(ObjectKey row, OpId op, Consumer<ObjectService> attempt) {
        Held one = new Held(row, op, attempt);
        held.add(one);
        return one;
    }

    /** Sometimes delivers an attempt; it must write nothing if its retry was answered before. */
    void arrive(ObjectService objects, RandomGenerator random) {
        if (held.isEmpty() || random.nextInt(ONE_IN) > 0) {
            return;
        }
        Held one = held.remove(random.nextInt(held.size()));
        boolean wasAnswered = one.isAnswered;
        int before = oracle.versionsOf(one.row, one.op);
        one.attempt.accept(objects);
        check(
                !wasAnswered || oracle.versionsOf(one.row, one.op) == before,
                "a late first attempt was done after its retry was answered: " + one.op);
    }
}
