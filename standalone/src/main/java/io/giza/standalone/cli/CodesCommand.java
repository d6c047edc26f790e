package io.giza.standalone.cli;

import io.giza.erasure.CodeFigures;
import io.giza.model.Coding;
import io.giza.standalone.config.RefusedException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Compares coding schemes by what they cost and give. */
@Command(
        name = "codes",
        description = {
            "Compares coding schemes by arithmetic; nothing is measured.",
            "Prints bytes stored, fragments read to repair one, losses tolerated, bytes between data"
                    + " centers for put, get and rebuild, and the mean time to a loss of data by"
                    + " the model of the local reconstruction codes' paper."
        })
final class CodesCommand implements Callable<Integer> {
    private static final List<String> DEFAULT_SCHEMES =
            List.of(
                    "rs(1,2)",
                    "rs(2,1)",
                    "rs(6,1)",
                    "rs(6,3)",
                    "rs(12,4)",
                    "lrc(4,2,1)",
                    "lrc(6,2,2)",
                    "lrc(12,2,2)");

    @Spec @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "SCHEME",
            description = "Such as rs(6,3) or lrc(6,2,2); without one, the usual.")
    List<String> schemes = DEFAULT_SCHEMES;

    @Option(names = "--json", description = "Prints JSON.")
    boolean json;

    @Override
    public Integer call() {
        List<CodeFigures> figures = schemes.stream().map(CodesCommand::figures).toList();
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.println(json ? SnakeJson.of(figures) : table(figures));
        out.flush();
        return 0;
    }

    private static CodeFigures figures(String scheme) {
        try {
            return CodeFigures.of(Coding.parse(scheme));
        } catch (IllegalArgumentException e) {
            throw new RefusedException(e.getMessage() + ".", e);
        }
    }

    private static String table(List<CodeFigures> figures) {
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        "%-13s %5s %6s %13s %17s %23s %19s%n",
                        "", "", "", "fragments", "losses", "bytes between DCs", "MTTF in years"));
        text.append(
                String.format(
                        "%-13s %5s %6s %13s %17s %23s %19s",
                        "coding",
                        "DCs",
                        "stored",
                        "per repair",
                        "tolerated",
                        "put    get rebuild",
                        "C = 1      C"));
        for (CodeFigures each : figures) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%n%-13s %5d %5.2fx %5d (%5.2f) %3d (+1: %5.1f%%) %8.2f %6.2f %7.2f"
                                    + " %9.1e %9.1e",
                            each.coding(),
                            each.fragments(),
                            each.overhead(),
                            each.dataRepairReads(),
                            each.averageRepairReads(),
                            each.toleratedLosses(),
                            100 * each.nextLossesDecodable(),
                            each.putTraffic(),
                            each.getTraffic(),
                            each.rebuildTraffic(),
                            each.mttfYears(),
                            each.mttfYearsRepairCost()));
        }
        return text.append(String.format("%n%n")).append(LEGEND).toString();
    }

    private static final String LEGEND =
            """
            DCs         data centers, a fragment in each
            per repair  fragments read to rebuild one of data (and one of all, on average)
            tolerated   data centers that may be lost whichever they are (+1: the part of the
                        losses of one more that still decode)
            bytes       per byte of the object for put and get, whose gateway has one fragment in
                        its own data center; per byte rebuilt for rebuild
            MTTF        the Markov model of the local reconstruction codes' paper with its
                        parameters; C = 1 as in its table, C with the reads of a repair counted
            """
                    .strip();
}
