package io.giza.bench.wan.figures;

import io.giza.bench.cluster.S3Client;
import io.giza.bench.wan.cluster.ClusterPlan;
import io.giza.bench.wan.cluster.GatewayVariant;
import io.giza.bench.wan.cluster.WanCluster;
import io.giza.bench.wan.network.TcpModel;
import io.giza.bench.wan.network.WideAreaNetwork;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A warm cluster over a wide area, and a bucket in it. */
final class Laboratory implements AutoCloseable {
    static final String BUCKET = "wan";
    private static final int CONNECTIONS = 32;
    private static final int WARMERS = 8;
    private static final long WARM_BYTES = 256 << 10;
    private static final int BUCKET_ATTEMPTS = 20;

    private final Conditions conditions;
    private final WideAreaNetwork network;
    private final WanCluster cluster;
    private final List<GatewayVariant> variants;

    /**
     * How it is measured.
     *
     * @param folder where the folders of clusters are made
     * @param jvmOptions further options of JVMs
     * @param bytesPerSecond of each direction of each link
     * @param tcp what connections are like
     * @param samples operations of each kind that are measured
     * @param warmUp how long a cluster works before
     * @param progress who is told how far it is
     */
    record Conditions(
            Path folder,
            List<String> jvmOptions,
            long bytesPerSecond,
            TcpModel tcp,
            int samples,
            Duration warmUp,
            PrintWriter progress) {
        void tell(String line) {
            progress.println(line);
            progress.flush();
        }
    }

    private Laboratory(
            Conditions conditions,
            WideAreaNetwork network,
            WanCluster cluster,
            List<GatewayVariant> variants) {
        this.conditions = conditions;
        this.network = network;
        this.cluster = cluster;
        this.variants = variants;
    }

    /** Starts a cluster and works with it until it is warm. */
    static Laboratory open(Conditions conditions, ClusterPlan plan, WanCluster.Gateways gateways)
            throws IOException, InterruptedException {
        conditions.tell(
                plan.name() + ": " + plan.matrix().places().size() + " processes start ...");
        WideAreaNetwork network =
                new WideAreaNetwork(plan.matrix(), conditions.bytesPerSecond, conditions.tcp);
        try {
            WanCluster cluster =
                    WanCluster.start(
                            conditions.folder, plan, network, gateways, conditions.jvmOptions);
            Laboratory laboratory =
                    new Laboratory(conditions, network, cluster, gateways.variants());
            try {
                laboratory.createBucket();
                laboratory.warmUp();
                return laboratory;
            } catch (IOException | InterruptedException | RuntimeException e) {
                cluster.close();
                throw e;
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    WanCluster cluster() {
        return cluster;
    }

    WideAreaNetwork network() {
        return network;
    }

    ClusterPlan plan() {
        return cluster.plan();
    }

    Conditions conditions() {
        return conditions;
    }

    /** Starts a client whose objects have a size. */
    S3Client client(long size) {
        return S3Client.ofTemporaryCluster(size, CONNECTIONS);
    }

    /** Returns the path of an object. */
    static String path(String key) {
        return "/" + BUCKET + "/" + key;
    }

    private void createBucket() throws IOException, InterruptedException {
        try (S3Client client = client(0)) {
            for (int tries = 1; ; tries++) {
                try {
                    client.createBucket(cluster.gateway(0, variants.getFirst()), BUCKET);
                    return;
                } catch (IOException e) {
                    // Who has only just started may be too slow for its own patience.
                    if (tries == BUCKET_ATTEMPTS) {
                        throw e;
                    }
                    TimeUnit.SECONDS.sleep(1);
                }
            }
        }
    }

    /** Puts and gets through all gateways at once, so that the JIT has compiled what matters. */
    private void warmUp() throws InterruptedException {
        List<URI> gateways = new ArrayList<>();
        for (int dc = 0; dc < plan().matrix().places().size(); dc++) {
            for (GatewayVariant variant : variants) {
                gateways.add(cluster.gateway(dc, variant));
            }
        }
        warmUp(gateways);
    }

    /** Puts and gets through gateways, whose system need not be Giza. */
    void warmUp(List<URI> gateways) throws InterruptedException {
        conditions.tell("  warms up for " + conditions.warmUp.toSeconds() + " s ...");
        long end = System.nanoTime() + conditions.warmUp.toNanos();
        try (S3Client client = client(WARM_BYTES);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int worker = 0; worker < WARMERS; worker++) {
                String name = "warm-" + worker + "-";
                int first = worker;
                running.add(
                        threads.submit(
                                () -> {
                                    work(client, gateways, name, first, end);
                                    return null;
                                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("warming up failed: " + e.getCause(), e);
        }
    }

    private static void work(S3Client client, List<URI> gateways, String name, int first, long end)
            throws IOException, InterruptedException {
        for (int number = first; System.nanoTime() - end < 0; number++) {
            URI gateway = gateways.get(number % gateways.size());
            client.put(gateway, path(name + number));
            client.get(gateway, path(name + number));
        }
    }

    @Override
    public void close() throws IOException {
        try {
            cluster.close();
        } finally {
            network.close();
        }
    }
}
