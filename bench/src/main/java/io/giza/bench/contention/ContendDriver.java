package io.giza.bench.contention;

import io.giza.bench.cluster.S3Client;
import io.giza.bench.report.Latencies;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Lets writers put the same key as fast as they can, in clusters that do one thing or the other
 * about it. The clusters take turns within the same minutes, so that what else the machine does
 * hits both alike.
 */
final class ContendDriver {
    private static final String BUCKET = "contended";
    private static final int BUCKET_ATTEMPTS = 10;

    private final Plan plan;
    private final S3Client client;
    private final Map<ContentionStrategy, List<URI>> clusters;
    private int keys;

    /**
     * What is measured.
     *
     * @param writers how many put at a time
     * @param rounds in how many turns
     * @param turn how long each of them is
     * @param warmUp a turn before them that is not counted
     */
    record Plan(int writers, int rounds, Duration turn, Duration warmUp) {}

    /** One writer's turn. */
    private record WriterRun(Latencies latencies, long refused, long failed) {}

    /** The turn of one cluster. */
    private record ClusterRun(List<WriterRun> writers, Map<String, Long> commits) {}

    ContendDriver(Plan plan, S3Client client, Map<ContentionStrategy, List<URI>> clusters) {
        this.plan = plan;
        this.client = client;
        this.clusters = new EnumMap<>(clusters);
    }

    List<ContendResult.Line> run(List<WriterPlacement> placements)
            throws IOException, InterruptedException {
        for (List<URI> gateways : clusters.values()) {
            createBucket(gateways.getFirst());
        }
        List<ContendResult.Line> lines = new ArrayList<>();
        for (WriterPlacement placement : placements) {
            Map<ContentionStrategy, List<ClusterRun>> turns =
                    new EnumMap<>(ContentionStrategy.class);
            for (ContentionStrategy strategy : clusters.keySet()) {
                runWriters(strategy, placement, plan.warmUp());
                turns.put(strategy, new ArrayList<>());
            }
            for (int round = 0; round < plan.rounds(); round++) {
                for (Map.Entry<ContentionStrategy, List<ClusterRun>> each : turns.entrySet()) {
                    each.getValue().add(runWriters(each.getKey(), placement, plan.turn()));
                }
            }
            turns.forEach((strategy, all) -> lines.add(line(placement, strategy, all)));
        }
        return lines;
    }

    /** A cluster that has only just started may be too slow for its own patience at first. */
    private void createBucket(URI gateway) throws IOException, InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                client.createBucket(gateway, BUCKET);
                return;
            } catch (IOException e) {
                if (tries == BUCKET_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private ClusterRun runWriters(
            ContentionStrategy strategy, WriterPlacement placement, Duration length)
            throws IOException, InterruptedException {
        List<URI> gateways = Objects.requireNonNull(clusters.get(strategy));
        String path = "/" + BUCKET + "/key-" + keys++;
        Map<String, Long> before = CommitOutcomes.read(client, gateways);
        long end = System.nanoTime() + length.toNanos();
        List<Future<WriterRun>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < plan.writers(); writer++) {
                URI gateway = gateways.get(placement.gatewayOf(writer, gateways.size()));
                running.add(threads.submit(() -> runWriter(gateway, path, end)));
            }
        }
        List<WriterRun> writers = new ArrayList<>();
        for (Future<WriterRun> one : running) {
            try {
                writers.add(one.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a writer broke: " + e.getCause(), e);
            }
        }
        Map<String, Long> after = CommitOutcomes.read(client, gateways);
        return new ClusterRun(writers, CommitOutcomes.between(before, after));
    }

    /** Puts until the end; a put that ends later is not counted. */
    private WriterRun runWriter(URI gateway, String path, long end) throws InterruptedException {
        Latencies latencies = new Latencies();
        long refused = 0;
        long failed = 0;
        long began = System.nanoTime();
        while (began - end < 0) {
            boolean stored = false;
            boolean unavailable = false;
            try {
                client.put(gateway, path);
                stored = true;
            } catch (IOException e) {
                unavailable = String.valueOf(e.getMessage()).startsWith("PUT answered 503");
            }
            long ended = System.nanoTime();
            if (ended - end < 0) {
                if (stored) {
                    latencies.add(ended - began);
                } else if (unavailable) {
                    refused++;
                } else {
                    failed++;
                }
            }
            began = ended;
        }
        return new WriterRun(latencies, refused, failed);
    }

    private ContendResult.Line line(
            WriterPlacement placement, ContentionStrategy strategy, List<ClusterRun> turns) {
        List<WriterRun> all = turns.stream().flatMap(turn -> turn.writers().stream()).toList();
        Latencies latencies = Latencies.merged(all.stream().map(WriterRun::latencies).toList());
        long[] putsByWriter = new long[plan.writers()];
        for (ClusterRun turn : turns) {
            for (int writer = 0; writer < putsByWriter.length; writer++) {
                putsByWriter[writer] += turn.writers().get(writer).latencies().count();
            }
        }
        long fewest = Long.MAX_VALUE;
        for (long count : putsByWriter) {
            fewest = Math.min(fewest, count);
        }
        double seconds = plan.rounds() * (plan.turn().toNanos() / 1e9);
        return new ContendResult.Line(
                placement.label(),
                strategy.label(),
                latencies.count(),
                latencies.count() / seconds,
                latencies.percentileMillis(0.50),
                latencies.percentileMillis(0.99),
                latencies.percentileMillis(1),
                fewest,
                all.stream().mapToLong(WriterRun::refused).sum(),
                all.stream().mapToLong(WriterRun::failed).sum(),
                CommitOutcomes.sum(turns.stream().map(ClusterRun::commits).toList()));
    }

    /** Returns, by place, the rate of the default through that of the paper's strategy. */
    static Map<String, Double> ratios(List<ContendResult.Line> lines) {
        Map<String, Double> paper = new TreeMap<>();
        Map<String, Double> ratios = new TreeMap<>();
        for (ContendResult.Line line : lines) {
            if (line.strategy().equals(ContentionStrategy.SIMPLE.label())) {
                paper.put(line.rivals(), line.putsPerS());
            }
        }
        for (ContendResult.Line line : lines) {
            double reference = paper.getOrDefault(line.rivals(), 0.0);
            if (line.strategy().equals(ContentionStrategy.COOPERATIVE.label()) && reference > 0) {
                ratios.put(line.rivals(), line.putsPerS() / reference);
            }
        }
        return ratios;
    }
}
