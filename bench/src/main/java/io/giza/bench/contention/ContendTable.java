package io.giza.bench.contention;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A result of contention for people. */
final class ContendTable {
    private ContendTable() {}

    static String of(ContendResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(conditions(result));
        lines.add(columns());
        result.lines().forEach(line -> lines.add(row(line)));
        result.ratios()
                .forEach(
                        (rivals, ratio) ->
                                lines.add(
                                        String.format(
                                                Locale.ROOT,
                                                "%s: cooperative / simple %.2f puts/s",
                                                rivals,
                                                ratio)));
        return String.join(System.lineSeparator(), lines);
    }

    private static String conditions(ContendResult result) {
        return String.format(
                Locale.ROOT,
                "%d writers of one key, %d bytes, %d data centers %d ms apart each way,"
                        + " %.0f s each",
                result.writers(),
                result.objectBytes(),
                result.dcs(),
                result.oneWayMillis(),
                result.secondsEach());
    }

    private static String columns() {
        return String.format(
                "%-9s %-12s %7s %7s %8s %8s %8s %7s %5s %6s  %s",
                "writers",
                "strategy",
                "puts",
                "puts/s",
                "p50 ms",
                "p99 ms",
                "max ms",
                "fewest",
                "503",
                "failed",
                "commits");
    }

    private static String row(ContendResult.Line line) {
        return String.format(
                Locale.ROOT,
                "%-9s %-12s %7d %7.2f %8.1f %8.1f %8.1f %7d %5d %6d  %s",
                line.rivals(),
                line.strategy(),
                line.puts(),
                line.putsPerS(),
                line.p50Ms(),
                line.p99Ms(),
                line.maxMs(),
                line.fewestOfAWriter(),
                line.refused(),
                line.failed(),
                line.commits().entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining(", ")));
    }
}
