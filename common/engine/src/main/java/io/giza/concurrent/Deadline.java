package io.giza.concurrent;

import java.time.Duration;

/**
 * A point of the steady clock of {@link Time}.
 *
 * @param nanos the clock's reading at the deadline
 */
public record Deadline(long nanos) {
    /** Returns how long is left, zero when it has passed. */
    public Duration remaining(Time time) {
        return Duration.ofNanos(Math.max(0, nanos - time.nanos()));
    }

    /** Tells whether it has passed. */
    public boolean hasPassed(Time time) {
        return nanos - time.nanos() <= 0;
    }

    /** Returns the earlier of the two. */
    public Deadline earlier(Deadline other) {
        return nanos - other.nanos <= 0 ? this : other;
    }

    /** Returns the later of the two. */
    public Deadline later(Deadline other) {
        return nanos - other.nanos >= 0 ? this : other;
    }
}
