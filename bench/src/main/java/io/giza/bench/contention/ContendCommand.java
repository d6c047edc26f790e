package io.giza.bench.contention;

import io.giza.bench.cli.ClustersFolder;
import io.giza.bench.cli.InvalidOption;
import io.giza.bench.cli.JsonOption;
import io.giza.bench.cli.SizeConverter;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.cluster.TemporaryCluster;
import io.giza.bench.load.LoadOptions;
import io.giza.config.ByteSize;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Lets writers fight over one key, with the default strategy and the paper's in turn. */
@Command(
        name = "contend",
        description = {
            "Lets writers fight over one key, with the default strategy and the paper's in turn.",
            "Starts a cluster for each, which are deleted afterwards."
        })
public final class ContendCommand implements Callable<Integer> {
    private static final int SPARE_CONNECTIONS = 4;
    private static final int MAX_WRITERS = 256;
    private static final int MAX_SECONDS = 3600;
    private static final int MAX_ROUNDS = 100;
    private static final int MAX_LATENCY_MS = 10_000;

    @Spec @Nullable CommandSpec spec;

    @Option(
            names = "--writers",
            paramLabel = "N",
            defaultValue = "2",
            description = "Who put the same key at a time (default ${DEFAULT-VALUE}).")
    int writers;

    @Option(
            names = "--at",
            paramLabel = "PLACE",
            defaultValue = "both",
            description =
                    "Where they are: same-dc, all at one gateway; cross-dc, at gateways in turn;"
                            + " or both (default ${DEFAULT-VALUE}).")
    String place = "";

    @Option(
            names = "--latency-ms",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "Latency added between data centers, each way (default ${DEFAULT-VALUE}).")
    int latencyMillis;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "How long each strategy is measured in each place (default ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "4",
            description = "In how many turns (default ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "5",
            description = "Seconds before that, not measured (default ${DEFAULT-VALUE}).")
    int warmUpSeconds;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "1KiB",
            converter = SizeConverter.class,
            description =
                    "Size of the object; below 2KiB it travels in its record (default"
                            + " ${DEFAULT-VALUE}).")
    @Nullable ByteSize size;

    @Option(
            names = "--dcs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Data centers (default ${DEFAULT-VALUE}).")
    int dcs;

    @Mixin final ClustersFolder folder = new ClustersFolder();

    @Mixin final JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<WriterPlacement> placements = placements();
        InvalidOption.requireWithin(spec, "--writers", writers, 1, MAX_WRITERS);
        InvalidOption.requireWithin(spec, "--seconds", seconds, 1, MAX_SECONDS);
        InvalidOption.requireWithin(spec, "--rounds", rounds, 1, MAX_ROUNDS);
        InvalidOption.requireWithin(spec, "--warm-up", warmUpSeconds, 0, MAX_SECONDS);
        InvalidOption.requireWithin(spec, "--latency-ms", latencyMillis, 0, MAX_LATENCY_MS);
        InvalidOption.requireWithin(spec, "--dcs", dcs, 3, 11);
        if (Objects.requireNonNull(size).bytes() > 64 << 20) {
            throw InvalidOption.of(spec, "--size must be 0B to 64MiB");
        }
        ContendResult result;
        try (TemporaryCluster cooperative = start(ContentionStrategy.COOPERATIVE);
                TemporaryCluster simple = start(ContentionStrategy.SIMPLE)) {
            Map<ContentionStrategy, List<URI>> clusters = new EnumMap<>(ContentionStrategy.class);
            clusters.put(ContentionStrategy.COOPERATIVE, cooperative.endpoints());
            clusters.put(ContentionStrategy.SIMPLE, simple.endpoints());
            result = measure(placements, clusters);
        }
        json.print(
                Objects.requireNonNull(spec).commandLine().getOut(),
                result,
                () -> ContendTable.of(result));
        return result.lines().stream().allMatch(line -> line.failed() == 0) ? 0 : 1;
    }

    private TemporaryCluster start(ContentionStrategy strategy) throws IOException {
        return TemporaryCluster.start(
                folder.path(),
                dcs,
                "rs(2,1)",
                LoadOptions.jvmOptions(),
                strategy.settings(dcs, Duration.ofMillis(latencyMillis)));
    }

    private ContendResult measure(
            List<WriterPlacement> placements, Map<ContentionStrategy, List<URI>> clusters)
            throws IOException, InterruptedException {
        long bytes = Objects.requireNonNull(size).bytes();
        Duration turn = Duration.ofSeconds(seconds).dividedBy(rounds);
        var plan = new ContendDriver.Plan(writers, rounds, turn, Duration.ofSeconds(warmUpSeconds));
        List<ContendResult.Line> lines;
        try (S3Client client = S3Client.ofTemporaryCluster(bytes, writers + SPARE_CONNECTIONS)) {
            lines = new ContendDriver(plan, client, clusters).run(placements);
        }
        return new ContendResult(
                writers, bytes, dcs, latencyMillis, seconds, lines, ContendDriver.ratios(lines));
    }

    private List<WriterPlacement> placements() {
        return switch (place) {
            case "same-dc" -> List.of(WriterPlacement.SAME_DC);
            case "cross-dc" -> List.of(WriterPlacement.CROSS_DC);
            case "both" -> List.of(WriterPlacement.values());
            default ->
                    throw InvalidOption.of(
                            spec, "--at must be same-dc, cross-dc or both, not " + place);
        };
    }
}
