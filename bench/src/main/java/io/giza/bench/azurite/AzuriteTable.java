package io.giza.bench.azurite;

import java.util.Locale;

/** A result for people. */
final class AzuriteTable {
    private AzuriteTable() {}

    static String of(AzuriteResult result) {
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%d clients, blobs of %d and rows of %d bytes, %d s each in %d rounds%n",
                        result.clients(),
                        result.blobBytes(),
                        result.rowBytes(),
                        result.seconds(),
                        result.rounds()));
        text.append(
                String.format(
                        "%-16s %-8s %7s %8s %8s %8s %8s %10s %9s %10s",
                        "task",
                        "who",
                        "count",
                        "ops/s",
                        "MB/s",
                        "p50 ms",
                        "p99 ms",
                        "azurite ms",
                        "client ms",
                        "of ceiling"));
        for (AzuriteResult.Line line : result.lines()) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%n%-16s %-8s %7d %8.1f %8.1f %8.1f %8.1f %10.2f %9.2f %10.2f",
                            line.task(),
                            line.who(),
                            line.operations(),
                            line.opsPerS(),
                            line.mbPerS(),
                            line.p50Ms(),
                            line.p99Ms(),
                            line.azuriteCpuMs(),
                            line.clientCpuMs(),
                            line.ofCeiling()));
        }
        text.append(String.format("%nazurite ms and client ms are CPU time per operation"));
        return text.toString();
    }
}
