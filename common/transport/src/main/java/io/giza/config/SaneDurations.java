package io.giza.config;

import java.time.Duration;

/** Refuses durations that nobody can mean. */
public final class SaneDurations {
    private static final Duration LONGEST = Duration.ofHours(1);

    private SaneDurations() {}

    /**
     * Returns if a duration is more than nothing and at most an hour.
     *
     * @param key what it is configured with
     * @throws IllegalArgumentException if it is not
     */
    public static void require(String key, Duration value) {
        if (!value.isPositive() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    key + " must be more than 0 and at most 1h, not " + value);
        }
    }
}
