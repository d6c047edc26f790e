package io.giza.worker;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;

import java.time.Duration;

/**
 * When something that failed is tried again: after a random time up to a bound that doubles with
 * each failure, from one second to five minutes.
 *
 * @param failures how often it failed in a row
 * @param notBefore when
 */
public record Retry(int failures, Deadline notBefore) {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int MOST_DOUBLINGS = 9;

    /** Returns a first try, which is due. */
    public static Retry now(Surroundings surroundings) {
        return new Retry(0, surroundings.time().after(Duration.ZERO));
    }

    /** Returns the next try, in five minutes at the latest. */
    public Retry afterFailure(Surroundings surroundings) {
        return afterFailure(surroundings, LONGEST);
    }

    /**
     * Returns the next try. At least half of the bound passes, so that what is down is left alone.
     *
     * @param longest the greatest bound
     */
    public Retry afterFailure(Surroundings surroundings, Duration longest) {
        long bound =
                Math.min(longest.toNanos(), FIRST.toNanos() << Math.min(failures, MOST_DOUBLINGS));
        long delay = bound / 2 + (long) (surroundings.random().nextDouble() * bound / 2);
        return new Retry(failures + 1, surroundings.time().after(Duration.ofNanos(delay)));
    }

    /** Whether the try is to be made now. */
    public boolean isDue(Surroundings surroundings) {
        return notBefore.hasPassed(surroundings.time());
    }
}
