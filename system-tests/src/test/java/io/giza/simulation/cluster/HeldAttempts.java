package io.giza.simulation.cluster;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.model.ObjectKey;
import io.giza.model.OpId;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * First attempts that are delayed while their clients retry, and arrive later at any gateway.
 *
 * @param <S> what an attempt arrives at
 */
public final class HeldAttempts<S> {
    private static final int ONE_IN = 4;

    private final VoteOracle oracle;
    private final List<Held<S>> held = new ArrayList<>();

    public HeldAttempts(VoteOracle oracle) {
        this.oracle = oracle;
    }

    /** A delayed attempt. */
    public static final class Held<S> {
        private final ObjectKey row;
        private final OpId op;
        private final Consumer<S> attempt;
        private boolean isAnswered;

        private Held(ObjectKey row, OpId op, Consumer<S> attempt) {
            this.row = row;
            this.op = op;
            this.attempt = attempt;
        }

        /** The client has the answer of its retry. */
        public void answered() {
            isAnswered = true;
        }
    }

    /** Delays an attempt. */
    public Held<S> hold(ObjectKey row, OpId op, Consumer<S> attempt) {
        Held<S> one = new Held<>(row, op, attempt);
        held.add(one);
        return one;
    }

    /** Sometimes delivers an attempt; it must write nothing if its retry was answered before. */
    public void arrive(S service, RandomGenerator random) {
        if (held.isEmpty() || random.nextInt(ONE_IN) > 0) {
            return;
        }
        deliver(held.remove(random.nextInt(held.size())), service);
    }

    /** Delivers all attempts that did not arrive yet. */
    public void arriveAll(S service) {
        while (!held.isEmpty()) {
            deliver(held.removeFirst(), service);
        }
    }

    private void deliver(Held<S> one, S service) {
        boolean wasAnswered = one.isAnswered;
        int before = oracle.versionsOf(one.row, one.op);
        one.attempt.accept(service);
        check(
                !wasAnswered || oracle.versionsOf(one.row, one.op) == before,
                "a late first attempt was done after its retry was answered: " + one.op);
    }
}
