package io.giza.worker;

import io.giza.concurrent.Time;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps background work to a share of the time, by the time that its steps take here and now: where
 * a store is slow because others need it, the work slows down with it.
 *
 * <p>Used by one task.
 */
public final class Pacer {
    private static final Duration LONGEST_REST = Duration.ofSeconds(10);

    private final Time time;
    private final double share;

    /**
     * Makes a pacer.
     *
     * @param share the share of the time that steps may take, above 0 and at most 1
     * @throws IllegalArgumentException if it is none
     */
    public Pacer(Time time, double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("a share is above 0 and at most 1, not " + share);
        }
        this.time = time;
        this.share = share;
    }

    /** Takes a step, and rests for as long as it has earned, 10 s at most. */
    public void step(Runnable step) {
        long began = time.nanos();
        step.run();
        rest(began);
    }

    /** Takes a step that may fail, and rests only after one that did not: a failure is no load. */
    public <T> Optional<T> tryStep(Supplier<Optional<T>> step) {
        long began = time.nanos();
        Optional<T> result = step.get();
        if (result.isPresent()) {
            rest(began);
        }
        return result;
    }

    private void rest(long began) {
        long rest = (long) ((time.nanos() - began) * (1 - share) / share);
        if (rest > 0) {
            time.sleep(Duration.ofNanos(Math.min(rest, LONGEST_REST.toNanos())));
        }
    }
}
