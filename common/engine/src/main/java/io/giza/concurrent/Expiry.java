package io.giza.concurrent;

import java.time.Duration;

/**
 * The time at which remembered information is too old. The clock that counted more decides, so the
 * information expires while its machine is suspended.
 *
 * @param learned before it was asked for
 * @param lifetime how long it may be gone by
 */
public record Expiry(Moment learned, Duration lifetime) {
    /** Tells whether it is too old. */
    public boolean hasPassed(Time time) {
        return learned.age(time).compareTo(lifetime) >= 0;
    }

    /** Tells whether this was learned after {@code other}. */
    public boolean isAfter(Expiry other) {
        return !other.learned.isNotBefore(learned);
    }
}
