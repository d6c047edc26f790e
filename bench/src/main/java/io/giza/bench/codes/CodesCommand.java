package io.giza.bench.codes;

import io.giza.bench.report.Json;
import io.giza.model.Coding;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Compares erasure codes. */
@Command(
        name = "codes",
        description = {
            "Compares erasure codes in turn, in under a minute.",
            "They encode all parity of objects of 4 MiB, and rebuild one data fragment. Prints medians"
                    + " of GB/s of user data per second of CPU."
        })
public final class CodesCommand implements Callable<Integer> {
    private static final Duration SLICE = Duration.ofMillis(80);
    private static final int ROUNDS = 11;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final List<Coding> CODINGS =
            List.of(
                    new Coding.ReedSolomon(2, 1),
                    new Coding.ReedSolomon(6, 1),
                    new Coding.ReedSolomon(6, 3),
                    new Coding.ReedSolomon(12, 4),
                    new Coding.LocalReconstruction(12, 2, 2));

    @Spec @Nullable CommandSpec spec;

    @Option(names = "--json", description = "Print a list of JSON objects.")
    boolean json;

    @Override
    public Integer call() {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        CodesComparison.Result result = new CodesComparison(SLICE, ROUNDS, LIMIT).run(CODINGS);
        out.println(json ? Json.render(result.lines()) : table(result));
        out.flush();
        return reportSlowVectors(result) ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    /**
     * Loops of vectors that the JIT does not inline are slower than tables, with the right bytes:
     * nothing but this would tell.
     */
    private boolean reportSlowVectors(CodesComparison.Result result) {
        List<CodesComparison.Line> slow = result.slowerThanTables();
        for (CodesComparison.Line line : slow) {
            Objects.requireNonNull(spec)
                    .commandLine()
                    .getErr()
                    .printf(
                            "giza: the vector kernel is slower than tables: %s %s%n",
                            line.coding(), line.operation());
        }
        return !slow.isEmpty();
    }

    private static String table(CodesComparison.Result result) {
        StringBuilder text = new StringBuilder("GB/s of user data per core (CPU time of a thread)");
        text.append(String.format("%n%-12s %-9s %-15s %8s", "coding", "operation", "who", "GB/s"));
        for (CodesComparison.Line line : result.lines()) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%n%-12s %-9s %-15s %8.2f",
                            line.coding(),
                            line.operation(),
                            line.implementation(),
                            line.gbPerS()));
        }
        text.append(String.format("%n%nTimes as fast in the same round"));
        for (CodesComparison.Ratio ratio : result.ratios()) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%n%-12s %-9s %-15s %8.2f of %s",
                            ratio.coding(),
                            ratio.operation(),
                            ratio.implementation(),
                            ratio.ratio(),
                            ratio.to()));
        }
        return text.toString();
    }
}
