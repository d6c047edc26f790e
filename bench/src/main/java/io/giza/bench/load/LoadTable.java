package io.giza.bench.load;

import java.util.Locale;

/** A result for people. */
final class LoadTable {
    private LoadTable() {}

    static String of(LoadResult result) {
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%s, %d bytes, %d clients, %.1f s%n",
                        result.mix(),
                        result.objectBytes(),
                        result.clients(),
                        result.seconds()));
        text.append(
                String.format(
                        "%-5s %9s %9s %9s %9s %9s %9s",
                        "", "count", "ops/s", "MB/s", "p50 ms", "p95 ms", "p99 ms"));
        for (LoadResult.Line line : result.operations()) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%n%-5s %9d %9.1f %9.1f %9.2f %9.2f %9.2f",
                            line.operation(),
                            line.count(),
                            line.opsPerS(),
                            line.mbPerS(),
                            line.p50Ms(),
                            line.p95Ms(),
                            line.p99Ms()));
        }
        text.append(
                String.format(
                        Locale.ROOT,
                        "%nerrors %d; server CPU %.2f s/GB, %.2f ms/op; client CPU %.2f s/GB",
                        result.errors(),
                        result.serverCpuSecondsPerGb(),
                        result.serverCpuMillisPerOperation(),
                        result.clientCpuSecondsPerGb()));
        if (result.firstError() != null) {
            text.append(String.format("%nfirst error: %s", result.firstError()));
        }
        return text.toString();
    }
}
