package io.giza.bench.growth;

import io.giza.bench.cluster.CpuMeter;
import io.giza.bench.cluster.ProcessStats;
import io.giza.bench.cluster.RequestSigner;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.cluster.TemporaryCluster;
import io.giza.bench.filling.KeyFiller;
import io.giza.bench.load.LoadDriver;
import io.giza.bench.load.LoadResult;
import io.giza.bench.load.Workload;
import io.giza.bench.report.Median;
import io.giza.metadata.table.RowTableException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Fills a cluster with keys, starts it, and measures puts and gets in turn. */
final class GrowthDriver {
    private static final String BUCKET = "grown";

    /** Small, so that many rows fit the disk. */
    private static final int FILLED_BYTES = 16;

    private static final int DCS = 3;
    private static final int SPARE_CONNECTIONS = 4;
    private static final int LISTINGS = 11;
    private static final Duration START_OF_WINDOW = Duration.ofSeconds(1);

    private final Plan plan;
    private final Consumer<String> progress;

    /**
     * What is done beside each number of keys.
     *
     * @param objectBytes the size of the objects that are put
     * @param rounds how many windows each operation has
     * @param seconds the length of each
     * @param warmUpSeconds how long each operation is done before
     * @param idleSeconds how long nothing is done after that
     */
    record Plan(
            long objectBytes,
            int clients,
            int rounds,
            int seconds,
            int warmUpSeconds,
            int idleSeconds) {}

    GrowthDriver(Plan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** A cluster that was filled, and the clients that have the bodies of what they use. */
    private record Bench(TemporaryCluster cluster, S3Client putting, S3Client getting) {
        List<URI> gateways() {
            return cluster.endpoints();
        }

        CpuMeter cpu() {
            return cluster.cpu();
        }
    }

    /** Measures in a cluster of its own. */
    GrowthResult.Line measure(Path parent, int keys, List<String> jvmOptions)
            throws IOException, InterruptedException, RowTableException {
        int connections = plan.clients() + SPARE_CONNECTIONS;
        try (TemporaryCluster cluster = TemporaryCluster.start(parent, DCS, "rs(2,1)", jvmOptions);
                S3Client putting = S3Client.ofTemporaryCluster(plan.objectBytes(), connections);
                S3Client getting = S3Client.ofTemporaryCluster(FILLED_BYTES, connections)) {
            URI gateway = cluster.endpoints().getFirst();
            getting.createBucket(gateway, BUCKET);
            getting.put(gateway, "/" + BUCKET + "/" + KeyFiller.TEMPLATE);
            cluster.stop();
            KeyFiller.Filled filled = KeyFiller.fill(cluster.folder(), DCS, keys, progress);
            double diskBytes = bytesBelow(cluster.folder()) / (double) keys;
            progress.accept("starting the cluster beside %,d keys".formatted(keys));
            long began = System.nanoTime();
            cluster.restart();
            double started = (System.nanoTime() - began) / 1e9;
            Bench bench = new Bench(cluster, putting, getting);
            GrowthResult.Start start =
                    new GrowthResult.Start(
                            started,
                            bench.cpu().seconds(),
                            ProcessStats.residentMebibytes(cluster.pid()));
            return line(bench, keys, filled, diskBytes, start);
        }
    }

    private GrowthResult.Line line(
            Bench bench,
            int keys,
            KeyFiller.Filled filled,
            double diskBytes,
            GrowthResult.Start start)
            throws IOException, InterruptedException {
        LoadDriver puts = driver(bench, bench.putting(), Workload.Mix.PUT, keys);
        LoadDriver gets = driver(bench, bench.getting(), Workload.Mix.GET, keys);
        progress.accept("warm-up beside %,d keys".formatted(keys));
        if (plan.warmUpSeconds() > 0) {
            Duration warmUp = Duration.ofSeconds(plan.warmUpSeconds());
            var _ = puts.measure(Duration.ZERO, warmUp);
            var _ = gets.measure(Duration.ZERO, warmUp);
        }
        double folderMs = folderMillis(bench);
        List<LoadResult> put = new ArrayList<>();
        List<LoadResult> get = new ArrayList<>();
        for (int round = 1; round <= plan.rounds(); round++) {
            progress.accept("round %d of %d".formatted(round, plan.rounds()));
            put.add(puts.measure(START_OF_WINDOW, Duration.ofSeconds(plan.seconds())));
            get.add(gets.measure(START_OF_WINDOW, Duration.ofSeconds(plan.seconds())));
        }
        double idle = idleCpuPercent(bench);
        return new GrowthResult.Line(
                keys,
                filled.seconds(),
                filled.rowBytes(),
                diskBytes,
                start,
                idle,
                folderMs,
                figures(put),
                figures(get),
                ProcessStats.residentMebibytes(bench.cluster().pid()));
    }

    private LoadDriver driver(Bench bench, S3Client client, Workload.Mix mix, int keys) {
        Workload workload =
                new Workload(
                        mix,
                        mix == Workload.Mix.PUT ? plan.objectBytes() : FILLED_BYTES,
                        plan.clients(),
                        Duration.ZERO,
                        Duration.ofSeconds(plan.seconds()),
                        RequestSigner.Payload.UNSIGNED);
        return new LoadDriver(
                workload, client, bench.gateways(), BUCKET, bench.cpu(), new FilledNames(keys));
    }

    private double folderMillis(Bench bench) throws IOException, InterruptedException {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < LISTINGS; i++) {
            long began = System.nanoTime();
            var _ =
                    bench.getting()
                            .list(
                                    bench.gateways().getFirst(),
                                    BUCKET,
                                    "delimiter=%2F&list-type=2&prefix=a50%2F");
            millis.add((System.nanoTime() - began) / 1e6);
        }
        return Median.of(millis);
    }

    private double idleCpuPercent(Bench bench) throws IOException, InterruptedException {
        progress.accept("idle for %d s".formatted(plan.idleSeconds()));
        double before = bench.cpu().seconds();
        Thread.sleep(Duration.ofSeconds(plan.idleSeconds()));
        return 100 * (bench.cpu().seconds() - before) / plan.idleSeconds();
    }

    /** Fails where nothing succeeded, since there is nothing to compare then. */
    static GrowthResult.Figures figures(List<LoadResult> windows) {
        for (LoadResult window : windows) {
            if (window.operations().isEmpty()) {
                throw new IllegalStateException(
                        "no %s succeeded: %s".formatted(window.mix(), window.firstError()));
            }
        }
        return new GrowthResult.Figures(
                median(windows, window -> window.operations().getFirst().opsPerS()),
                median(windows, window -> window.operations().getFirst().p50Ms()),
                median(windows, window -> window.operations().getFirst().p99Ms()),
                median(windows, LoadResult::serverCpuMillisPerOperation),
                windows.stream().mapToLong(LoadResult::errors).sum());
    }

    private static double median(List<LoadResult> windows, ToDoubleFunction<LoadResult> figure) {
        return Median.of(windows.stream().map(figure::applyAsDouble).toList());
    }

    private static long bytesBelow(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).mapToLong(GrowthDriver::size).sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
