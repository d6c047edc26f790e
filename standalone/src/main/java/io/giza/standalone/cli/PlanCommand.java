package io.giza.standalone.cli;

import io.giza.config.ByteSize;
import io.giza.model.Coding;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.plan.Costs;
import io.giza.standalone.plan.LatencyMatrix;
import io.giza.standalone.plan.Placement;
import io.giza.standalone.plan.Planner;
import io.giza.standalone.plan.Prices;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Chooses data centers, coding and quorums from how far data centers are from each other. */
@Command(
        name = "plan",
        description = {
            "Chooses data centers, coding and quorums by arithmetic; nothing is measured.",
            "Tries all placements that are allowed, and prints the best: what puts and gets take,"
                    + " also while one data center is away, what is stored and sent, what may be"
                    + " lost, and what it costs."
        })
final class PlanCommand implements Callable<Integer> {
    /** What may be small. */
    enum Objective {
        /** Half of all puts take at most this. */
        put(Placement::putP50),
        /** The same of gets. */
        get(Placement::getP50),
        /** Both together. */
        BOTH(placement -> placement.putP50() + placement.getP50()),
        /** What storing for a month, putting and getting once cost. */
        COST(
                placement -> {
                    Placement.Cost cost = Objects.requireNonNull(placement.cost());
                    return cost.month() + cost.put() + cost.get();
                });

        private final ToDoubleFunction<Placement> small;

        Objective(ToDoubleFunction<Placement> small) {
            this.small = small;
        }
    }

    /** Reads sizes such as 4MiB. */
    static final class SizeConverter implements ITypeConverter<ByteSize> {
        @Override
        public ByteSize convert(String value) {
            return ByteSize.valueOf(value);
        }
    }

    @Spec @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "SCHEME",
            description = "Schemes to choose from; without one, rs(2,1) rs(3,1) rs(3,2) rs(4,2).")
    List<String> codings = List.of("rs(2,1)", "rs(3,1)", "rs(3,2)", "rs(4,2)");

    @Option(
            names = "--matrix",
            paramLabel = "NAME|FILE",
            defaultValue = "azure-2026",
            description =
                    "How far data centers are from each other: azure-2026 (ten regions as published"
                            + " that year), one of the paper's (us-2-1, us-6-1, world-2-1, world-6-1),"
                            + " or a file of that form (default ${DEFAULT-VALUE}).")
    String matrix = "";

    @Option(
            names = "--among",
            paramLabel = "PLACE",
            split = ",",
            description = "Choose among these data centers; without it, all of the matrix.")
    List<String> among = List.of();

    @Option(
            names = "--always",
            paramLabel = "PLACE",
            split = ",",
            description = "These have to be among the chosen.")
    List<String> always = List.of();

    @Option(
            names = "--from",
            paramLabel = "PLACE=WEIGHT",
            split = ",",
            description =
                    "Where clients are, such as west-europe=3,east-us=1; each uses the nearest"
                            + " gateway. Without it, as many are in each chosen data center.")
    Map<String, Double> from = Map.of();

    @Option(
            names = "--metadata-dcs",
            paramLabel = "N",
            split = ",",
            defaultValue = "3,4,5",
            description = "How many of them may keep metadata (default ${DEFAULT-VALUE}).")
    List<Integer> metadataDcs = List.of();

    @Option(
            names = "--losses",
            paramLabel = "N",
            defaultValue = "1",
            description = "Only schemes that bear so many losses (default ${DEFAULT-VALUE}).")
    int losses;

    @Option(
            names = "--tail",
            paramLabel = "RATIO",
            defaultValue = "1.2",
            description =
                    "One call in a hundred takes so many times its round trip (default"
                            + " ${DEFAULT-VALUE}).")
    double tail;

    @Option(
            names = "--away",
            paramLabel = "SHARE",
            defaultValue = "0.0005",
            description =
                    "The share of the time that a data center is away (default ${DEFAULT-VALUE}).")
    double away;

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            description =
                    "What they charge: lines place,storage,egress,writes,reads, by GB and month, GB,"
                            + " and ten thousand requests.")
    @Nullable Path prices;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "4MiB",
            converter = SizeConverter.class,
            description = "Size of objects, for prices (default ${DEFAULT-VALUE}).")
    @Nullable ByteSize size;

    @Option(
            names = "--by",
            defaultValue = "both",
            description = "What is to be small: put, get, both or cost (default ${DEFAULT-VALUE}).")
    @Nullable Objective by;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "5",
            description = "How many to print (default ${DEFAULT-VALUE}).")
    int top;

    @Option(names = "--json", description = "Prints JSON.")
    boolean json;

    @Override
    public Integer call() {
        List<Placement> best = best();
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.println(json ? SnakeJson.of(best) : PlanTable.of(best));
        out.flush();
        return 0;
    }

    private List<Placement> best() {
        Objective objective = Objects.requireNonNull(by);
        if (objective == Objective.COST && prices == null) {
            throw new RefusedException("--by cost needs --prices.");
        }
        if (!(tail >= 1 && tail <= 100) || !(away >= 0 && away < 1) || top < 1) {
            throw new RefusedException(
                    "--tail must be 1 to 100, --away 0 to below 1, and --top at least 1.");
        }
        try {
            return new Planner(question()).best(objective.small, top);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(e.getMessage() + ".", e);
        }
    }

    private Planner.Question question() {
        long objectBytes = bytes();
        LatencyMatrix distances =
                LatencyMatrix.BUILT_IN.contains(matrix)
                        ? LatencyMatrix.builtIn(matrix)
                        : LatencyMatrix.read(Path.of(matrix));
        List<Integer> candidates =
                among.isEmpty()
                        ? IntStream.range(0, distances.places().size()).boxed().toList()
                        : among.stream().map(distances::indexOf).distinct().toList();
        Map<Integer, Double> clients = new LinkedHashMap<>();
        from.forEach((place, weight) -> clients.put(distances.indexOf(place), weight));
        if (clients.values().stream().anyMatch(weight -> !(weight > 0))) {
            throw new IllegalArgumentException("--from needs weights above 0, not " + from);
        }
        return new Planner.Question(
                distances,
                candidates,
                always.stream().map(distances::indexOf).toList(),
                codings.stream()
                        .map(Coding::parse)
                        .filter(coding -> coding.toleratedLosses() >= losses)
                        .toList(),
                metadataDcs,
                clients,
                tail,
                away,
                prices == null ? null : new Costs(Prices.read(prices), objectBytes));
    }

    private long bytes() {
        long bytes = Objects.requireNonNull(size).bytes();
        if (bytes < 1) {
            throw new IllegalArgumentException("--size must be 1B or more");
        }
        return bytes;
    }
}
