package io.giza.gateway.epoch;

import io.giza.concurrent.Time;
import io.giza.topology.LiveTopology;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Does operations in the epoch that the gateway is in. One that failed, perhaps because the epoch
 * ended, is tried again in the next epoch, if it is known.
 */
public final class EpochRetry {
    /** Longer than a few round trips; a client that is refused in vain waits so much longer. */
    private static final Duration LEARNING = Duration.ofSeconds(1);

    private final LiveTopology<Backend> topology;
    private final Time time;

    public EpochRetry(LiveTopology<Backend> topology, Time time) {
        this.topology = topology;
        this.time = time;
    }

    /** Does an operation in one epoch. */
    @FunctionalInterface
    interface Try<T, X extends Throwable> {
        T in(Backend backend) throws X;
    }

    /** The meaning of a result for the operation. */
    enum Verdict {
        /** It is decided: done, or refused after a look for the record of an earlier try. */
        DECIDED,

        /** It is refused without such a look, so an earlier try may have done it. */
        REFUSED,

        /** This try certainly did nothing, perhaps because the epoch ended. */
        NOT_DONE,

        /** This try did it or not, perhaps because the epoch ended. */
        UNKNOWN
    }

    /** Returns what an operation that begins now is done with. */
    public Backend current() {
        return topology.work();
    }

    /**
     * Runs an operation, and again in the next epoch if it failed. It is a read, or may have its
     * effect twice.
     */
    <T> T repeat(Function<Backend, T> operation, Predicate<T> failed) {
        return change(
                operation::apply,
                operation::apply,
                result -> failed.test(result) ? Verdict.NOT_DONE : Verdict.DECIDED);
    }

    /**
     * Changes something.
     *
     * @param attempt done at first, and once more if it certainly did nothing. It stays the attempt
     *     that it was: a record with its identity may be its retry's, or another operation's
     * @param continued done if the outcome is unknown. It finds out whether the first try did it
     *     after all; the outcome stays unknown unless it decides
     */
    <T, X extends Throwable> T change(
            Try<T, X> attempt, Try<T, X> continued, Function<T, Verdict> verdict) throws X {
        Backend used = topology.work();
        T first = attempt.in(used);
        return switch (verdict.apply(first)) {
            case DECIDED, REFUSED -> first;
            case NOT_DONE -> hasEnded(used) ? attempt.in(topology.work()) : first;
            case UNKNOWN -> {
                if (!hasEnded(used)) {
                    yield first;
                }
                T second = continued.in(topology.work());
                yield verdict.apply(second) == Verdict.DECIDED ? second : first;
            }
        };
    }

    /** Tells whether the epoch ended in which something was tried, and the next one is known. */
    private boolean hasEnded(Backend used) {
        if (!isLater(used)) {
            topology.learn(time.after(LEARNING));
        }
        return isLater(used);
    }

    private boolean isLater(Backend used) {
        return epoch(topology.work()) > epoch(used);
    }

    private static long epoch(Backend backend) {
        return backend.cluster().metadata().group().epoch();
    }
}
