package io.giza.commit;

import io.giza.commit.group.CommitSettings;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long a proposer pauses after it lost a ballot. */
final class BackOff {
    /** Beyond it, doubling says nothing more. */
    private static final int MAX_DOUBLINGS = 20;

    private BackOff() {}

    /**
     * Returns the pause after the {@code losses}-th lost ballot in a row, from 1: of those that
     * cooperate, anything up to twice the unit, doubling (full jitter); of the paper, the unit,
     * doubling.
     */
    static Duration after(
            int losses, Duration unit, CommitSettings settings, RandomGenerator random) {
        long nanos = Math.max(1, unit.toNanos());
        long maximum = settings.maxBackOff().toNanos();
        return switch (settings.contention()) {
            case COOPERATIVE ->
                    Duration.ofNanos(random.nextLong(doubled(nanos, losses, maximum) + 1));
            case SIMPLE -> Duration.ofNanos(doubled(nanos, losses - 1, maximum));
        };
    }

    private static long doubled(long nanos, int times, long maximum) {
        int shift = Math.min(times, MAX_DOUBLINGS);
        return nanos > maximum >> shift ? maximum : nanos << shift;
    }
}
