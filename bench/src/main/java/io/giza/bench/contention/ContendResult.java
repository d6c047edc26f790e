package io.giza.bench.contention;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of writers that fought over one key.
 *
 * @param writers how many put at a time
 * @param objectBytes the size of every put
 * @param dcs data centers
 * @param oneWayMillis the latency added between two of them, each way
 * @param secondsEach how long each strategy was measured in each place
 * @param lines a line for each place and strategy
 * @param ratios by place: puts per second of the default through those of the paper's
 */
record ContendResult(
        int writers,
        long objectBytes,
        int dcs,
        long oneWayMillis,
        double secondsEach,
        List<Line> lines,
        Map<String, Double> ratios) {
    ContendResult {
        lines = List.copyOf(lines);
        ratios = new TreeMap<>(ratios);
    }

    /**
     * One strategy in one place; latencies in milliseconds, of successful puts.
     *
     * @param rivals where the writers were
     * @param strategy what gateways did about it
     * @param fewestOfAWriter the puts of the writer that had the fewest
     * @param refused puts that were answered with 503
     * @param failed puts that failed otherwise
     * @param commits how gateways ended what they appended, by outcome
     */
    record Line(
            String rivals,
            String strategy,
            long puts,
            double putsPerS,
            double p50Ms,
            double p99Ms,
            double maxMs,
            long fewestOfAWriter,
            long refused,
            long failed,
            Map<String, Long> commits) {
        Line {
            commits = new TreeMap<>(commits);
        }
    }
}
