package io.giza.bench.growth;

import java.util.List;

/**
 * What was measured beside how many keys.
 *
 * @param objectBytes the size of the objects that were put
 * @param clients how many worked at a time
 * @param rounds how many windows each operation had
 * @param seconds the length of each
 * @param lines one for each number of keys
 */
record GrowthResult(long objectBytes, int clients, int rounds, int seconds, List<Line> lines) {
    GrowthResult {
        lines = List.copyOf(lines);
    }

    /** Returns how many operations failed. */
    long errors() {
        return lines.stream().mapToLong(line -> line.put().errors() + line.get().errors()).sum();
    }

    /**
     * Beside one number of keys.
     *
     * @param fillSeconds how long the tables were filled
     * @param rowBytes the bytes of a row in one table, key included and before compression
     * @param diskBytesPerKey what all tables together take on disk by the number of keys; copies
     *     compress better than rows of their own would
     * @param start of the cluster
     * @param idleCpuPercent CPU of the process while nobody calls, in per cent of a core
     * @param folderMs until the folders of a folder were listed
     * @param residentMebibytes of the process at the end, below 0 where it is unknown
     */
    record Line(
            int keys,
            double fillSeconds,
            long rowBytes,
            double diskBytesPerKey,
            Start start,
            double idleCpuPercent,
            double folderMs,
            Figures put,
            Figures get,
            double residentMebibytes) {}

    /**
     * Starting on these tables.
     *
     * @param seconds until every service answered
     * @param cpuSeconds of the process until then
     * @param residentMebibytes of the process then
     */
    record Start(double seconds, double cpuSeconds, double residentMebibytes) {}

    /** Medians of an operation's windows, and all that failed. */
    record Figures(double opsPerS, double p50Ms, double p99Ms, double serverCpuMs, long errors) {}
}
