package io.giza.simulation.recovery;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.concurrent.Surroundings;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.fault.NetworkFaults;
import io.giza.simulation.version.VersionClient;
import io.giza.simulation.version.VersionOracle;
import io.giza.simulation.version.VersionReach;
import io.giza.simulation.version.VersionScenario;
import io.giza.simulation.worker.VersionCleaner;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Clients put, read and delete versions of one object, and cleaners settle them, when the fragments
 * of a data center are lost for ever. An empty store takes their place in the next epoch, gateways
 * of which come up while those of the first are still at it; recoveries, which crash, rebuild it
 * and declare it rebuilt.
 */
public final class ReplacementScenario {
    private static final int OPERATIONS = 4;
    private static final int ROUNDS = 6;

    private static final int MOST_RUNS = 20;

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final ReplacedFragments fragments;
    private final Network network;
    private final Network dataNetwork;
    private final RandomGenerator random;
    private final Duration scale;
    private final Map<String, Integer> ends = new TreeMap<>();
    private final ObjectKey key;
    private final VersionOracle oracle;
    private final VersionCleaner cleaner;
    private final List<String> groups = new ArrayList<>();
    private final StoreRecovery recovery;

    private ReplacementScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.dataNetwork = new Network(simulation.surroundings("data"), FaultPlan.draw(random));
        this.scale = Duration.ofSeconds(random.nextBoolean() ? 2 : 30);
        int lost = random.nextInt(size);
        this.fragments =
                new ReplacedFragments(
                        cluster,
                        lost,
                        new InMemoryFragmentStore(
                                cluster.names().get(lost),
                                simulation::yieldPoint,
                                simulation.surroundings("store").time()),
                        protocol,
                        random.nextBoolean());
        this.key = new ObjectKey(createBucket(), "a");
        this.oracle = new VersionOracle(cluster, key);
        this.cleaner = new VersionCleaner(simulation.scenario().time(), key, ends);
        this.recovery = new StoreRecovery(fragments, dataNetwork, oracle, cleaner, key, ends);
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        ReplacementScenario scenario = new ReplacementScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.settle();
        scenario.oracle.judge();
        return scenario.ends;
    }

    private BucketId createBucket() {
        Network healthy = new Network(simulation.surroundings("healthy"), FaultPlan.CALM);
        Gateway gateway =
                cluster.gateway(
                        "creator",
                        cluster.names().getFirst(),
                        Reach.over(healthy, healthy),
                        GatewaySettings.DEFAULT);
        return gateway.createUntilDecided(cluster.account(), VersionScenario.BUCKET);
    }

    private void exercise() {
        work("old-0", 0, ReplacedFragments.BEFORE);
        work("old-1", 1, ReplacedFragments.BEFORE);
        clean("old-cleaner", ReplacedFragments.BEFORE);
        groups.add(NetworkFaults.inject(simulation, network, cluster.names(), "nemesis", 1));
        groups.add(
                NetworkFaults.inject(
                        simulation, dataNetwork, cluster.names(), "nemesis-of-data", 1));
        pause(simulation.scenario(), scale.multipliedBy(2));
        oracle.noteStoreLoss(fragments.lose());
        ends.merge(oracle.hasStoreLoss() ? "endangered" : "all left", 1, Integer::sum);
        pause(simulation.scenario(), scale);
        fragments.replace();
        recovery.begin();
        work("new-0", 2, ReplacedFragments.AFTER);
        recover("recovery-0");
        pause(simulation.scenario(), scale);
        work("new-1", 0, ReplacedFragments.AFTER);
        clean("new-cleaner", ReplacedFragments.AFTER);
        recover("recovery-1");
        simulation.join(groups.toArray(String[]::new));
    }

    private void work(String name, int number, long epoch) {
        Gateway gateway = gateway(name, number, epoch, scale);
        for (int c = 0; c < 2; c++) {
            String text = name + "-" + c;
            VersionClient client = client(name, gateway);
            fork(name, "client", () -> operate(client, name, text));
        }
        maybeCrash(name, 800);
    }

    private void operate(VersionClient client, String group, String name) {
        Surroundings own = simulation.surroundings(group);
        for (int i = 0; i < OPERATIONS; i++) {
            pause(own, scale.dividedBy(4));
            switch (own.random().nextInt(10)) {
                case 0, 1, 2, 3 -> client.put(name + "-" + i);
                case 4 -> client.deleteVersion();
                case 5 -> client.getVersion();
                default -> client.get();
            }
        }
    }

    private void clean(String name, long epoch) {
        Gateway gateway = gateway(name, 0, epoch, Duration.ZERO);
        fork(
                name,
                "cleaner",
                () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        pause(simulation.surroundings(name), scale.dividedBy(3));
                        cleaner.clean(gateway.versions());
                    }
                });
        maybeCrash(name, 800);
    }

    private void recover(String name) {
        Gateway gateway = gateway(name, 1, ReplacedFragments.AFTER, Duration.ZERO);
        fork(
                name,
                "recovery",
                () -> {
                    boolean done = false;
                    for (int round = 0; round < ROUNDS && !done; round++) {
                        pause(simulation.surroundings(name), scale.dividedBy(3));
                        done = recovery.rebuild(gateway);
                    }
                });
        maybeCrash(name, 600);
    }

    /** Once the network is well the store is rebuilt, and all that is not lost can be read. */
    private void settle() {
        network.calm();
        dataNetwork.calm();
        cluster.stopFailures();
        simulation.scenario().time().sleep(VersionCleaner.UNDER_WAY);
        fork(
                "late",
                "settles",
                () -> readAll(gateway("late", 0, ReplacedFragments.AFTER, Duration.ZERO)));
        simulation.join("late");
    }

    private void readAll(Gateway gateway) {
        // An undecided version may be chosen later: as if put while the store was out of reach.
        int chosen = oracle.log().size();
        boolean done = false;
        for (int i = 0; i < MOST_RUNS && !done; i++) {
            // From the beginning: also what was chosen since from an old vote is rebuilt.
            recovery.beginAgain();
            done = recovery.rebuild(gateway);
        }
        check(done, "not rebuilt when all is well: " + recovery.latestDoubt() + oracle.describe());
        VersionClient client = client("late", gateway);
        check(answers(client.get()), "no answer when all is rebuilt, of " + oracle.describe());
        check(
                cleaner.comesToRest(gateway.versions()),
                "not settled when all is well: " + oracle.describe());
        check(answers(client.get()), "no answer when all is settled, of " + oracle.describe());
        for (int version = 1; version <= oracle.log().size(); version++) {
            check(answers(client.getVersion(version)), "no answer for version " + version);
            if (version <= chosen) {
                recovery.checkRebuilt(version);
            }
        }
    }

    /** What was seen and lost is reported as lost, for ever. */
    private boolean answers(boolean answered) {
        return answered || oracle.hasStoreLoss();
    }

    private VersionClient client(String group, Gateway gateway) {
        return new VersionClient(
                gateway.objects(),
                simulation.surroundings(group).random(),
                cluster.account(),
                oracle,
                ends);
    }

    private Gateway gateway(String name, int number, long epoch, Duration stall) {
        Reach far = new VersionReach(network, dataNetwork, oracle, simulation, name, stall);
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                fragments.reachIn(epoch, far),
                GatewaySettings.DEFAULT.with(VersionScenario.SETTINGS),
                epoch);
    }

    private void fork(String group, String task, Runnable body) {
        if (!groups.contains(group)) {
            groups.add(group);
        }
        simulation.surroundings(group).tasks().fork(task, body);
    }

    private void maybeCrash(String group, int steps) {
        if (random.nextInt(4) == 0) {
            simulation.crashAtStep(group, random.nextLong(steps));
        }
    }

    private static void pause(Surroundings own, Duration most) {
        own.time().sleep(Duration.ofNanos(own.random().nextLong(most.toNanos())));
    }
}
