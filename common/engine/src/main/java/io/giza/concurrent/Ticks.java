package io.giza.concurrent;

import java.time.Duration;

/**
 * A reading of the steady clock of {@link Time}, for speed alone: round-trip times, rates, pauses.
 * It stands while a machine is suspended, so nothing that must be true rests on it; that is for
 * {@link Moment}.
 *
 * @param nanos the clock's reading
 */
public record Ticks(long nanos) {
    /** Returns how long ago this was. */
    public Duration elapsed(Time time) {
        return Duration.ofNanos(elapsedNanos(time));
    }

    /** Returns how long ago this was, in nanoseconds. */
    public long elapsedNanos(Time time) {
        return time.nanos() - nanos;
    }

    /** Returns how long after this {@code later} is, negative if it is before. */
    public Duration until(Ticks later) {
        return Duration.ofNanos(later.nanos - nanos);
    }

    /** Returns the reading {@code duration} after this. */
    public Ticks plus(Duration duration) {
        return new Ticks(nanos + duration.toNanos());
    }

    /** Tells whether this is later than {@code other}. */
    public boolean isAfter(Ticks other) {
        return nanos - other.nanos > 0;
    }
}
