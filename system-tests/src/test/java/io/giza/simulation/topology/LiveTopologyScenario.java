package io.giza.simulation.topology;

import static io.giza.simulation.cluster.VoteOracle.check;
import static io.giza.simulation.topology.TopologyChanges.place;

import io.giza.commit.MetadataPath;
import io.giza.commit.VersionReader;
import io.giza.commit.seeding.RangeSeeding;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.replica.Topology;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.membership.RowClient;
import io.giza.testkit.sim.Simulation;
import io.giza.topology.LiveTopology;
import io.giza.topology.TopologyOrder;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Gateways contend for a few rows while two operators change the topology. The first replaces data
 * centers one after the other, perhaps a lost one first. The second moves a data center, and may
 * mistype its address. Neither waits until an empty data center is filled, and both may die at any
 * moment. Gateways take up each epoch while they run, some after they slept through several, and
 * start with the first configuration.
 *
 * <p>For each epoch there is one topology, and at last all have the newest. No more data centers
 * are lost than may be, so all accepted changes leave all rows readable.
 */
public final class LiveTopologyScenario {
    private static final int GATEWAYS = 4;
    private static final int OPERATIONS = 6;
    private static final int TRIES = 4;
    private static final int MOST_RUNS = 20;
    private static final Duration LEARNING = Duration.ofSeconds(2);

    private final Simulation simulation;
    private final MovingCluster cluster;
    private final RowClient client;
    private final RandomGenerator random;
    private final Duration pause;
    private final TopologyChanges changes;
    private final List<Process> alive = new ArrayList<>();
    private final Map<String, Integer> ends = new TreeMap<>();

    /** A process that takes up topologies. */
    private record Process(Surroundings surroundings, LiveTopology<MetadataPath> topology) {
        boolean learn() {
            return topology.learn(surroundings.time().after(LEARNING));
        }
    }

    private LiveTopologyScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new MovingCluster(simulation, size, protocol);
        this.client = new RowClient(simulation, cluster.oracle(), ends);
        this.random = simulation.scenario().random();
        this.pause = Duration.ofMillis(new long[] {5, 60, 600}[random.nextInt(3)]);
        List<DcName> order = new ArrayList<>(cluster.names());
        Collections.shuffle(order, random);
        this.changes =
                new TopologyChanges(
                        cluster,
                        order.subList(0, 1 + random.nextInt(size)),
                        cluster.names().get(random.nextInt(size)));
    }

    /** Runs the scenario and returns how often what ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        LiveTopologyScenario scenario = new LiveTopologyScenario(simulation, size, protocol);
        scenario.runProcesses();
        scenario.settle();
        return scenario.ends;
    }

    private void runProcesses() {
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < GATEWAYS; i++) {
            groups.add(gateway("gateway-" + i));
        }
        sleep(pause);
        if (random.nextInt(3) > 0) {
            cluster.shutDown(place(cluster.first(), changes.exchanged().getFirst()));
        }
        groups.add(operator("exchanges", process -> change(process, changes::exchanged)));
        groups.add(
                operator(
                        "moves",
                        process -> {
                            mistype(process);
                            change(process, changes::movedOn);
                        }));
        groups.add(seeder("seeds"));
        for (int i = GATEWAYS; i < 2 * GATEWAYS; i++) {
            sleep(pause);
            groups.add(gateway("gateway-" + i));
        }
        simulation.join(groups.toArray(String[]::new));
    }

    private Process process(String name) {
        Surroundings surroundings = simulation.surroundings(name);
        DcName home = cluster.names().get(random.nextInt(cluster.names().size()));
        return new Process(
                surroundings,
                new LiveTopology<>(
                        cluster.first(),
                        topology -> {
                            MetadataPath path = cluster.path(home, topology, surroundings);
                            return new LiveTopology.Reach<>(path, Map.of(), path);
                        }));
    }

    /** Returns the topology of a process, which was decided before. */
    private Topology topology(Process process) {
        Topology topology = process.topology().topology();
        cluster.checkDecided(topology);
        return topology;
    }

    private String gateway(String name) {
        Process process = process(name);
        process.surroundings().tasks().fork("client", () -> work(process));
        if (random.nextInt(5) == 0) {
            simulation.crashAtStep(name, random.nextLong(600));
        } else {
            alive.add(process);
        }
        return name;
    }

    private void work(Process process) {
        RandomGenerator chance = process.surroundings().random();
        boolean looksAgain = chance.nextInt(4) > 0;
        for (int i = 0; i < OPERATIONS; i++) {
            process.surroundings().time().sleep(upTo(chance, pause));
            cluster.checkDecided(process.topology().topology());
            boolean done = client.act(process.topology().work(), chance);
            if (!done && looksAgain && process.learn()) {
                count("learned");
            }
        }
    }

    private String operator(String name, Consumer<Process> orders) {
        Process process = process(name);
        process.surroundings().tasks().fork("operator", () -> orders.accept(process));
        if (random.nextInt(2) == 0) {
            simulation.crashAtStep(name, random.nextLong(300));
        }
        return name;
    }

    /** Sometimes orders a move to an address without a table. */
    private void mistype(Process process) {
        RandomGenerator chance = process.surroundings().random();
        if (chance.nextInt(3) > 0) {
            return;
        }
        sleepUpTo(process, pause);
        process.learn();
        DcName dc = cluster.names().get(chance.nextInt(cluster.names().size()));
        Topology next = changes.mistyped(topology(process), dc);
        var result = process.topology().change(order(next), deadlineAfter(10));
        check(
                !(result instanceof LiveTopology.Changed),
                "moved to an address without a table: " + next);
        count("mistyped");
    }

    private void change(Process process, UnaryOperator<Topology> change) {
        for (int i = 0; i < TRIES; i++) {
            process.surroundings().time().sleep(upTo(process.surroundings().random(), pause));
            process.learn();
            Topology now = topology(process);
            Topology next = change.apply(now);
            if (next.equals(now)) {
                return;
            }
            var result = process.topology().change(order(next), deadlineAfter(10));
            count(result.getClass().getSimpleName());
        }
    }

    static TopologyOrder order(Topology next) {
        return new TopologyOrder(next, List.of(), false);
    }

    private String seeder(String name) {
        Process process = process(name);
        process.surroundings()
                .tasks()
                .fork(
                        "seeds",
                        () -> {
                            for (int i = 0; i < TRIES; i++) {
                                sleepUpTo(process, pause);
                                process.learn();
                                seed(process);
                            }
                        });
        if (random.nextInt(2) == 0) {
            simulation.crashAtStep(name, random.nextLong(600));
        }
        return name;
    }

    /** Fills all that are replaced so far, and tells whether that was done. */
    private boolean seed(Process process) {
        Topology topology = topology(process);
        boolean isFilled = true;
        for (DcName dc : changes.exchanged()) {
            if (place(topology, dc).since() > 0) {
                isFilled &= seed(process, dc);
            }
        }
        return isFilled;
    }

    private boolean seed(Process process, DcName dc) {
        cluster.startEmpty(topology(process), dc);
        RangeSeeding seeding = cluster.seeding(process.topology().work(), dc);
        var result = seeding.run(seeding.start(), _ -> true, deadlineAfter(20));
        count(result.getClass().getSimpleName());
        return result instanceof RangeSeeding.Activated;
    }

    /** Once the network is well, both changes are made, and everybody has the newest topology. */
    private void settle() {
        cluster.calm();
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        Process last = process("last");
        last.surroundings().tasks().fork("settles", () -> settle(last));
        simulation.join("last");
        cluster.checkEpochs();
        for (Process process : alive) {
            process.surroundings().tasks().fork("learns", () -> learnAll(process));
        }
        simulation.join("last");
        simulation.scenario().time().sleep(Duration.ofMinutes(1));
        Topology newest = topology(last);
        for (Process process : alive) {
            check(
                    topology(process).equals(newest),
                    topology(process) + " at last, and the newest is " + newest);
        }
        readWithoutEach(newest);
    }

    private void settle(Process last) {
        learnAll(last);
        boolean isSettled = false;
        for (int i = 0; i < MOST_RUNS && !isSettled; i++) {
            change(last, changes::exchanged);
            change(last, changes::movedOn);
            isSettled = seed(last) && changes.areDone(topology(last));
        }
        check(isSettled, "not settled over a healthy network: " + ends);
        MetadataPath path = last.topology().work();
        if (path.reader().read(ObjectKey.ofTopology(), deadlineAfter(60))
                instanceof VersionReader.Latest latest) {
            path.committer().install(ObjectKey.ofTopology(), latest.row(), deadlineAfter(60));
        }
    }

    private static void learnAll(Process process) {
        for (int i = 0; i < MOST_RUNS && process.learn(); i++) {
            // There may be a later one.
        }
    }

    private void readWithoutEach(Topology newest) {
        for (DcName down : cluster.names()) {
            cluster.network().heal();
            cluster.network().takeDown(down, cluster.names());
            String name = "without-" + down;
            Surroundings surroundings = simulation.surroundings(name);
            DcName home =
                    cluster.names().stream()
                            .filter(dc -> !dc.equals(down))
                            .findFirst()
                            .orElseThrow();
            MetadataPath path = cluster.path(home, newest, surroundings);
            surroundings.tasks().fork("reads", () -> client.readAtLast(path));
            simulation.join(name);
        }
    }

    private void sleep(Duration most) {
        simulation.scenario().time().sleep(upTo(random, most));
    }

    private static void sleepUpTo(Process process, Duration most) {
        process.surroundings().time().sleep(upTo(process.surroundings().random(), most));
    }

    private void count(String end) {
        ends.merge(end, 1, Integer::sum);
    }

    /** All clocks run alike; they differ in what time they show. */
    private Deadline deadlineAfter(long seconds) {
        return simulation.scenario().time().after(Duration.ofSeconds(seconds));
    }

    private static Duration upTo(RandomGenerator chance, Duration most) {
        return Duration.ofNanos(chance.nextLong(most.toNanos()));
    }
}
