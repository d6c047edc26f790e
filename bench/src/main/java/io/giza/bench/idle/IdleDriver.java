package io.giza.bench.idle;

import io.giza.bench.cluster.ClusterOperator;
import io.giza.bench.cluster.CpuMeter;
import io.giza.bench.cluster.ProcessStats;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Has the workers of a filled cluster do all that they do now and then, and watches it after. */
final class IdleDriver {
    private static final Duration LONGEST_PASS = Duration.ofMinutes(30);
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(500);

    /** What gateways do a moment after a put. */
    private static final Duration CALM = Duration.ofSeconds(5);

    private static final int THREADS_SHOWN = 8;

    /** Less than that is an error of rounding: the system counts hundredths of a second. */
    private static final double LEAST_PERCENT = 0.02;

    private final ClusterOperator operator;
    private final CpuMeter cpu;
    private final long pid;
    private final Consumer<String> progress;

    IdleDriver(ClusterOperator operator, CpuMeter cpu, long pid, Consumer<String> progress) {
        this.operator = operator;
        this.cpu = cpu;
        this.pid = pid;
        this.progress = progress;
    }

    /** Orders work of all workers. */
    @FunctionalInterface
    private interface Order {
        /** Returns once they know. */
        void give() throws IOException, InterruptedException;
    }

    /** Tells which jobs are still to be done. */
    @FunctionalInterface
    private interface Rest {
        /** Returns the names of those that did not end since then. */
        Set<String> since(Instant ordered) throws IOException, InterruptedException;
    }

    /** What a while without callers cost. */
    record Window(double cpuSeconds, double percentOfCore, List<IdleResult.ThreadShare> threads) {}

    IdleResult.Pass collect() throws IOException, InterruptedException {
        progress.accept("collecting garbage once");
        return pass(operator::startGarbageCollection, operator::collectionsToDo);
    }

    IdleResult.Pass compare() throws IOException, InterruptedException {
        progress.accept("comparing the data centers once");
        return pass(operator::startCatchUp, operator::comparisonsToDo);
    }

    private IdleResult.Pass pass(Order order, Rest rest) throws IOException, InterruptedException {
        Thread.sleep(CALM);
        double before = cpu.seconds();
        Instant began = Instant.now();
        order.give();
        while (true) {
            Set<String> jobs = rest.since(began);
            Duration took = Duration.between(began, Instant.now());
            if (jobs.isEmpty()) {
                return new IdleResult.Pass(took.toMillis() / 1e3, cpu.seconds() - before);
            }
            if (took.compareTo(LONGEST_PASS) > 0) {
                throw new IllegalStateException(
                        "the workers are not through after %d minutes: %s; take fewer --objects"
                                .formatted(LONGEST_PASS.toMinutes(), jobs));
            }
            Thread.sleep(BETWEEN_CHECKS);
        }
    }

    Window watch(int seconds) throws IOException, InterruptedException {
        Thread.sleep(CALM);
        progress.accept("idle for " + seconds + " s");
        Map<String, Double> threadsBefore = ProcessStats.threadSeconds(pid);
        double before = cpu.seconds();
        long began = System.nanoTime();
        Thread.sleep(Duration.ofSeconds(seconds));
        double spent = cpu.seconds() - before;
        double length = (System.nanoTime() - began) / 1e9;
        Map<String, Double> threads = ProcessStats.threadSeconds(pid);
        return new Window(spent, 100 * spent / length, shares(threadsBefore, threads, length));
    }

    /** Returns who had the most, the greatest first. */
    static List<IdleResult.ThreadShare> shares(
            Map<String, Double> before, Map<String, Double> after, double seconds) {
        return after.entrySet().stream()
                .map(
                        thread ->
                                new IdleResult.ThreadShare(
                                        thread.getKey(),
                                        100
                                                * (thread.getValue()
                                                        - before.getOrDefault(thread.getKey(), 0.0))
                                                / seconds))
                .filter(share -> share.percentOfCore() >= LEAST_PERCENT)
                .sorted(
                        Comparator.comparingDouble(IdleResult.ThreadShare::percentOfCore)
                                .reversed())
                .limit(THREADS_SHOWN)
                .toList();
    }
}
