package io.giza.simulation.listing;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.listing.ListingClient.Range;
import io.giza.simulation.object.ObjectClient;
import io.giza.simulation.object.ObjectOracle;
import io.giza.simulation.object.ObjectScenario;
import io.giza.simulation.object.SharedObjects;
import io.giza.testkit.check.Linearizability;
import io.giza.testkit.check.RegisterHistory;
import io.giza.testkit.check.Verdict;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Clients put and delete keys that lie in several shards while others list them in pages of few
 * keys, with prefixes and delimiters, over a bad network. Whatever was acknowledged before a page
 * was asked for must be reflected in it.
 */
public final class ListingScenario {
    private static final List<String> KEYS =
            List.of("a", "b/1", "b/2", "b/c/3", "d", "e/1", "\uff5e", "\ud83d\ude00");
    private static final int[] LIMITS = {1, 2, 3, 1000};
    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 6;

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Network network;
    private final Network healthy;
    private final RandomGenerator random;
    private final Map<String, RegisterHistory> histories = new TreeMap<>();
    private final Map<String, Integer> ends = new TreeMap<>();

    private ListingScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.healthy = new Network(simulation.surroundings("healthy"), FaultPlan.CALM);
        KEYS.forEach(key -> histories.put(key, new RegisterHistory()));
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        ListingScenario scenario = new ListingScenario(simulation, size, protocol);
        SharedObjects shared = scenario.createBucket();
        scenario.exercise(shared);
        scenario.settle(shared);
        scenario.histories.forEach((key, history) -> checkHistory(key, history, shared));
        return scenario.ends;
    }

    private static void checkHistory(String key, RegisterHistory history, SharedObjects shared) {
        if (Linearizability.check(history.operations()) instanceof Verdict.Violation violation) {
            throw new AssertionError(
                    violation.explanation()
                            + System.lineSeparator()
                            + shared.oracle.describe(new ObjectKey(shared.bucket, key)));
        }
    }

    private SharedObjects createBucket() {
        Gateway gateway = gateway("creator", 0, Reach.over(healthy, healthy));
        List<SharedObjects> created = new ArrayList<>();
        simulation
                .surroundings("creator")
                .tasks()
                .fork("creates", () -> created.add(createBucket(gateway)));
        simulation.join("creator");
        return created.getFirst();
    }

    private SharedObjects createBucket(Gateway gateway) {
        while (true) {
            var result = gateway.create(cluster.account(), ObjectScenario.BUCKET);
            if (result instanceof CreateResult.AlreadyYours yours) {
                return new SharedObjects(
                        cluster.account(),
                        yours.bucket().id(),
                        histories,
                        new ObjectOracle(cluster),
                        ends);
            }
        }
    }

    private void exercise(SharedObjects shared) {
        List<String> groups = new ArrayList<>();
        Duration pause = Duration.ofMillis(new long[] {5, 50, 300}[random.nextInt(3)]);
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            Gateway gateway = gateway(name, i, Reach.over(network, healthy));
            var tasks = simulation.surroundings(name).tasks();
            groups.add(name);
            tasks.fork("writer", () -> write(gateway, shared, pause));
            tasks.fork("lister", () -> list(gateway, shared, pause));
            if (random.nextInt(6) == 0) {
                simulation.crashAtStep(name, random.nextLong(1500));
            }
        }
        groups.add("nemesis");
        List<DcName> dcs = cluster.names();
        switch (random.nextInt(3)) {
            case 0 ->
                    Nemesis.start(
                            network,
                            dcs,
                            simulation.surroundings("nemesis"),
                            Duration.ofSeconds(3));
            case 1 -> network.takeDown(dcs.get(random.nextInt(dcs.size())), dcs);
            default -> {}
        }
        simulation.join(groups.toArray(String[]::new));
    }

    private void write(Gateway gateway, SharedObjects shared, Duration pause) {
        RandomGenerator chance = gateway.surroundings().random();
        ObjectClient client = new ObjectClient(gateway.objects(), chance, shared);
        for (int i = 0; i < OPERATIONS; i++) {
            gateway.surroundings().time().sleep(Duration.ofNanos(chance.nextLong(pause.toNanos())));
            String key = KEYS.get(chance.nextInt(KEYS.size()));
            if (chance.nextInt(4) == 0) {
                client.delete(key);
            } else {
                client.put(key, gateway.name() + "-" + i);
            }
        }
    }

    private void list(Gateway gateway, SharedObjects shared, Duration pause) {
        RandomGenerator chance = gateway.surroundings().random();
        ListingClient client = new ListingClient(gateway.objects(), shared);
        for (int i = 0; i < OPERATIONS / 2; i++) {
            gateway.surroundings()
                    .time()
                    .sleep(Duration.ofNanos(chance.nextLong(2 * pause.toNanos())));
            client.walk(
                    new Range(
                            chance.nextInt(4) == 0 ? "b/" : "",
                            chance.nextInt(3) == 0 ? "/" : "",
                            LIMITS[chance.nextInt(LIMITS.length)]));
        }
    }

    /** Once the network is well, every gateway lists the same, however long its pages are. */
    private void settle(SharedObjects shared) {
        network.calm();
        cluster.stopFailures();
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        for (int i = 0; i < cluster.names().size(); i++) {
            String name = "late-" + i;
            Gateway gateway = gateway(name, i, Reach.over(healthy, healthy));
            simulation.surroundings(name).tasks().fork("lists", () -> listAll(gateway, shared));
            simulation.join(name);
        }
    }

    private static void listAll(Gateway gateway, SharedObjects shared) {
        ListingClient client = new ListingClient(gateway.objects(), shared);
        for (int limit : LIMITS) {
            for (String delimiter : List.of("", "/")) {
                comparePages(client, new Range("", delimiter, limit));
            }
        }
    }

    /**
     * Lists once more if the keys were not the same before and after: a page may be the first that
     * comes upon the vote of a put whose gateway died, and then that put takes effect.
     */
    private static void comparePages(ListingClient client, Range range) {
        Range everything = new Range("", "", 1000);
        List<String> before;
        List<String> listed;
        List<String> after = client.walk(everything).orElseThrow();
        do {
            before = after;
            listed = client.walk(range).orElseThrow();
            after = client.walk(everything).orElseThrow();
        } while (!before.equals(after));
        List<String> expected = after.stream().map(range::itemOf).distinct().toList();
        check(listed.equals(expected), range + ": " + listed + ", not " + expected);
    }

    private Gateway gateway(String name, int number, Reach reach) {
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                reach,
                GatewaySettings.DEFAULT);
    }
}
