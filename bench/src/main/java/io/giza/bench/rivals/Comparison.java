package io.giza.bench.rivals;

import io.giza.bench.cluster.RequestSigner;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.load.LoadDriver;
import io.giza.bench.load.LoadResult;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Lets stores do each work in turn, by the same clients, so that what else the machine does hits
 * all alike. Within a round a work is done by all stores before the next work; every other round
 * has them in the opposite order.
 */
final class Comparison implements AutoCloseable {
    /** Clients get going before a turn is measured. */
    private static final Duration START_OF_TURN = Duration.ofSeconds(1);

    private static final long SEED = 4;

    private final Plan plan;
    private final List<Store> stores;
    private final FreeSpace space;
    private final Consumer<String> progress;
    private final List<Lane> lanes = new ArrayList<>();
    private final Map<String, S3Client> clients = new HashMap<>();

    /**
     * How long all takes.
     *
     * @param rounds how many turns each store has at each work
     * @param seconds how long a turn is measured
     * @param warmUpSeconds a turn before them that is not counted
     */
    record Plan(List<Work> works, int rounds, int seconds, int warmUpSeconds) {
        Plan {
            works = List.copyOf(works);
        }

        int connections() {
            return works.stream().mapToInt(Work::clients).max().orElse(1);
        }
    }

    /** One store at one work. */
    private record Lane(Store store, Work work, LoadDriver driver) {}

    Comparison(Plan plan, List<Store> stores, FreeSpace space, Consumer<String> progress) {
        this.plan = plan;
        this.stores = List.copyOf(stores);
        this.space = space;
        this.progress = progress;
    }

    /** Warms all stores up and measures them; whatever fails altogether ends the run. */
    List<Measurement> run() throws IOException, InterruptedException {
        for (Work work : plan.works()) {
            for (Store store : stores) {
                warmUp(lane(store, work));
            }
        }
        List<Measurement> all = new ArrayList<>();
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Work work : plan.works()) {
                List<Lane> turn = lanes.stream().filter(each -> each.work.equals(work)).toList();
                for (Lane lane : round % 2 == 1 ? turn : turn.reversed()) {
                    all.add(measure(lane, round));
                }
            }
        }
        return all;
    }

    private Lane lane(Store store, Work work) {
        S3Client client =
                clients.computeIfAbsent(
                        store.name() + " " + work.objectBytes(), _ -> client(store, work));
        String bucket =
                "giza-rivals-%s-%d-%d-%x"
                        .formatted(
                                work.operation(),
                                work.objectBytes(),
                                work.clients(),
                                System.currentTimeMillis());
        LoadDriver driver =
                new LoadDriver(
                        work.workload(START_OF_TURN, Duration.ofSeconds(plan.seconds())),
                        client,
                        List.of(store.endpoint()),
                        bucket,
                        store.cpu());
        Lane lane = new Lane(store, work, driver);
        lanes.add(lane);
        return lane;
    }

    private S3Client client(Store store, Work work) {
        byte[] body = new byte[Math.toIntExact(work.objectBytes())];
        new Random(SEED).nextBytes(body);
        return new S3Client(
                store.signer(), "", body, RequestSigner.Payload.UNSIGNED, plan.connections());
    }

    private void warmUp(Lane lane) throws IOException, InterruptedException {
        space.require();
        progress.accept("warm-up: %s: %s".formatted(lane.store.name(), lane.work.label()));
        lane.driver.prepare();
        if (plan.warmUpSeconds() > 0) {
            Duration length = Duration.ofSeconds(plan.warmUpSeconds());
            LoadResult load = lane.driver.measure(Duration.ZERO, length);
            var _ = Measurement.of(lane.store.name(), lane.work, 0, load, null);
        }
    }

    private Measurement measure(Lane lane, int round) throws IOException, InterruptedException {
        space.require();
        Optional<MachineCpu> machineBefore = MachineCpu.now();
        double measuredBefore = lane.store.cpu().seconds() + ownCpuSeconds();
        long began = System.nanoTime();
        LoadResult load = lane.driver.measure(START_OF_TURN, Duration.ofSeconds(plan.seconds()));
        double seconds = (System.nanoTime() - began) / 1e9;
        double measured = lane.store.cpu().seconds() + ownCpuSeconds() - measuredBefore;
        @Nullable Double others =
                machineBefore.isEmpty()
                        ? null
                        : MachineCpu.now()
                                .orElseThrow()
                                .othersShare(machineBefore.get(), measured, seconds);
        Measurement result = Measurement.of(lane.store.name(), lane.work, round, load, others);
        progress.accept(
                "round %d of %d: %s: %s: %.1f/s, %.2f ms of CPU each%s"
                        .formatted(
                                round,
                                plan.rounds(),
                                lane.work.label(),
                                lane.store.name(),
                                result.opsPerS(),
                                result.serverCpuMs(),
                                result.errors() == 0 ? "" : ", errors " + result.errors()));
        return result;
    }

    private static double ownCpuSeconds() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean own
                ? own.getProcessCpuTime() / 1e9
                : 0;
    }

    @Override
    public void close() {
        clients.values().forEach(S3Client::close);
    }
}
