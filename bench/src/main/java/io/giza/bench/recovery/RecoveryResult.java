package io.giza.bench.recovery;

import java.util.List;

/**
 * What garbage collection and recovery took; medians over the rounds. Megabytes are 10^6 bytes.
 *
 * @param objects how many objects were deleted or lacked a fragment at a time
 * @param objectBytes the size of each
 * @param rounds how many rounds were measured
 * @param share the share of the time that steps of workers might take while they were measured
 * @param reclaims what it took to reclaim deleted objects; empty if that was not measured
 * @param rebuilds what it took to rebuild fragments, by code
 * @param foreground puts beside a rebuild and without one; empty if that was not measured
 */
record RecoveryResult(
        int objects,
        long objectBytes,
        int rounds,
        double share,
        List<Reclaim> reclaims,
        List<Rebuild> rebuilds,
        List<Foreground> foreground) {
    RecoveryResult {
        reclaims = List.copyOf(reclaims);
        rebuilds = List.copyOf(rebuilds);
        foreground = List.copyOf(foreground);
    }

    /**
     * Objects that were deleted.
     *
     * @param seconds from when the last deletion was answered until no fragment was left anywhere
     * @param secondsPerGb the same per 10^9 bytes of objects
     * @param all the seconds of each round
     */
    record Reclaim(String coding, double seconds, double secondsPerGb, List<Double> all) {}

    /**
     * Fragments of a data center that was away while they were put.
     *
     * @param dcs data centers
     * @param fragments how many were rebuilt in each round
     * @param seconds from the order to the last fragment; rows are compared and told first
     * @param mbPerS megabytes of fragments rebuilt per second, from the first one on
     * @param readPerByte bytes that stores sent per rebuilt byte
     * @param crossPerByte bytes that crossed between data centers, both ways, per rebuilt byte
     * @param allMbPerS the rate of each round
     */
    record Rebuild(
            String coding,
            int dcs,
            long fragments,
            double seconds,
            double mbPerS,
            double readPerByte,
            double crossPerByte,
            List<Double> allMbPerS) {}

    /**
     * Puts of clients; latencies in milliseconds.
     *
     * @param rebuilding whether a rebuild ran beside them, paced as workers are by default
     * @param rebuiltMbPerS how much it rebuilt meanwhile
     * @param finished in how many of the rounds it was over before the window was
     * @param allP99Ms the 99th percentile of each round
     */
    record Foreground(
            boolean rebuilding,
            double opsPerS,
            double p50Ms,
            double p99Ms,
            double rebuiltMbPerS,
            int finished,
            long errors,
            List<Double> allP99Ms) {}
}
