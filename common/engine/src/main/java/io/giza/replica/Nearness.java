package io.giza.replica;

import io.giza.model.DcName;

import java.time.Duration;
import java.util.List;

/**
 * How far away fragment stores are, and what is late for each of them. Readers ask it whom to read
 * from and tell it what they saw. It only saves waiting: whatever it says, the bytes are the same.
 */
public interface Nearness {
    /** Ranks beyond it are equal; the distance doubles with each. */
    int MAX_RANKS = 12;

    /** The distance of the first in an order that is known beforehand. */
    Duration NEAREST = Duration.ofMillis(10);

    /**
     * Returns how long blocks from a store probably take.
     *
     * @param bytes how many are read at once
     */
    Duration distance(DcName dc, int bytes);

    /** Returns how long blocks from a store may take before others are asked for the same. */
    Duration lateAfter(DcName dc, int bytes);

    /** Tells whether a store is in the reader's own data center. */
    boolean isHome(DcName dc);

    /** Tells whether a store rather does not answer. */
    boolean isSuspect(DcName dc);

    /** Notes how long the first blocks of a read took. */
    void answered(DcName dc, int bytes, Duration took);

    /** Notes that the first blocks of a read were not there after a while, and not wanted more. */
    void cancelled(DcName dc, int bytes, Duration waited);

    /** Notes that a store could not be reached, or stopped answering. */
    void failed(DcName dc);

    /**
     * Returns an order that is known beforehand and does not change.
     *
     * @param nearestFirst data centers in the order of preference; others come last
     * @param lateAfter what is late for all of them
     */
    static Nearness inOrder(List<DcName> nearestFirst, Duration lateAfter) {
        List<DcName> order = List.copyOf(nearestFirst);
        return new Nearness() {
            @Override
            public Duration distance(DcName dc, int bytes) {
                int rank = order.indexOf(dc);
                return NEAREST.multipliedBy(
                        1L << Math.min(rank < 0 ? order.size() : rank, MAX_RANKS));
            }

            @Override
            public Duration lateAfter(DcName dc, int bytes) {
                return lateAfter;
            }

            @Override
            public boolean isHome(DcName dc) {
                return false;
            }

            @Override
            public boolean isSuspect(DcName dc) {
                return false;
            }

            @Override
            public void answered(DcName dc, int bytes, Duration took) {}

            @Override
            public void cancelled(DcName dc, int bytes, Duration waited) {}

            @Override
            public void failed(DcName dc) {}
        };
    }
}
