package io.giza.bench.rivals;

import io.giza.bench.rivals.RivalsResult.Figures;
import io.giza.bench.rivals.RivalsResult.Line;
import io.giza.bench.rivals.RivalsResult.Ratios;

import java.util.Locale;

/** A comparison for people: a table for each rival, and what one has to know beside it. */
final class RivalsTable {
    private static final int NAME_CHARACTERS = 8;
    private static final double PER_CENT = 100;

    private RivalsTable() {}

    static String of(RivalsResult result) {
        StringBuilder text = new StringBuilder();
        String own = result.stores().getFirst().name();
        for (int rival = 1; rival < result.stores().size(); rival++) {
            heading(text, own, result.stores().get(rival).name());
            for (Line line : result.lines()) {
                row(text, line, line.stores().get(rival), line.ratios().get(rival - 1));
            }
            text.append(String.format("%n"));
        }
        notes(text, result);
        return text.toString();
    }

    private static void heading(StringBuilder text, String own, String rival) {
        text.append(
                String.format(
                        "%-25s %27s %19s %19s %27s%n",
                        "",
                        "operations per second",
                        "p50 ms",
                        "p99 ms",
                        "server CPU ms/operation"));
        String first = shortened(own);
        String second = shortened(rival);
        text.append(
                String.format(
                        "%-25s %9s %9s %7s %9s %9s %9s %9s %9s %9s %7s%n",
                        "", first, second, "ratio", first, second, first, second, first, second,
                        "ratio"));
    }

    private static void row(StringBuilder text, Line line, Figures rival, Ratios ratios) {
        Figures own = line.stores().getFirst();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%-25s %9.1f %9.1f %7.2f %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f %7.2f%n",
                        line.work().label(),
                        own.opsPerS(),
                        rival.opsPerS(),
                        ratios.ops(),
                        own.p50Ms(),
                        rival.p50Ms(),
                        own.p99Ms(),
                        rival.p99Ms(),
                        own.serverCpuMs(),
                        rival.serverCpuMs(),
                        ratios.cpu()));
    }

    private static void notes(StringBuilder text, RivalsResult result) {
        text.append(
                String.format(
                        "Medians of turns (%d of %d s each, after %d s of warm-up at each work);"
                                + " ratios are medians of each round's ratio.%n",
                        result.rounds(), result.seconds(), result.warmUpSeconds()));
        for (Store.Profile store : result.stores()) {
            text.append(
                    String.format(
                            "%s %s: %s; %s.%n",
                            store.name(), store.version(), store.redundancy(), store.durability()));
        }
        text.append(result.conditions().text()).append(others(result)).append('.');
        if (result.conditions().isInMemory()) {
            text.append(
                    String.format(
                            "%nThe stores' folders are in memory, where forcing costs nothing: name"
                                    + " a folder on a disk with --data."));
        }
        if (result.errors() > 0) {
            text.append(String.format("%nOperations failed: %d.", result.errors()));
        }
    }

    /** Returns what else went on, or nothing where it is unknown. */
    static String others(RivalsResult result) {
        return result.othersShare() < 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; others had %.0f %% of the processors, at most %.0f %%",
                        result.othersShare() * PER_CENT,
                        result.othersShareAtMost() * PER_CENT);
    }

    private static String shortened(String name) {
        return name.substring(0, Math.min(name.length(), NAME_CHARACTERS));
    }
}
