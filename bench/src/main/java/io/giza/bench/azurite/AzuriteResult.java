package io.giza.bench.azurite;

import java.util.List;

/**
 * What came out.
 *
 * @param clients how many there were at a time
 * @param blobBytes bytes of a blob that is put in one request, and of one that is read
 * @param rowBytes bytes of a row
 * @param rounds in how many turns it was measured
 * @param seconds how long each contender was measured for each task
 * @param lines what each contender did, by task
 */
record AzuriteResult(
        int clients, int blobBytes, int rowBytes, int rounds, int seconds, List<Line> lines) {
    AzuriteResult {
        lines = List.copyOf(lines);
    }

    /**
     * One contender at one task.
     *
     * @param task what was done
     * @param who who did it
     * @param operations how often, in all rounds
     * @param opsPerS the median of the rounds
     * @param mbPerS the same in 10^6 bytes of blobs per second, 0 for rows
     * @param p50Ms the median of all operations' latencies
     * @param p99Ms what 99 of 100 do not exceed
     * @param azuriteCpuMs CPU time of the emulator per operation
     * @param clientCpuMs CPU time of this process per operation
     * @param ofCeiling the median of the rounds' ratios to the first contender's rate at the task
     */
    record Line(
            String task,
            String who,
            long operations,
            double opsPerS,
            double mbPerS,
            double p50Ms,
            double p99Ms,
            double azuriteCpuMs,
            double clientCpuMs,
            double ofCeiling) {}
}
