package io.giza.bench.idle;

import java.util.List;

/**
 * What a cluster without callers costs.
 *
 * @param objects how many it has
 * @param withFragments how many of them are too large for their records
 * @param fillSeconds until all were there
 * @param collection a sweep of all rows and fragments, as each of its workers does it by itself now
 *     and then
 * @param comparison of the data centers by the recovery-workers, likewise
 * @param seconds how long nothing was called
 * @param cpuSeconds of the process within that
 * @param percentOfCore the same by the seconds
 * @param percentOfCoreWithSweeps the same in the long run, with a collection every interval
 * @param residentMebibytes of the process, below 0 where it is unknown
 * @param threads who had the most of it
 */
record IdleResult(
        int objects,
        int withFragments,
        double fillSeconds,
        Pass collection,
        Pass comparison,
        int seconds,
        double cpuSeconds,
        double percentOfCore,
        double percentOfCoreWithSweeps,
        double residentMebibytes,
        List<ThreadShare> threads) {
    IdleResult {
        threads = List.copyOf(threads);
    }

    /**
     * Work of all workers that was ordered.
     *
     * @param seconds until the last of them had done it
     * @param cpuSeconds of the process meanwhile
     */
    record Pass(double seconds, double cpuSeconds) {
        /** Returns what it adds to the mean where it begins anew so long after it ended. */
        double percentOfCoreEvery(double pause, double idlePercent) {
            double more = cpuSeconds - idlePercent / 100 * seconds;
            return 100 * Math.max(0, more) / (pause + seconds);
        }
    }

    /**
     * Threads of one name.
     *
     * @param name the system's for it, without numbers
     */
    record ThreadShare(String name, double percentOfCore) {}
}
