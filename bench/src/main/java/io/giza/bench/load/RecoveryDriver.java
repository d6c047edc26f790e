package io.giza.bench.load;

import io.giza.bench.Median;
import io.giza.bench.load.Operator.Dc;
import io.giza.bench.load.Operator.Rebuilt;

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
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration SETTLED = Duration.ofSeconds(2);

    /** What the worker of a data center that was stopped held is free after it. */
    static final Duration LEASE_TERM = Duration.ofSeconds(8);

    private static final long SWEEP_AGAIN_SECONDS = 5;

    private final Plan plan;
    private final TemporaryCluster cluster;
    private final Operator operator;
    private final S3Client client;
    private final String lost;
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
        this.operator = new Operator(cluster.folder());
        this.client = client;
        this.lost = "dc" + plan.dcs();
    }

    Plan plan() {
        return plan;
    }

    List<URI> endpoints() {
        return cluster.endpoints();
    }

    /** Deletes objects and returns the seconds until none of their fragments was left. */
    double reclaim() throws IOException, InterruptedException {
        String bucket = bucket();
        List<URI> gateways = cluster.endpoints();
        forEachObject(number -> client.put(gateway(gateways, number), path(bucket, number)));
        Thread.sleep(SETTLED);
        forEachObject(number -> client.delete(gateway(gateways, number), path(bucket, number)));
        long began = System.nanoTime();
        long called = began;
        operator.collect();
        while (!operator.isEmpty()) {
            requireTime(began, "fragments are still there");
            // What was under way in the first pass is seen in a later one.
            if (System.nanoTime() - called > Duration.ofSeconds(SWEEP_AGAIN_SECONDS).toNanos()) {
                called = System.nanoTime();
                operator.collect();
            }
            Thread.sleep(POLL);
        }
        return seconds(began);
    }

    /**
     * A rebuild that ended.
     *
     * @param done what was rebuilt
     * @param seconds from the order to the last fragment, rows included
     * @param mbPerS from the first fragment on
     * @param read bytes that stores sent
     * @param crossed bytes that crossed between data centers
     */
    record Ended(Rebuilt done, double seconds, double mbPerS, double read, double crossed) {}

    /** Has a data center miss puts, and returns what rebuilding their fragments took. */
    Ended rebuild() throws IOException, InterruptedException {
        missPuts();
        Map<String, Rebuilt> before = operator.rebuilt();
        Map<String, Double> sent = operator.transferred("sent");
        Map<String, Double> received = operator.transferred("received");
        long began = System.nanoTime();
        operator.catchUp();
        Rebuilt first = awaitFirst(before);
        long firstAt = System.nanoTime();
        awaitRebuilt(before, began);
        double seconds = seconds(began);
        double rebuilding = seconds(firstAt);
        Map<String, Rebuilt> after = operator.rebuilt();
        String worker = worker(before, after);
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
        Rebuilt done = sum(after).minus(sum(before));
        double rate = (done.bytes() - first.bytes()) / 1e6 / rebuilding;
        return new Ended(done, seconds, rate, read, crossed);
    }

    /** Waits until something was rebuilt, which rows come before, and returns how much was. */
    Rebuilt awaitFirst(Map<String, Rebuilt> before) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Rebuilt done = sum(operator.rebuilt()).minus(sum(before));
        while (done.fragments() == 0) {
            requireTime(began, "no fragment is rebuilt");
            Thread.sleep(POLL);
            done = sum(operator.rebuilt()).minus(sum(before));
        }
        return done;
    }

    /** Objects are put that a data center does not hear of, which is back then. */
    void missPuts() throws IOException, InterruptedException {
        String bucket = bucket();
        awaitIdle();
        operator.stop(lost);
        List<URI> gateways = operator.dcs().stream().map(Dc::s3).toList();
        forEachObject(number -> client.put(gateway(gateways, number), path(bucket, number)));
        operator.start(lost);
        awaitIdle();
    }

    /** Waits until each job has a worker again, and all have heard what they were called for. */
    private void awaitIdle() throws IOException, InterruptedException {
        long began = System.nanoTime();
        int looks = 0;
        while (looks < 3) {
            requireTime(began, "workers do not come to rest");
            looks = operator.isIdle() ? looks + 1 : 0;
            Thread.sleep(LEASE_TERM.dividedBy(4));
        }
    }

    /** Begins to rebuild and does not wait. */
    void catchUp() throws IOException, InterruptedException {
        operator.catchUp();
    }

    /** Returns what each worker rebuilt so far. */
    Map<String, Rebuilt> rebuilt() throws IOException, InterruptedException {
        return operator.rebuilt();
    }

    /** Waits until all that was missed since {@code before} is there. */
    void awaitRebuilt(Map<String, Rebuilt> before, long began)
            throws IOException, InterruptedException {
        while (!isRebuilt(before)) {
            requireTime(began, "fragments are not rebuilt");
            Thread.sleep(POLL);
        }
    }

    /** Tells whether all that was missed since {@code before} is there. */
    boolean isRebuilt(Map<String, Rebuilt> before) throws IOException, InterruptedException {
        return sum(operator.rebuilt()).minus(sum(before)).fragments() >= plan.objects();
    }

    static Rebuilt sum(Map<String, Rebuilt> each) {
        return each.values().stream().reduce(new Rebuilt(0, 0), Rebuilt::plus);
    }

    /** One bucket is one worker's. */
    private static String worker(Map<String, Rebuilt> before, Map<String, Rebuilt> after) {
        String most = "";
        long bytes = 0;
        for (Map.Entry<String, Rebuilt> each : after.entrySet()) {
            Rebuilt done =
                    each.getValue().minus(before.getOrDefault(each.getKey(), new Rebuilt(0, 0)));
            if (done.bytes() > bytes) {
                most = each.getKey();
                bytes = done.bytes();
            }
        }
        return most;
    }

    private String bucket() throws IOException, InterruptedException {
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

    private interface Request {
        void send(int number) throws IOException, InterruptedException;
    }

    private void forEachObject(Request request) throws IOException, InterruptedException {
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

    private static void requireTime(long began, String otherwise) {
        if (System.nanoTime() - began > LONGEST.toNanos()) {
            throw new IllegalStateException(otherwise + " after " + LONGEST);
        }
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    /** Returns the line of a code over several rounds. */
    static RecoveryResult.Rebuild line(Plan plan, List<Ended> rounds) {
        List<Double> rates = rounds.stream().map(Ended::mbPerS).toList();
        return new RecoveryResult.Rebuild(
                plan.coding(),
                plan.dcs(),
                rounds.getLast().done().fragments(),
                Median.of(rounds.stream().map(Ended::seconds).toList()),
                Median.of(rates),
                Median.of(rounds.stream().map(each -> each.read() / each.done().bytes()).toList()),
                Median.of(
                        rounds.stream().map(each -> each.crossed() / each.done().bytes()).toList()),
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
