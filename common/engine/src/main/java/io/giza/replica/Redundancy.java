package io.giza.replica;

import io.giza.model.Coding;

/**
 * How many further losses an object bears, at least, when its put is acknowledged without all of
 * its fragments. More than its coding bears means all of them.
 *
 * @param late while those that are lacking are merely late
 * @param away while their data centers failed or stood still; at most {@code late}
 */
public record Redundancy(int late, int away) {
    /** Puts go on when a data center is lost, but nobody who is late costs all redundancy. */
    public static final Redundancy DEFAULT = new Redundancy(1, 0);

    /** No put without all of its fragments. */
    public static final Redundancy ALL = new Redundancy(Integer.MAX_VALUE, Integer.MAX_VALUE);

    public Redundancy {
        if (away < 0 || late < away) {
            throw new IllegalArgumentException(
                    "least-redundancy must be 0 or more, and no less for who is late than for who"
                            + " is away, not "
                            + late
                            + " and "
                            + away);
        }
    }

    /** Returns how many fragments are enough while others are late. */
    public int enoughWhileLate(Coding coding) {
        return enough(coding, late);
    }

    /** Returns how many fragments are enough while others are away. */
    public int enoughWhileAway(Coding coding) {
        return enough(coding, away);
    }

    private static int enough(Coding coding, int losses) {
        int borne = Math.min(losses, coding.toleratedLosses());
        return coding.fragments() - coding.toleratedLosses() + borne;
    }
}
