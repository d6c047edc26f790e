package io.giza.bench.recovery;

import io.giza.bench.cli.ClustersFolder;
import io.giza.bench.cli.InvalidOption;
import io.giza.bench.cli.JsonOption;
import io.giza.bench.cli.SizeConverter;
import io.giza.bench.cluster.RequestSigner;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.cluster.TemporaryCluster;
import io.giza.bench.load.LoadOptions;
import io.giza.bench.load.Workload;
import io.giza.bench.report.Median;
import io.giza.config.ByteSize;
import io.giza.model.Coding;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;

/** Measures what it takes to reclaim what was deleted and to rebuild what is missing. */
@Command(
        name = "recovery",
        description = {
            "Measures what it takes to reclaim deleted objects and to rebuild missing fragments.",
            "Also what puts notice of a rebuild. Starts clusters, which are deleted afterwards."
        })
public final class RecoveryCommand implements Callable<Integer> {
    private static final int SPARE_CONNECTIONS = 4;
    private static final Set<String> MEASURES = Set.of("reclaim", "rebuild", "foreground");
    private static final int MAX_OBJECTS = 100_000;
    private static final int MAX_CLIENTS = 256;
    private static final int MAX_ROUNDS = 100;
    private static final int MAX_SECONDS = 3600;
    private static final String DEFAULT_CODING = "rs(2,1)";

    @Spec @Nullable CommandSpec spec;

    @Option(
            names = "--measure",
            paramLabel = "WHAT",
            split = ",",
            defaultValue = "reclaim,rebuild,foreground",
            description = "reclaim, rebuild or foreground, or several (default all).")
    List<String> measures = List.of();

    @Option(
            names = "--coding",
            paramLabel = "SCHEME",
            description =
                    "What fragments are rebuilt of, in a data center per fragment; may be repeated"
                            + " (default rs(2,1), rs(6,3) and lrc(6,2,2)).")
    List<String> codings = List.of(DEFAULT_CODING, "rs(6,3)", "lrc(6,2,2)");

    @Option(
            names = "--objects",
            paramLabel = "N",
            defaultValue = "128",
            description =
                    "How many are deleted, or lack a fragment, in a round (default"
                            + " ${DEFAULT-VALUE}).")
    int objects;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "4MiB",
            converter = SizeConverter.class,
            description = "Size of each of them (default ${DEFAULT-VALUE}).")
    @Nullable ByteSize size;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Rounds that are measured, after one that is not (default 3).")
    int rounds;

    @Option(
            names = "--share",
            paramLabel = "X",
            defaultValue = "1",
            description =
                    "Share of the time that workers may take; without effect on foreground, where"
                            + " it is that of the product (default ${DEFAULT-VALUE}).")
    double share;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "4",
            description = "Requests of clients under way at a time (default ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "How long foreground puts are measured each way in a round (default"
                            + " ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--put-size",
            paramLabel = "SIZE",
            defaultValue = "256KiB",
            converter = SizeConverter.class,
            description = "Size of foreground puts (default ${DEFAULT-VALUE}).")
    @Nullable ByteSize putSize;

    @Mixin final ClustersFolder folder = new ClustersFolder();

    @Mixin final JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireValidOptions();
        RecoveryResult result =
                new RecoveryResult(
                        objects,
                        Objects.requireNonNull(size).bytes(),
                        rounds,
                        share,
                        measures.contains("reclaim") ? reclaims() : List.of(),
                        measures.contains("rebuild") ? rebuilds() : List.of(),
                        measures.contains("foreground") ? foreground() : List.of());
        json.print(
                Objects.requireNonNull(spec).commandLine().getOut(),
                result,
                () -> RecoveryTable.of(result));
        return result.foreground().stream().allMatch(each -> each.errors() == 0) ? 0 : 1;
    }

    private void requireValidOptions() {
        if (measures.isEmpty() || !MEASURES.containsAll(measures)) {
            throw InvalidOption.of(
                    spec, "--measure must be reclaim, rebuild or foreground: " + measures);
        }
        InvalidOption.requireWithin(spec, "--objects", objects, 1, MAX_OBJECTS);
        InvalidOption.requireWithin(spec, "--rounds", rounds, 1, MAX_ROUNDS);
        InvalidOption.requireWithin(spec, "--clients", clients, 1, MAX_CLIENTS);
        InvalidOption.requireWithin(spec, "--seconds", seconds, 1, MAX_SECONDS);
        if (!(share > 0 && share <= 1)) {
            throw InvalidOption.of(spec, "--share must be above 0 and at most 1, not " + share);
        }
        for (ByteSize each : List.of(bytes(size), bytes(putSize))) {
            if (each.bytes() < 4 << 10 || each.bytes() > 64 << 20) {
                throw InvalidOption.of(spec, "--size and --put-size must be 4KiB to 64MiB");
            }
        }
        for (String coding : codings) {
            try {
                dcs(coding);
            } catch (IllegalArgumentException e) {
                throw InvalidOption.of(spec, "--coding: " + e.getMessage());
            }
        }
    }

    private static ByteSize bytes(@Nullable ByteSize option) {
        return Objects.requireNonNull(option);
    }

    private static int dcs(String coding) {
        return Coding.parse(coding).fragments();
    }

    private List<RecoveryResult.Reclaim> reclaims() throws IOException, InterruptedException {
        List<Double> all = new ArrayList<>();
        try (RecoveryDriver driver = start(DEFAULT_CODING, share)) {
            for (int round = 0; round <= rounds; round++) {
                double took = driver.reclaim();
                if (round > 0) {
                    all.add(took);
                }
            }
        }
        double median = Median.of(all);
        double gigabytes = (double) objects * bytes(size).bytes() / 1e9;
        return List.of(new RecoveryResult.Reclaim(DEFAULT_CODING, median, median / gigabytes, all));
    }

    /** A cluster for each code, in turn. */
    private List<RecoveryResult.Rebuild> rebuilds() throws IOException, InterruptedException {
        List<RecoveryDriver> drivers = new ArrayList<>();
        Map<RecoveryDriver.Plan, List<RecoveryDriver.RebuildRun>> ended = new LinkedHashMap<>();
        try {
            for (String coding : codings) {
                RecoveryDriver driver = start(coding, share);
                drivers.add(driver);
                ended.put(driver.plan(), new ArrayList<>());
            }
            for (int round = 0; round <= rounds; round++) {
                for (RecoveryDriver driver : drivers) {
                    RecoveryDriver.RebuildRun one = driver.rebuild();
                    if (round > 0) {
                        ended.getOrDefault(driver.plan(), new ArrayList<>()).add(one);
                    }
                }
            }
        } finally {
            for (RecoveryDriver driver : drivers) {
                driver.close();
            }
        }
        List<RecoveryResult.Rebuild> lines = new ArrayList<>();
        ended.forEach((plan, each) -> lines.add(RecoveryDriver.line(plan, each)));
        return lines;
    }

    private List<RecoveryResult.Foreground> foreground() throws IOException, InterruptedException {
        Workload workload =
                new Workload(
                        Workload.Mix.PUT,
                        bytes(putSize).bytes(),
                        clients,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(seconds),
                        RequestSigner.Payload.UNSIGNED);
        try (RecoveryDriver driver = start(DEFAULT_CODING, 0);
                S3Client client = client(bytes(putSize))) {
            RecoveryDriver.RebuildRun _ = driver.rebuild();
            ForegroundDriver foreground = new ForegroundDriver(driver, client, workload);
            for (int round = 0; round < rounds; round++) {
                foreground.round(round);
            }
            return foreground.lines();
        }
    }

    /**
     * Starts a cluster whose workers begin when they are told to.
     *
     * @param timeShare the share of the time of its workers, 0 for the product's own
     */
    private RecoveryDriver start(String coding, double timeShare) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("giza.recovery.watch", "365d");
        settings.put("giza.recovery.interval", "365d");
        settings.put("giza.recovery.lease-term", RecoveryDriver.LEASE_TERM.toSeconds() + "s");
        if (timeShare > 0) {
            settings.put("giza.recovery.share", String.valueOf(timeShare));
            settings.put("giza.gc.share", String.valueOf(timeShare));
        }
        int dcs = dcs(coding);
        TemporaryCluster cluster =
                TemporaryCluster.start(
                        folder.path(), dcs, coding, LoadOptions.jvmOptions(), settings);
        return new RecoveryDriver(
                new RecoveryDriver.Plan(coding, dcs, objects, clients),
                cluster,
                client(bytes(size)));
    }

    private S3Client client(ByteSize each) {
        return S3Client.ofTemporaryCluster(each.bytes(), clients + SPARE_CONNECTIONS);
    }
}
