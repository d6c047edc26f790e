package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.concurrent.Time;
import io.giza.model.BucketId;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Deployment;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.fault.NetworkFaults;
import io.giza.testkit.check.RegisterHistory;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A client at each data center writes one key back to back, most of the time without a condition,
 * so that gateways take turns and leave out what others wrote over. The network is well in half of
 * the runs: only then do turns follow upon each other as they should. In half of them fragments are
 * slower than rows, so that versions are chosen long before they are visible. While the network is
 * well, every operation ends soon, though a gateway cannot reach a fragment store.
 */
public final class HotKeyScenario {
    private static final String KEY = "hot";
    private static final int OPERATIONS = 8;

    /** Many times what each client takes turns for, and less than any deadline of an operation. */
    private static final Duration LONGEST = Duration.ofSeconds(8);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private static final FaultPlan SLOW =
            FaultPlan.delayed(Duration.ofMillis(5), Duration.ofMillis(200));

    private final Network network;
    private final Network dataNetwork;

    /** Carries the fragments of a single gateway, perhaps without a link to one data center. */
    private final Network ownDataNetwork;

    private final Network healthy;
    private final Account account;
    private final RegisterHistory history = new RegisterHistory();
    private final Map<String, Integer> ends = new TreeMap<>();
    private final boolean signsDates;

    private HotKeyScenario(Simulation simulation, int size, Protocol protocol, boolean signsDates) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, Deployment.of(size), protocol);
        RandomGenerator random = simulation.scenario().random();
        FaultPlan faults = random.nextBoolean() ? FaultPlan.CALM : FaultPlan.draw(random);
        this.network = new Network(simulation.surroundings("network"), faults);
        FaultPlan ofData = random.nextBoolean() ? SLOW : faults;
        this.dataNetwork = new Network(simulation.surroundings("data"), ofData);
        this.ownDataNetwork = new Network(simulation.surroundings("own-data"), ofData);
        if (random.nextBoolean()) {
            ownDataNetwork.cut(cluster.names().get(1), cluster.names().get(size - 1));
        }
        this.healthy = new Network(simulation.surroundings("healthy"), FaultPlan.CALM);
        this.signsDates = signsDates;
        this.account = cluster.account(Account.SmallObjects.inlined(SimulatedCluster.INLINE_BELOW));
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        return run(new HotKeyScenario(simulation, size, protocol, false));
    }

    /**
     * Runs the scenario with clients that sign dates by wrong clocks; some of their first attempts
     * arrive last, when many versions followed their retries.
     */
    public static Map<String, Integer> runWithLateAttempts(
            Simulation simulation, int size, Protocol protocol) {
        return run(new HotKeyScenario(simulation, size, protocol, true));
    }

    private static Map<String, Integer> run(HotKeyScenario scenario) {
        BucketId bucket = scenario.createBucket();
        SharedObjects shared =
                new SharedObjects(
                        scenario.account,
                        bucket,
                        Map.of(KEY, scenario.history),
                        new ObjectOracle(scenario.cluster),
                        scenario.ends);
        scenario.exercise(shared);
        shared.judge();
        return scenario.ends;
    }

    private BucketId createBucket() {
        Gateway gateway = gateway("creator", 0, Reach.over(healthy, healthy));
        return cluster.createBucket(gateway, account, ObjectScenario.BUCKET);
    }

    private void exercise(SharedObjects shared) {
        List<String> groups = new ArrayList<>();
        List<ObjectClient> clients = new ArrayList<>();
        for (int i = 0; i < cluster.names().size(); i++) {
            String name = "gateway-" + i;
            ObjectClient client =
                    new ObjectClient(
                            gateway(
                                            name,
                                            i,
                                            Reach.over(
                                                    network, i == 1 ? ownDataNetwork : dataNetwork))
                                    .objects(),
                            simulation.surroundings(name).random(),
                            shared,
                            true,
                            clock(name));
            clients.add(client);
            groups.add(name);
            simulation.surroundings(name).tasks().fork("writes", () -> work(client, name));
        }
        if (!network.plan().equals(FaultPlan.CALM)) {
            groups.add(NetworkFaults.inject(simulation, network, cluster.names(), "nemesis", 1));
        }
        simulation.join(groups.toArray(String[]::new));
        if (signsDates) {
            network.calm();
            clients.getFirst().letAllArrive();
        }
    }

    /** Returns the clock of a client, as far off as a gateway lets it be. */
    private Supplier<Instant> clock(String name) {
        if (!signsDates) {
            return () -> Instant.MAX;
        }
        Duration ahead =
                Duration.ofMinutes(simulation.surroundings(name).random().nextInt(-14, 15));
        Time time = simulation.surroundings(name).time();
        return () -> time.instant().plus(ahead).truncatedTo(ChronoUnit.SECONDS);
    }

    private void work(ObjectClient client, String group) {
        RandomGenerator chance = simulation.surroundings(group).random();
        Time time = simulation.surroundings(group).time();
        for (int i = 0; i < OPERATIONS; i++) {
            if (chance.nextInt(4) == 0) {
                time.sleep(Duration.ofMillis(chance.nextLong(200)));
            }
            Instant began = time.instant();
            operate(client, chance.nextInt(10), group + "-" + i);
            checkEndsSoon(Duration.between(began, time.instant()));
        }
    }

    private static void operate(ObjectClient client, int kind, String text) {
        switch (kind) {
            case 0 -> client.putIf(KEY, text);
            case 1 -> client.delete(KEY);
            case 2, 3 -> client.get(KEY);
            default -> client.put(KEY, text);
        }
    }

    /** A writer that waits for nobody but itself would wait until its deadline. */
    private void checkEndsSoon(Duration took) {
        check(
                !network.plan().equals(FaultPlan.CALM) || took.compareTo(LONGEST) < 0,
                "an operation took " + took + " though every quorum could be reached");
    }

    private Gateway gateway(String name, int number, Reach reach) {
        return cluster.gateway(name, cluster.names().get(number), reach, GatewaySettings.DEFAULT);
    }
}
