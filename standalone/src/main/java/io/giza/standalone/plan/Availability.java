package io.giza.standalone.plan;

import io.giza.model.Coding;
import io.giza.paxos.Quorums;

/**
 * How much of the time objects can be read and written, where data centers are away independently
 * of each other: while a classic quorum of tables answers, and as many fragments as decode
 * whichever they are.
 */
final class Availability {
    /** With more data centers there are too many states to count one by one. */
    static final int MOST_PLACES = 20;

    private Availability() {}

    /**
     * Returns the share of the time.
     *
     * @param coding with a fragment in each of the first data centers
     * @param metadataDcs how many of the first keep metadata
     * @param away the share of the time that a data center is away
     */
    static double of(Coding coding, int metadataDcs, double away) {
        int count = Math.max(coding.fragments(), metadataDcs);
        int classic = Quorums.of(metadataDcs).classic();
        int enough = coding.fragments() - coding.toleratedLosses();
        double share = 0;
        for (int state = 0; state < 1 << count; state++) {
            int tables = Integer.bitCount(state & mask(metadataDcs));
            int fragments = Integer.bitCount(state & mask(coding.fragments()));
            if (tables >= classic && fragments >= enough) {
                int there = Integer.bitCount(state);
                share += Math.pow(1 - away, there) * Math.pow(away, count - there);
            }
        }
        return share;
    }

    private static int mask(int count) {
        return (1 << count) - 1;
    }
}
