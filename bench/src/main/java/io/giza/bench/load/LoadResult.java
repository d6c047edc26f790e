package io.giza.bench.load;

import io.giza.bench.load.Workload.Operation;
import io.giza.bench.report.Latencies;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * What was measured.
 *
 * @param mix which operations
 * @param objectBytes the size of every object
 * @param clients how many worked at a time
 * @param seconds the length of the window
 * @param operations a line for each kind of operation
 * @param errors operations that failed
 * @param firstError what the first of them said, or null
 * @param serverCpuSecondsPerGb CPU of the servers per 10^9 bytes of objects put and got
 * @param serverCpuMillisPerOperation the same per operation
 * @param clientCpuSecondsPerGb CPU of the clients, who work on the same machine perhaps
 */
public record LoadResult(
        String mix,
        long objectBytes,
        int clients,
        double seconds,
        List<Line> operations,
        long errors,
        @Nullable String firstError,
        double serverCpuSecondsPerGb,
        double serverCpuMillisPerOperation,
        double clientCpuSecondsPerGb) {
    private static final double GIGABYTE = 1e9;
    private static final double MEGABYTE = 1e6;

    public LoadResult {
        operations = List.copyOf(operations);
    }

    /**
     * One kind of operation; megabytes are 10^6 bytes, latencies in milliseconds.
     *
     * @param operation {@code put} or {@code get}
     */
    public record Line(
            String operation,
            long count,
            double opsPerS,
            double mbPerS,
            double p50Ms,
            double p95Ms,
            double p99Ms) {}

    /**
     * CPU time that went by within the window.
     *
     * @param serverSeconds that of the servers
     * @param clientSeconds that of this process
     */
    record Cpu(double serverSeconds, double clientSeconds) {}

    /** Computes the rates; a rate over nothing is 0. */
    static LoadResult of(Workload workload, double seconds, Tally tally, Cpu cpu) {
        List<Line> lines = new ArrayList<>();
        long count = 0;
        for (Operation operation : Operation.values()) {
            Latencies latencies = tally.of(operation);
            if (latencies.count() == 0) {
                continue;
            }
            count += latencies.count();
            double perSecond = latencies.count() / seconds;
            lines.add(
                    new Line(
                            operation == Operation.PUT ? "put" : "get",
                            latencies.count(),
                            perSecond,
                            perSecond * workload.objectBytes() / MEGABYTE,
                            latencies.percentileMillis(0.50),
                            latencies.percentileMillis(0.95),
                            latencies.percentileMillis(0.99)));
        }
        double gigabytes = count * (double) workload.objectBytes() / GIGABYTE;
        return new LoadResult(
                workload.mix().label(),
                workload.objectBytes(),
                workload.clients(),
                seconds,
                lines,
                tally.errors(),
                tally.firstError(),
                ratio(cpu.serverSeconds, gigabytes),
                ratio(cpu.serverSeconds * 1000, count),
                ratio(cpu.clientSeconds, gigabytes));
    }

    private static double ratio(double amount, double of) {
        return of == 0 ? 0 : amount / of;
    }
}
