package io.giza.lock;

import java.time.Instant;

/**
 * Until when a version must not be deleted.
 *
 * @param mode how strictly
 * @param until the first instant at which it may be deleted
 */
public record Retention(RetentionMode mode, Instant until) {
    /** Tells whether it is in force when {@code past} is the latest time that is surely over. */
    boolean isInForce(Instant past) {
        return until.isAfter(past);
    }

    /** Tells whether {@code other} keeps a version at least as long, and as strictly. */
    boolean isKeptBy(Retention other) {
        return other.mode == mode && !other.until.isBefore(until);
    }
}
