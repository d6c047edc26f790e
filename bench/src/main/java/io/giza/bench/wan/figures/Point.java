package io.giza.bench.wan.figures;

import io.giza.bench.report.Latencies;

import org.jspecify.annotations.Nullable;

/**
 * What one way to do one thing took.
 *
 * @param group what was done, and where
 * @param series in which way
 * @param samples how often
 * @param rounds the round trips between data centers that one waited for in the mean, null where
 *     nobody counts them
 * @param leastMs what distance alone takes: the round trips that it needs, by the matrix
 * @param p10Ms the tenth of all that was fastest took at most this
 * @param p50Ms the median
 * @param p95Ms the whisker of the paper's figures
 * @param p99Ms the slowest of a hundred
 * @param paperMs the paper's median, null where its text has none
 */
record Point(
        String group,
        String series,
        long samples,
        @Nullable Double rounds,
        double leastMs,
        double p10Ms,
        double p50Ms,
        double p95Ms,
        double p99Ms,
        @Nullable Double paperMs) {
    private static final double P10 = 0.1;
    private static final double P50 = 0.5;
    private static final double P95 = 0.95;
    private static final double P99 = 0.99;

    /** Returns the point of some latencies. */
    static Point of(
            String group,
            String series,
            @Nullable Double rounds,
            double leastMs,
            Latencies took,
            @Nullable Double paperMs) {
        return new Point(
                group,
                series,
                took.count(),
                rounds,
                leastMs,
                took.percentileMillis(P10),
                took.percentileMillis(P50),
                took.percentileMillis(P95),
                took.percentileMillis(P99),
                paperMs);
    }
}
