package io.giza.gateway.epoch;

import io.giza.concurrent.Time;
import io.giza.topology.LiveTopology;

import java.time.Duration;
import java.util.function.BiFunction;
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

    /** Returns what an operation that begins now is done with. */
    public Backend current() {
        return topology.work();
    }

    /**
     * Runs an operation, and again in the next epoch: a read, or a change that certainly did not
     * happen.
     *
     * @param failed whether a result is a failure before any effect
     */
    <T> T repeat(Function<Backend, T> operation, Predicate<T> failed) {
        return change(operation, (backend, _) -> operation.apply(backend), failed);
    }

    /**
     * Changes something.
     *
     * @param again another attempt of the same operation, which finds out whether the first one did
     *     it after all, and goes by its result
     * @param failed whether a result says that it was not done, or that it is unknown
     */
    <T> T change(Function<Backend, T> first, BiFunction<Backend, T, T> again, Predicate<T> failed) {
        Backend used = topology.work();
        T result = first.apply(used);
        return failed.test(result) && hasEnded(used)
                ? again.apply(topology.work(), result)
                : result;
    }

    /** Tells whether the epoch ended in which something was tried, and the next one is known. */
    boolean hasEnded(Backend used) {
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
