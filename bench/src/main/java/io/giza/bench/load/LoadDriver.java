package io.giza.bench.load;

import io.giza.bench.cluster.CpuMeter;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.cluster.ServerCpu;
import io.giza.bench.load.Workload.Operation;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Keeps clients busy, one request after the other each, and counts what they end between the
 * warm-up and the end of the window. What is under way at either edge evens out.
 */
public final class LoadDriver {
    private final Workload workload;
    private final S3Client client;
    private final List<URI> endpoints;
    private final String bucket;
    private final CpuMeter servers;
    private final ObjectNames names;
    private int runCount;

    /**
     * Prepares a run against Giza, whose gateways know the CPU time of their processes.
     *
     * @param endpoints gateways, over which the clients are spread evenly
     * @param bucket a bucket of this run's own, which must not exist
     */
    public LoadDriver(Workload workload, S3Client client, List<URI> endpoints, String bucket) {
        this(workload, client, endpoints, bucket, new ServerCpu(client, endpoints));
    }

    /** Prepares a run against any store with this meter of its CPU time. */
    public LoadDriver(
            Workload workload,
            S3Client client,
            List<URI> endpoints,
            String bucket,
            CpuMeter servers) {
        this(workload, client, endpoints, bucket, servers, ObjectNames.of(workload));
    }

    /** Prepares a run in a bucket that may be there already, with names of one's own. */
    public LoadDriver(
            Workload workload,
            S3Client client,
            List<URI> endpoints,
            String bucket,
            CpuMeter servers,
            ObjectNames names) {
        this.workload = workload;
        this.client = client;
        this.endpoints = List.copyOf(endpoints);
        this.bucket = bucket;
        this.servers = servers;
        this.names = names;
    }

    /** When is what. */
    private record Schedule(long begin, long end) {
        static Schedule from(long now, Duration warmUp, Duration window) {
            long begin = now + warmUp.toNanos();
            return new Schedule(begin, begin + window.toNanos());
        }

        boolean isMeasured(long ended) {
            return ended - begin >= 0 && ended - end < 0;
        }

        boolean isOver(long now) {
            return now - end >= 0;
        }
    }

    /** Prepares and measures once, as the workload says. */
    public LoadResult run() throws IOException, InterruptedException {
        prepare();
        return measure(workload.warmUp(), workload.window());
    }

    /** Creates the bucket and stores the objects that gets choose from. */
    public void prepare() throws IOException, InterruptedException {
        client.createBucket(endpoints.getFirst(), bucket);
        for (int number = 0; number < workload.storedBefore(); number++) {
            client.put(endpoints.get(number % endpoints.size()), path(ObjectNames.stored(number)));
        }
    }

    /** Lets the clients work, and measures a window of that. Puts go to keys that are new. */
    public LoadResult measure(Duration warmUp, Duration window)
            throws IOException, InterruptedException {
        runCount++;
        Schedule schedule = Schedule.from(System.nanoTime(), warmUp, window);
        List<Future<Tally>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; number < workload.clients(); number++) {
                int one = number;
                running.add(threads.submit(() -> runClient(one, schedule)));
            }
            sleepUntil(schedule.begin);
            double serverBefore = servers.seconds();
            double ownBefore = processCpuSeconds();
            sleepUntil(schedule.end);
            double server = servers.seconds() - serverBefore;
            double own = processCpuSeconds() - ownBefore;
            double seconds = window.toNanos() / 1e9;
            return LoadResult.of(
                    workload, seconds, tally(running), new LoadResult.Cpu(server, own));
        }
    }

    private Tally runClient(int number, Schedule schedule) throws InterruptedException {
        Tally tally = new Tally();
        URI endpoint = endpoints.get(number % endpoints.size());
        SplittableRandom random = new SplittableRandom(number);
        long began = System.nanoTime();
        for (long count = 0; !schedule.isOver(began); count++) {
            Operation operation = workload.mix().operation(count);
            String failure = "";
            try {
                switch (operation) {
                    case PUT -> client.put(endpoint, path(names.toPut(runCount, number, count)));
                    case GET -> client.get(endpoint, path(names.toGet(random)));
                }
            } catch (IOException e) {
                failure = String.valueOf(e.getMessage());
            }
            long ended = System.nanoTime();
            if (schedule.isMeasured(ended)) {
                if (failure.isEmpty()) {
                    tally.succeeded(operation, ended - began);
                } else {
                    tally.failed(failure);
                }
            }
            began = ended;
        }
        return tally;
    }

    private String path(String name) {
        return "/" + bucket + "/" + name;
    }

    private static Tally tally(List<Future<Tally>> running) throws InterruptedException {
        List<Tally> parts = new ArrayList<>();
        for (Future<Tally> one : running) {
            try {
                parts.add(one.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a client broke: " + e.getCause(), e);
            }
        }
        return Tally.merged(parts);
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        long left = nanos - System.nanoTime();
        if (left > 0) {
            Thread.sleep(Duration.ofNanos(left));
        }
    }

    private static double processCpuSeconds() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean own
                ? own.getProcessCpuTime() / 1e9
                : 0;
    }
}
