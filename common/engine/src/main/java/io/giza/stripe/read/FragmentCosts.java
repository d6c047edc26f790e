package io.giza.stripe.read;

import io.giza.model.DcName;
import io.giza.replica.Nearness;
import io.giza.stripe.VersionFragments;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * What one read knows against each fragment, as the costs that {@link io.giza.erasure.DecodePlan}
 * weighs. Rather several more fragments than one that failed, was late or is suspected; rather
 * fewer than nearer; among equals the nearest; among those data before parity.
 */
final class FragmentCosts {
    private static final int MAX_FAILURES = 2;
    private static final long UNIT_NANOS = 100_000;
    private static final long MAX_DISTANCE = 60_000;

    /**
     * What decoding costs, as a distance: parity is read where that saves more. Data centers that
     * are alike measure a little apart, and the one that was slow once would not be tried again.
     * What lies at home crosses no border, so it is read as if it were data.
     */
    private static final Duration DECODING = Duration.ofMillis(5);

    /** More than the distances of all fragments together. */
    private static final long FRAGMENT = 1L << 24;

    private static final long DELAY = FRAGMENT << 9;
    private static final int MAX_DELAYS = 63;
    private static final long FAILURE = DELAY << 15;

    private final VersionFragments target;
    private final Nearness nearness;
    private final int bytes;
    private final Map<Integer, Integer> failures = new HashMap<>();
    private final Map<Integer, Integer> delays = new HashMap<>();
    private final Map<Integer, Long> corruptAt = new HashMap<>();

    /**
     * Begins with what is known of the stores.
     *
     * @param bytes how many bytes of a fragment are read at once
     */
    FragmentCosts(VersionFragments target, Nearness nearness, int bytes) {
        this.target = target;
        this.nearness = nearness;
        this.bytes = bytes;
    }

    void noteDelay(int index) {
        delays.merge(index, 1, Integer::sum);
    }

    void noteFault(int index, FragmentFault fault, long stripe) {
        switch (fault) {
            case ABSENT, FOREIGN -> failures.put(index, MAX_FAILURES);
            case UNREACHABLE -> failures.merge(index, 1, Integer::sum);
            case CORRUPT -> corruptAt.put(index, stripe);
        }
    }

    /** Tells whether a fragment may be asked for a stripe. */
    boolean isUsable(int index, long stripe) {
        return failures.getOrDefault(index, 0) < MAX_FAILURES
                && corruptAt.getOrDefault(index, -1L) != stripe;
    }

    long of(int index) {
        DcName dc = target.stores().get(index).dc();
        int late = delays.getOrDefault(index, 0) + (nearness.isSuspect(dc) ? 1 : 0);
        boolean isParity = index >= target.layout().coding().dataFragments();
        Duration decoding = isParity && !nearness.isHome(dc) ? DECODING : Duration.ZERO;
        Duration distance = nearness.distance(dc, bytes).plus(decoding);
        return failures.getOrDefault(index, 0) * FAILURE
                + Math.min(late, MAX_DELAYS) * DELAY
                + FRAGMENT
                + rounded(Math.min(distance.toNanos() / UNIT_NANOS, MAX_DISTANCE));
    }

    /** Distances are never equal; those that differ little are to be, so that data is preferred. */
    private static long rounded(long units) {
        long highest = Long.highestOneBit(units);
        return units & (highest | highest >> 1);
    }
}
