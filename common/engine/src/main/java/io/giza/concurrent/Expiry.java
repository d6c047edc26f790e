package io.giza.concurrent;

import java.time.Duration;

/**
 * When something that was learned is too old to go by. It is by the clock that counted more, so
 * what was learned before a machine was suspended has expired once it resumes.
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
