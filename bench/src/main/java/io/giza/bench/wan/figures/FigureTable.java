package io.giza.bench.wan.figures;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A figure as a table of Markdown, which is readable as plain text too. */
final class FigureTable {
    private static final String HEAD =
            """
            **Figure %d. %s** (ms)

            | | | round trips | least by distance | p10 | p50 | p95 | p99 | p50 by that of %s | p99 by its | the paper's p50 |
            |---|---|---|---|---|---|---|---|---|---|---|
            """;

    private static final String COST_HEAD =
            """
            **Table 1. Bytes by the bytes of the object**

            | | stored | by the code | put sends | by the code | get fetches | by the code |
            |---|---|---|---|---|---|---|
            """;

    private FigureTable() {}

    static String of(Figure figure) {
        StringBuilder table =
                new StringBuilder(
                        HEAD.formatted(figure.number(), figure.title(), figure.reference()));
        String group = "";
        for (Point point : figure.points()) {
            table.append(row(figure, point, point.group().equals(group) ? "" : point.group()));
            group = point.group();
        }
        return table.toString();
    }

    private static String row(Figure figure, Point point, String group) {
        Optional<Point> reference =
                figure.of(point.group()).stream()
                        .filter(other -> other.series().equals(figure.reference()))
                        .filter(other -> !other.equals(point))
                        .findAny();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %.0f | %.1f | %.1f | %.1f | %.1f | %s | %s | %s |%n",
                group,
                point.series(),
                point.rounds() == null ? "" : String.format(Locale.ROOT, "%.2f", point.rounds()),
                point.leastMs(),
                point.p10Ms(),
                point.p50Ms(),
                point.p95Ms(),
                point.p99Ms(),
                reference.map(other -> ratio(point.p50Ms(), other.p50Ms())).orElse(""),
                reference.map(other -> ratio(point.p99Ms(), other.p99Ms())).orElse(""),
                point.paperMs() == null ? "" : String.format(Locale.ROOT, "%.0f", point.paperMs()));
    }

    /** Returns what objects cost, as the paper's Table 1; empty where nothing was measured. */
    static String of(List<Cost> costs) {
        StringBuilder table = new StringBuilder();
        for (Cost cost : costs) {
            table.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |%n",
                            cost.configuration(),
                            cost.stored(),
                            cost.storedByCode(),
                            cost.putSent(),
                            cost.putByCode(),
                            cost.getSent(),
                            cost.getByCode()));
        }
        return costs.isEmpty() ? "" : COST_HEAD + table;
    }

    private static String ratio(double one, double other) {
        return String.format(Locale.ROOT, "%.3f", one / other);
    }
}
