package io.giza.worker;

import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;

import java.time.Duration;

/**
 * Keeps background work to a share of the time, by the time that its steps take here and now: where
 * a store is slow because others need it, the work slows down with it.
 *
 * <p>Used by one task.
 */
public final class Pacer {
    private static final Duration LONGEST_REST = Duration.ofSeconds(10);

    private static final int SHARES_OF_A_LOOK = 5;

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
        Ticks began = time.ticks();
        step.run();
        rest(began, share);
    }

    /**
     * Reads something to find out whether there is anything to do, and returns it. That takes a
     * fifth of the share, so that idling does not cost more the more there is to look at. It rests
     * after no failure, which is no load.
     */
    public <T, E extends Exception> T look(Look<T, E> look) throws E {
        Ticks began = time.ticks();
        T seen = look.take();
        rest(began, share / SHARES_OF_A_LOOK);
        return seen;
    }

    /** A look at something. */
    @FunctionalInterface
    public interface Look<T, E extends Exception> {
        /** Takes it. */
        T take() throws E;
    }

    private void rest(Ticks began, double part) {
        long rest = (long) (began.elapsedNanos(time) * (1 - part) / part);
        if (rest > 0) {
            time.sleep(Duration.ofNanos(Math.min(rest, LONGEST_REST.toNanos())));
        }
    }
}
