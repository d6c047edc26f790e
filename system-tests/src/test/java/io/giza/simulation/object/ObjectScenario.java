package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.concurrent.Time;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.ObjectKey;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Deployment;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.consensus.EmptiedRows;
import io.giza.simulation.fault.LostResolutions;
import io.giza.simulation.fault.NetworkFaults;
import io.giza.simulation.worker.UndecidedWorker;
import io.giza.testkit.check.RegisterHistory;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Clients of several gateways put, copy, get, delete and list few objects over a bad network, with
 * a data center down or hung, or gateways that crash. Their clocks run at different rates, and some
 * of their machines are suspended at times. Each object's history must be linearizable, and once
 * the network is well every gateway must still read every acknowledged object.
 */
public final class ObjectScenario {
    public static final String BUCKET = "bucket";

    private static final List<String> KEYS = List.of("a", "b/c");
    private static final int CLIENTS = 2;
    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 5;

    /** Objects of fewer bytes that are not inlined are in two data centers, whole. */
    private static final int REPLICATED_BELOW = 512;

    private static final Coding REPLICATION = new Coding.ReedSolomon(1, 1);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Network network;
    private final Network dataNetwork;
    private final Network healthy;
    private final RandomGenerator random;
    private final Account account;
    private final int keys;
    private final GatewaySettings patience;
    private final Optional<FragmentDisks> disks;
    private final Map<String, RegisterHistory> histories = new TreeMap<>();
    private final Map<String, Integer> ends = new TreeMap<>();

    private ObjectScenario(
            Simulation simulation,
            Deployment deployment,
            Protocol protocol,
            GatewaySettings patience,
            Optional<FragmentDisks> disks) {
        this.patience = patience;
        this.disks = disks;
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, deployment, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.dataNetwork = new Network(simulation.surroundings("data"), FaultPlan.draw(random));
        this.healthy = new Network(simulation.surroundings("healthy"), FaultPlan.CALM);
        this.account =
                cluster.account(
                        Account.SmallObjects.inlined(SimulatedCluster.INLINE_BELOW)
                                .replicating(REPLICATED_BELOW, REPLICATION));
        this.keys = 1 + random.nextInt(KEYS.size());
        KEYS.forEach(key -> histories.put(key, new RegisterHistory()));
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        return run(simulation, Deployment.of(size), protocol);
    }

    /** Runs the scenario with other data centers. */
    public static Map<String, Integer> run(
            Simulation simulation, Deployment deployment, Protocol protocol) {
        return run(simulation, deployment, protocol, GatewaySettings.DEFAULT);
    }

    /** Runs the scenario with gateways that do otherwise. */
    static Map<String, Integer> run(
            Simulation simulation, int size, Protocol protocol, GatewaySettings patience) {
        return run(simulation, Deployment.of(size), protocol, patience);
    }

    private static Map<String, Integer> run(
            Simulation simulation,
            Deployment deployment,
            Protocol protocol,
            GatewaySettings patience) {
        return run(
                simulation,
                new ObjectScenario(simulation, deployment, protocol, patience, Optional.empty()));
    }

    /** Runs the scenario with fragments in files, on disks that fail. */
    public static Map<String, Integer> runOnDisks(
            Simulation simulation, int size, Protocol protocol) {
        Deployment deployment = Deployment.of(size);
        FragmentDisks disks = FragmentDisks.of(simulation, deployment.names(), protocol.disks());
        ObjectScenario scenario =
                new ObjectScenario(
                        simulation,
                        deployment,
                        protocol,
                        GatewaySettings.DEFAULT,
                        Optional.of(disks));
        Map<String, Integer> ends = run(simulation, scenario);
        ends.merge("restarted", disks.restarts() - size, Integer::sum);
        return ends;
    }

    private static Map<String, Integer> run(Simulation simulation, ObjectScenario scenario) {
        BucketId bucket = scenario.createBucket();
        SharedObjects shared =
                new SharedObjects(
                        scenario.account,
                        bucket,
                        scenario.histories,
                        scenario.disks
                                .map(on -> new ObjectOracle(scenario.cluster, on.stores()))
                                .orElseGet(() -> new ObjectOracle(scenario.cluster)),
                        scenario.ends);
        EmptiedRows.begin(
                scenario.cluster,
                KEYS.stream().map(key -> new ObjectKey(bucket, key)).toList(),
                simulation.surroundings("past").random());
        scenario.exercise(shared);
        scenario.settle(shared);
        shared.judge();
        return scenario.ends;
    }

    private BucketId createBucket() {
        Gateway gateway = gateway("creator", 0, Reach.over(healthy, healthy));
        return cluster.createBucket(gateway, account, BUCKET);
    }

    private void exercise(SharedObjects shared) {
        List<String> groups = new ArrayList<>();
        Reach plain = Reach.over(network, dataNetwork);
        Reach reach = random.nextInt(3) == 0 ? new LostResolutions(plain) : plain;
        Duration pause = Duration.ofMillis(new long[] {5, 100, 1000}[random.nextInt(3)]);
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            Gateway gateway = gateway(name, i, reach);
            groups.add(name);
            simulation.clockRate(name, 0.9 + random.nextDouble() * 0.2);
            for (int c = 0; c < CLIENTS; c++) {
                String clientName = name + "-" + c;
                ObjectClient client = client(name, gateway, shared, c == 0);
                simulation
                        .surroundings(name)
                        .tasks()
                        .fork("client", () -> work(client, name, clientName, pause));
            }
            if (random.nextInt(4) == 0) {
                simulation.crashAtStep(name, random.nextLong(800));
            }
        }
        groups.add(NetworkFaults.inject(simulation, network, cluster.names(), "nemesis", 1));
        groups.add(
                NetworkFaults.inject(
                        simulation,
                        dataNetwork,
                        cluster.names(),
                        "nemesis-of-data",
                        account.coding().toleratedLosses()));
        groups.add(UndecidedWorker.start(simulation, cluster, gateway("closer", 1, plain), pause));
        simulation.join(groups.toArray(String[]::new));
    }

    private void work(ObjectClient client, String group, String name, Duration pause) {
        RandomGenerator chance = simulation.surroundings(group).random();
        Time time = simulation.surroundings(group).time();
        for (int i = 0; i < OPERATIONS; i++) {
            time.sleep(Duration.ofNanos(chance.nextLong(pause.toNanos())));
            if (chance.nextInt(16) == 0) {
                simulation.freeze(group, Duration.ofMillis(chance.nextLong(9000)));
            }
            client.letArrive();
            String key = KEYS.get(chance.nextInt(keys));
            if (chance.nextInt(12) == 0) {
                client.copy(
                        KEYS.get(chance.nextInt(keys)),
                        key,
                        name + "-" + i,
                        simulation.surroundings(group));
            } else {
                client.act(key, name + "-" + i, chance);
            }
        }
    }

    /** Once the network is well, each gateway answers, and the answers are part of the history. */
    private void settle(SharedObjects shared) {
        network.calm();
        dataNetwork.calm();
        cluster.stopFailures();
        disks.ifPresent(FragmentDisks::calm);
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        for (int i = 0; i < cluster.names().size(); i++) {
            String name = "late-" + i;
            ObjectClient client =
                    client(name, gateway(name, i, Reach.over(healthy, healthy)), shared, false);
            simulation.surroundings(name).tasks().fork("reads", () -> readAll(client));
            simulation.join(name);
        }
    }

    private static void readAll(ObjectClient client) {
        KEYS.forEach(key -> check(client.get(key), "no answer for " + key + " when all is well"));
        check(client.list(), "no list when all is well");
    }

    private ObjectClient client(
            String name, Gateway gateway, SharedObjects shared, boolean tellsAttempts) {
        RandomGenerator own = simulation.surroundings(name).random();
        // The client's clock differs from the gateways' clocks.
        Duration ahead = Duration.ofMillis(own.nextInt(-10_000, 10_000));
        Time time = simulation.surroundings(name).time();
        return new ObjectClient(
                gateway.objects(),
                own,
                shared,
                tellsAttempts,
                () -> time.instant().plus(ahead).truncatedTo(ChronoUnit.SECONDS));
    }

    private Gateway gateway(String name, int number, Reach reach) {
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                disks.map(on -> on.replacing(reach)).orElse(reach),
                patience);
    }
}
