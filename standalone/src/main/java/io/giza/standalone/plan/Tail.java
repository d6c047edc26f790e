package io.giza.standalone.plan;

import java.util.Collection;

/**
 * How long the slowest of several calls takes, where each takes its round trip at least and beyond
 * that a time that is exponentially distributed, independently of the others.
 *
 * @param excess the mean of that time, by the round trip
 */
record Tail(double excess) {
    private static final double ONE_IN = 100;
    private static final int STEPS = 60;

    /** Returns that with which one call in a hundred takes {@code ratio} times its round trip. */
    static Tail ofRatio(double ratio) {
        return new Tail((ratio - 1) / Math.log(ONE_IN));
    }

    /**
     * Returns the time that a fraction of all stays below.
     *
     * @param roundTrips of the calls, in milliseconds; those of 0 are at home, and take no time
     */
    double percentile(Collection<Double> roundTrips, double fraction) {
        double longest = roundTrips.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        double low = longest;
        double high = longest * (1 - excess * Math.log(1 - fraction) * (1 + roundTrips.size()));
        for (int step = 0; step < STEPS && excess > 0; step++) {
            double middle = (low + high) / 2;
            if (shareBelow(roundTrips, middle) < fraction) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return excess > 0 ? high : longest;
    }

    private double shareBelow(Collection<Double> roundTrips, double time) {
        double share = 1;
        for (double roundTrip : roundTrips) {
            if (roundTrip > 0) {
                share *= 1 - Math.exp((1 - time / roundTrip) / excess);
            }
        }
        return share;
    }
}
