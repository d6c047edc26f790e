package io.giza.commit;

import java.time.Duration;

/**
 * How patient the metadata path is. None of these is part of safety.
 *
 * @param hedge how long a fast round waits for the slowest data center once a quorum answered
 * @param phaseTimeout how long one phase waits for a quorum
 * @param medianRoundTrip the unit of back-off
 * @param maxBackOff the longest back-off
 */
public record CommitSettings(
        Duration hedge, Duration phaseTimeout, Duration medianRoundTrip, Duration maxBackOff) {
    /** Settings for data centers up to a continent apart. */
    public static final CommitSettings DEFAULTS =
            new CommitSettings(
                    Duration.ofMillis(250),
                    Duration.ofSeconds(3),
                    Duration.ofMillis(20),
                    Duration.ofSeconds(2));

    public CommitSettings {
        requirePositive("hedge", hedge);
        requirePositive("phase-timeout", phaseTimeout);
        requirePositive("median-round-trip", medianRoundTrip);
        requirePositive("max-back-off", maxBackOff);
    }

    private static void requirePositive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
    }
}
