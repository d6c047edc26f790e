package io.giza.bench.wan.figures;

import io.giza.bench.cluster.S3Client;
import io.giza.bench.report.Latencies;
import io.giza.bench.wan.cluster.GatewayVariant;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Those who update objects at the same time, through gateways of one variant.
 *
 * @param client whose objects they put
 * @param keys what their keys begin with, so that each round has new ones
 */
record Writers(Laboratory laboratory, S3Client client, GatewayVariant strategy, String keys) {
    private static final int KEYS = 8;
    private static final int RIVAL_WITHIN_MILLIS = 1000;
    private static final long SEED = 9;

    /** What one of them does. */
    private interface Work {
        Latencies run(int writer) throws Exception;
    }

    /**
     * Lets writers at the first data center update keys of their own.
     *
     * @param updates of each
     * @param oneIn of so many updates one is met within a second by one of the second data center
     */
    List<Latencies> updateOwnKeys(int writers, int updates, int oneIn) throws InterruptedException {
        return together(writers, writer -> updateOwnKeys(writer, writer * updates, updates, oneIn));
    }

    /**
     * Returns the gateways of two writers, who each use one of their own data center.
     *
     * @param secondDc where the second of them is; the first is in the first data center
     */
    List<URI> own(int secondDc) {
        return List.of(
                laboratory.cluster().gateway(0, strategy, 0),
                laboratory.cluster().gateway(secondDc, strategy, 1));
    }

    /** Returns the gateway that both use who ask one of the first data center, from afar too. */
    List<URI> home(int secondDc) throws IOException {
        URI home = laboratory.cluster().gateway(0, strategy, 0);
        return List.of(home, laboratory.network().route(secondDc, 0, home));
    }

    /** Lets two writers update one key, each again as soon as it may. */
    List<Latencies> updateOneKey(List<URI> gateways, int updates) throws InterruptedException {
        String path = path("of-both-" + gateways.getLast().getPort());
        return together(
                gateways.size(),
                writer -> {
                    Latencies took = new Latencies();
                    for (int number = 0; number < updates; number++) {
                        took.add(put(gateways.get(writer), path));
                    }
                    return took;
                });
    }

    private Latencies updateOwnKeys(int writer, int first, int updates, int oneIn)
            throws IOException, InterruptedException, ExecutionException {
        Latencies took = new Latencies();
        Random random = new Random(SEED + writer);
        List<Future<?>> rivals = new ArrayList<>();
        URI gateway = laboratory.cluster().gateway(0, strategy);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; number < updates; number++) {
                String path = path("own-" + writer + "-" + number % KEYS);
                if ((first + number) % oneIn == oneIn - 1) {
                    int later = random.nextInt(RIVAL_WITHIN_MILLIS);
                    rivals.add(threads.submit(() -> meet(path, later)));
                }
                took.add(put(gateway, path));
            }
        }
        for (Future<?> rival : rivals) {
            rival.get();
        }
        return took;
    }

    private Void meet(String path, int later) throws IOException, InterruptedException {
        TimeUnit.MILLISECONDS.sleep(later);
        client.put(laboratory.cluster().gateway(1, strategy), path);
        return null;
    }

    private static List<Latencies> together(int writers, Work work) throws InterruptedException {
        List<Future<Latencies>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < writers; writer++) {
                int own = writer;
                running.add(threads.submit(() -> work.run(own)));
            }
        }
        List<Latencies> all = new ArrayList<>();
        for (Future<Latencies> one : running) {
            try {
                all.add(one.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("an update failed: " + e.getCause(), e);
            }
        }
        return all;
    }

    private long put(URI gateway, String path) throws IOException, InterruptedException {
        long began = System.nanoTime();
        client.put(gateway, path);
        return System.nanoTime() - began;
    }

    private String path(String name) {
        return Laboratory.path(keys + "-" + name);
    }
}
