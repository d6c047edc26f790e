package io.giza.bench.recovery;

import io.giza.bench.cluster.ClusterOperator;
import io.giza.bench.cluster.ClusterOperator.DataCenter;
import io.giza.bench.cluster.ClusterOperator.RebuildCounts;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.cluster.TemporaryCluster;
import io.giza.bench.report.Median;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * One temporary cluster of which objects are deleted, or of which a data center misses puts and
 * comes back.
 */
final class RecoveryDriver implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration SETTLE_TIME = Duration.ofSeconds(2);

    /** What the worker of a data center that was stopped held is free after it. */
    static final Duration LEASE_TERM = Duration.ofSeconds(8);

    private static final long SWEEP_INTERVAL_SECONDS = 5;

    private final Plan plan;
    private final TemporaryCluster cluster;
    private final ClusterOperator operator;
    private final S3Client client;
    private final String stoppedDc;
    private int buckets;

    /**
     * What is done in a round.
     *
     * @param coding of the cluster
     * @param dcs data centers
     * @param objects how many objects are put
     * @param clients how many are under way at a time
     */
    record Plan(String coding, int dcs, int objects, int clients) {}

    /** Takes a cluster, which it closes in the end, as it does the client. */
    RecoveryDriver(Plan plan, TemporaryCluster cluster, S3Client client) throws IOException {
        this.plan = plan;
        this.cluster = cluster;
        this.operator = new ClusterOperator(cluster.folder());
        this.client = client;
        this.stoppedDc = "dc" + plan.dcs();
    }

    Plan plan() {
        return plan;
    }

    List<URI> endpoints() {
        return cluster.endpoints();
    }

    /** Deletes objects and returns the seconds until none of their fragments was left. */
    double reclaim() throws IOException, InterruptedException {
        String bucket = createBucket();
        List<URI> gateways = cluster.endpoints();
        forEachObject(number -> client.put(gateway(gateways, number), path(bucket, number)));
        Thread.sleep(SETTLE_TIME);
        forEachObject(number -> client.delete(gateway(gateways, number), path(bucket, number)));
        long began = System.nanoTime();
        long called = began;
        operator.startGarbageCollection();
        while (!operator.hasNoFragments()) {
            failAfterTimeout(began, "fragments are still there");
            // What was under way in the first pass is seen in a later one.
            if (System.nanoTime() - called > Duration.ofSeconds(SWEEP_INTERVAL_SECONDS).toNanos()) {
                called = System.nanoTime();
                operator.startGarbageCollection();
            }
            Thread.sleep(POLL);
        }
        return secondsSince(began);
    }

    /**
     * A rebuild that ended.
     *
     * @param rebuilt what was rebuilt
     * @param seconds from the order to the last fragment, rows included
     * @param mbPerS from the first fragment on
     * @param bytesRead bytes that stores sent
     * @param bytesCrossed bytes that crossed between data centers
     */
    record RebuildRun(
            RebuildCounts rebuilt,
            double seconds,
            double mbPerS,
            double bytesRead,
            double bytesCrossed) {}

    /** Has a data center miss puts, and returns what rebuilding their fragments took. */
    RebuildRun rebuild() throws IOException, InterruptedException {
        putWhileStopped();
        Map<String, RebuildCounts> before = operator.rebuilt();
        Map<String, Double> sent = operator.transferred("sent");
        Map<String, Double> received = operator.transferred("received");
        long began = System.nanoTime();
        operator.startCatchUp();
        RebuildCounts first = awaitFirstFragment(before);
        long firstAt = System.nanoTime();
        awaitRebuilt(before, began);
        double seconds = secondsSince(began);
        double rebuilding = secondsSince(firstAt);
        Map<String, RebuildCounts> after = operator.rebuilt();
        String worker = busiestWorker(before, after);
        double read = 0;
        double crossed = 0;
        for (Map.Entry<String, Double> each : operator.transferred("sent").entrySet()) {
            double bytes = each.getValue() - sent.getOrDefault(each.getKey(), 0.0);
            read += bytes;
            crossed += each.getKey().equals(worker) ? 0 : bytes;
        }
        for (Map.Entry<String, Double> each : operator.transferred("received").entrySet()) {
            double bytes = each.getValue() - received.getOrDefault(each.getKey(), 0.0);
            crossed += each.getKey().equals(worker) ? 0 : bytes;
        }
        RebuildCounts done = sum(after).minus(sum(before));
        double rate = (done.bytes() - first.bytes()) / 1e6 / rebuilding;
        return new RebuildRun(done, seconds, rate, read, crossed);
    }

    /** Waits until something was rebuilt, which rows come before, and returns how much was. */
    RebuildCounts awaitFirstFragment(Map<String, RebuildCounts> before)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        RebuildCounts done = sum(operator.rebuilt()).minus(sum(before));
        while (done.fragments() == 0) {
            failAfterTimeout(began, "no fragment is rebuilt");
            Thread.sleep(POLL);
            done = sum(operator.rebuilt()).minus(sum(before));
        }
        return done;
    }

    /** Objects are put that a data center does not hear of, which is back then. */
    void putWhileStopped() throws IOException, InterruptedException {
        String bucket = createBucket();
        awaitIdle();
        operator.stop(stoppedDc);
        List<URI> gateways = operator.runningDataCenters().stream().map(DataCenter::s3).toList();
        forEachObject(number -> client.put(gateway(gateways, number), path(bucket, number)));
        operator.start(stoppedDc);
        awaitIdle();
    }

    /** Waits until each job has a worker again, and all have heard what they were called for. */
    private void awaitIdle() throws IOException, InterruptedException {
        long began = System.nanoTime();
        int idlePolls = 0;
        while (idlePolls < 3) {
            failAfterTimeout(began, "workers do not come to rest");
            idlePolls = operator.isIdle() ? idlePolls + 1 : 0;
            Thread.sleep(LEASE_TERM.dividedBy(4));
        }
    }

    /** Begins to rebuild and does not wait. */
    void startCatchUp() throws IOException, InterruptedException {
        operator.startCatchUp();
    }

    /** Returns what each worker rebuilt so far. */
    Map<String, RebuildCounts> rebuilt() throws IOException, InterruptedException {
        return operator.rebuilt();
    }

    /** Waits until all that was missed since {@code before} is there. */
    void awaitRebuilt(Map<String, RebuildCounts> before, long began)
            throws IOException, InterruptedException {
        while (!isRebuilt(before)) {
            failAfterTimeout(began, "fragments are not rebuilt");
            Thread.sleep(POLL);
        }
    }

    /** Tells whether all that was missed since {@code before} is there. */
    boolean isRebuilt(Map<String, RebuildCounts> before) throws IOException, InterruptedException {
        return sum(operator.rebuilt()).minus(sum(before)).fragments() >= plan.objects();
    }

    static RebuildCounts sum(Map<String, RebuildCounts> each) {
        return each.values().stream().reduce(new RebuildCounts(0, 0), RebuildCounts::plus);
    }

    /** One bucket is one worker's. */
    private static String busiestWorker(
            Map<String, RebuildCounts> before, Map<String, RebuildCounts> after) {
        String busiest = "";
        long bytes = 0;
        for (Map.Entry<String, RebuildCounts> each : after.entrySet()) {
            RebuildCounts done =
                    each.getValue()
                            .minus(before.getOrDefault(each.getKey(), new RebuildCounts(0, 0)));
            if (done.bytes() > bytes) {
                busiest = each.getKey();
                bytes = done.bytes();
            }
        }
        return busiest;
    }

    private String createBucket() throws IOException, InterruptedException {
        String bucket = "giza-bench-" + ++buckets;
        client.createBucket(cluster.endpoints().getFirst(), bucket);
        return bucket;
    }

    private static String path(String bucket, int number) {
        return "/" + bucket + "/object/" + number;
    }

    private static URI gateway(List<URI> gateways, int number) {
        return gateways.get(number % gateways.size());
    }

    private interface ObjectRequest {
        void send(int number) throws IOException, InterruptedException;
    }

    private void forEachObject(ObjectRequest request) throws IOException, InterruptedException {
        List<Future<Void>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(plan.clients())) {
            for (int number = 0; number < plan.objects(); number++) {
                int one = number;
                running.add(
                        threads.submit(
                                () -> {
                                    request.send(one);
                                    return null;
                                }));
            }
            for (Future<Void> each : running) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("a request failed: " + e.getCause(), e);
        }
    }

    private static void failAfterTimeout(long began, String failure) {
        if (System.nanoTime() - began > TIMEOUT.toNanos()) {
            throw new IllegalStateException(failure + " after " + TIMEOUT);
        }
    }

    private static double secondsSince(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    /** Returns the line of a code over several rounds. */
    static RecoveryResult.Rebuild line(Plan plan, List<RebuildRun> rounds) {
        List<Double> rates = rounds.stream().map(RebuildRun::mbPerS).toList();
        return new RecoveryResult.Rebuild(
                plan.coding(),
                plan.dcs(),
                rounds.getLast().rebuilt().fragments(),
                Median.of(rounds.stream().map(RebuildRun::seconds).toList()),
                Median.of(rates),
                Median.of(
                        rounds.stream()
                                .map(each -> each.bytesRead() / each.rebuilt().bytes())
                                .toList()),
                Median.of(
                        rounds.stream()
                                .map(each -> each.bytesCrossed() / each.rebuilt().bytes())
                                .toList()),
                rates);
    }

    @Override
    public void close() throws IOException {
        try (cluster;
                client) {
            operator.close();
        }
    }
}
