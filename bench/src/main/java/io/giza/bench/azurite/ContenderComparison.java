package io.giza.bench.azurite;

import io.giza.bench.azurite.Contender.Action;
import io.giza.bench.report.Latencies;
import io.giza.bench.report.Median;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Lets contenders do each task in turn against one emulator, within the same minutes, so that what
 * else the machine does hits all alike. The first of them is the ceiling.
 */
final class ContenderComparison {
    private final Plan plan;
    private final List<Contender> contenders;
    private final ProcessHandle emulator;

    /**
     * What is measured.
     *
     * @param clients how many there are at a time
     * @param rounds in how many turns
     * @param turn how long each of them is
     * @param warmUp a turn before them that is not counted
     * @param blobBytes how long blobs are that are put in one request
     */
    record Plan(int clients, int rounds, Duration turn, Duration warmUp, int blobBytes) {}

    /**
     * One client's turn.
     *
     * @param seconds from its beginning to the end of its last operation
     */
    private record ClientRun(Latencies latencies, double seconds) {
        double perSecond() {
            return latencies.count() / seconds;
        }
    }

    /** One contender's turn; CPU in seconds. */
    private record ContenderRun(List<ClientRun> clients, double emulatorCpu, double processCpu) {
        /** Each counts the time it took to end what it had begun, so nothing is cut off. */
        double perSecond() {
            return clients.stream().mapToDouble(ClientRun::perSecond).sum();
        }
    }

    ContenderComparison(Plan plan, List<Contender> contenders, ProcessHandle emulator) {
        this.plan = plan;
        this.contenders = List.copyOf(contenders);
        this.emulator = emulator;
    }

    List<AzuriteResult.Line> run() throws Exception {
        List<AzuriteResult.Line> lines = new ArrayList<>();
        for (Task task : Task.values()) {
            lines.addAll(run(task));
        }
        return lines;
    }

    private List<AzuriteResult.Line> run(Task task) throws Exception {
        Map<String, List<Action>> actions = new LinkedHashMap<>();
        Map<String, List<ContenderRun>> turns = new LinkedHashMap<>();
        for (Contender contender : contenders) {
            List<Action> prepared = prepared(contender, task);
            if (!prepared.isEmpty()) {
                actions.put(contender.label(), prepared);
                turns.put(contender.label(), new ArrayList<>());
                var _ = runActions(prepared, plan.warmUp());
            }
        }
        for (int round = 0; round < plan.rounds(); round++) {
            for (Map.Entry<String, List<ContenderRun>> each : turns.entrySet()) {
                List<Action> prepared = Objects.requireNonNull(actions.get(each.getKey()));
                each.getValue().add(runActions(prepared, plan.turn()));
            }
        }
        List<Double> ceiling = rates(turns.values().iterator().next());
        List<AzuriteResult.Line> lines = new ArrayList<>();
        turns.forEach((contender, all) -> lines.add(line(task, contender, all, ceiling)));
        return lines;
    }

    private List<Action> prepared(Contender contender, Task task) throws Exception {
        List<Action> actions = new ArrayList<>();
        for (int client = 0; client < plan.clients(); client++) {
            contender.prepare(task, client).ifPresent(actions::add);
        }
        return actions;
    }

    private ContenderRun runActions(List<Action> actions, Duration length)
            throws InterruptedException {
        double emulatorBefore = emulatorCpuSeconds();
        double ownBefore = processCpuSeconds();
        long begin = System.nanoTime();
        List<Future<ClientRun>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Action action : actions) {
                running.add(threads.submit(() -> runClient(action, begin, length.toNanos())));
            }
        }
        List<ClientRun> clients = new ArrayList<>();
        for (Future<ClientRun> one : running) {
            try {
                clients.add(one.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a client broke: " + e.getCause(), e);
            }
        }
        return new ContenderRun(
                clients, emulatorCpuSeconds() - emulatorBefore, processCpuSeconds() - ownBefore);
    }

    /** Begins operations until the time is over, at least one, and ends them. */
    private static ClientRun runClient(Action action, long begin, long length) throws Exception {
        Latencies latencies = new Latencies();
        long began = begin;
        do {
            action.run();
            long ended = System.nanoTime();
            latencies.add(ended - began);
            began = ended;
        } while (began - begin < length);
        return new ClientRun(latencies, (began - begin) / 1e9);
    }

    private AzuriteResult.Line line(
            Task task, String contender, List<ContenderRun> turns, List<Double> ceiling) {
        Latencies latencies =
                Latencies.merged(
                        turns.stream()
                                .flatMap(turn -> turn.clients().stream())
                                .map(ClientRun::latencies)
                                .toList());
        double perSecond = Median.of(rates(turns));
        double emulatorCpu = turns.stream().mapToDouble(ContenderRun::emulatorCpu).sum();
        double ownCpu = turns.stream().mapToDouble(ContenderRun::processCpu).sum();
        return new AzuriteResult.Line(
                task.label(),
                contender,
                latencies.count(),
                perSecond,
                perSecond * task.bytes(plan.blobBytes()) / 1e6,
                latencies.percentileMillis(0.50),
                latencies.percentileMillis(0.99),
                emulatorCpu * 1e3 / latencies.count(),
                ownCpu * 1e3 / latencies.count(),
                Median.ofRatios(rates(turns), ceiling));
    }

    private static List<Double> rates(List<ContenderRun> turns) {
        return turns.stream().map(ContenderRun::perSecond).toList();
    }

    private double emulatorCpuSeconds() {
        return emulator.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    private static double processCpuSeconds() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean own
                ? own.getProcessCpuTime() / 1e9
                : 0;
    }
}
