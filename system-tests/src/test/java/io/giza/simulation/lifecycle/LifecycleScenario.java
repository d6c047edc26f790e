package io.giza.simulation.lifecycle;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.concurrent.Surroundings;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.lifecycle.LifecycleSchedule;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.gc.GarbageOracle;
import io.giza.simulation.version.VersionScenario;
import io.giza.simulation.worker.GarbageWorker;
import io.giza.simulation.worker.LifecycleWorker;
import io.giza.simulation.worker.VersionCleaner;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Clients put, delete and upload a few objects into a bucket that has a lifecycle, over minutes or
 * over days, while workers end what is due and collect what ended. All of them may crash. In the
 * end nothing ended before its time and nothing is left whose time has come, neither versions nor
 * uploads nor fragments.
 */
public final class LifecycleScenario {
    static final String BUCKET = "bucket";
    static final int KEYS = 2;

    private static final int OPERATIONS = 10;
    private static final int ROUNDS = 10;
    private static final int MOST_PASSES = 60;
    private static final Duration QUARTER = Duration.ofHours(6);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final RandomGenerator random;
    private final Network network;
    private final Network dataNetwork;
    private final boolean spansDays;
    private final Map<String, Integer> ends = new TreeMap<>();
    private final List<String> groups = new ArrayList<>();
    private final LifecycleOracle account;
    private final GarbageOracle garbage;

    private LifecycleScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.dataNetwork = new Network(simulation.surroundings("data"), FaultPlan.draw(random));
        this.spansDays = random.nextBoolean();
        Versioning versioning = Versioning.values()[random.nextInt(Versioning.values().length)];
        LifecycleConfiguration configuration = SampleLifecycle.keeping(random.nextInt(3));
        this.account =
                new LifecycleOracle(
                        cluster.oracle(),
                        bucket(versioning, configuration),
                        versioning,
                        new LifecycleSchedule(configuration));
        this.garbage = new GarbageOracle(cluster, account.bucket());
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        LifecycleScenario scenario = new LifecycleScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.network.calm();
        scenario.dataNetwork.calm();
        scenario.cluster.stopFailures();
        simulation.scenario().time().sleep(VersionCleaner.UNDER_WAY);
        scenario.fork("late", scenario::settle);
        simulation.join("late");
        return scenario.ends;
    }

    private BucketId bucket(Versioning versioning, LifecycleConfiguration configuration) {
        Network calm = new Network(simulation.surroundings("calm"), FaultPlan.CALM);
        Gateway founder =
                cluster.gateway(
                        "founder",
                        cluster.names().getFirst(),
                        Reach.over(calm, calm),
                        GatewaySettings.DEFAULT);
        List<BucketId> created = new ArrayList<>();
        fork(
                "founder",
                () -> {
                    created.add(founder.createUntilDecided(cluster.account(), BUCKET));
                    VersionScenario.version(founder, cluster.account(), versioning);
                    SampleLifecycle.configure(founder, created.getFirst(), configuration);
                });
        simulation.join("founder");
        groups.clear();
        return created.getFirst();
    }

    private void exercise() {
        for (int i = 0; i < 3; i++) {
            String name = "gateway-" + i;
            LifecycleClient client =
                    new LifecycleClient(cluster, gateway(name, i), account, garbage, ends);
            fork(
                    name,
                    () -> {
                        for (int operation = 0; operation < OPERATIONS; operation++) {
                            pause(name);
                            client.act(name + "-" + operation);
                            account.noteChosen(now());
                        }
                    });
            maybeCrash(name);
        }
        if (spansDays) {
            // Of an upload whose completion was left half done nobody hears before it expires.
            LifecycleClient client =
                    new LifecycleClient(cluster, gateway("dying", 1), account, garbage, ends);
            fork("dying", () -> client.uploadAlone("alone"));
            simulation.crashAtStep("dying", random.nextLong(900));
        }
        for (int i = 0; i < 2; i++) {
            String name = "worker-" + i;
            Gateway gateway = gateway(name, i + 1);
            LifecycleWorker worker = new LifecycleWorker(gateway, ends);
            GarbageWorker cleaner =
                    new GarbageWorker(
                            cluster,
                            gateway,
                            spansDays ? QUARTER : Duration.ofSeconds(1),
                            new TreeMap<>());
            boolean cleans = i == 0;
            fork(
                    name,
                    () -> {
                        for (int round = 0; round < ROUNDS; round++) {
                            pause(name);
                            worker.pass();
                            account.noteChosen(now());
                            if (cleans) {
                                cleaner.sweep();
                            }
                        }
                    });
            maybeCrash(name);
        }
        injectFaults(network, "nemesis");
        injectFaults(dataNetwork, "nemesis-of-data");
        simulation.join(groups.toArray(String[]::new));
        account.noteChosen(now());
    }

    private void injectFaults(Network harmed, String name) {
        groups.add(name);
        List<DcName> dcs = cluster.names();
        switch (random.nextInt(4)) {
            case 0 ->
                    Nemesis.start(
                            harmed, dcs, simulation.surroundings(name), Duration.ofSeconds(4));
            case 1 -> harmed.takeDown(dcs.get(random.nextInt(dcs.size())), dcs);
            default -> {}
        }
    }

    private void maybeCrash(String name) {
        if (random.nextInt(3) == 0) {
            simulation.crashAtStep(name, random.nextLong(3000));
        }
    }

    /** Over days all wake at the same times, or else they would never meet. */
    private void pause(String group) {
        Surroundings own = simulation.surroundings(group);
        Duration jitter = Duration.ofMillis(own.random().nextLong(1, 400));
        if (spansDays && own.random().nextInt(2) == 0) {
            long quarter = QUARTER.toSeconds();
            long left = quarter - now().getEpochSecond() % quarter;
            jitter = jitter.plusSeconds(left + quarter * own.random().nextInt(3));
        }
        own.time().sleep(jitter);
    }

    /** Ends what is due when all is well, and then has nothing left of it. */
    private void settle() {
        Gateway late = gateway("late", 0);
        // Undecided versions end here, and of each put it is known whether it can be read.
        GarbageWorker cleaner =
                new GarbageWorker(cluster, late, Duration.ofMinutes(1), new TreeMap<>());
        cleaner.sweepUntilAllIsDone();
        LifecycleWorker worker = new LifecycleWorker(late, ends);
        int quiet = 0;
        Instant since = now();
        for (int i = 0; i < MOST_PASSES && quiet <= cluster.names().size(); i++) {
            since = quiet == 0 ? now() : since;
            quiet = worker.pass() ? quiet + 1 : 0;
            account.noteChosen(now());
            cleaner.sweep();
        }
        check(quiet > cluster.names().size(), "workers do not come to rest");
        account.checkEnded();
        account.checkLeft(since);
        garbage.sweepAndCheck(late, new TreeMap<>());
        account.checkEnded();
        LifecycleClient reader = new LifecycleClient(cluster, late, account, garbage, ends);
        for (ObjectKey key : new TreeSet<>(cluster.oracle().keys())) {
            if (key.bucket().equals(account.bucket())) {
                reader.checkRead(key);
            }
        }
    }

    private Instant now() {
        return simulation.scenario().time().instant();
    }

    private Gateway gateway(String name, int number) {
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                Reach.over(network, dataNetwork),
                GatewaySettings.DEFAULT);
    }

    private void fork(String group, Runnable body) {
        if (!groups.contains(group)) {
            groups.add(group);
        }
        simulation.surroundings(group).tasks().fork("acts", body);
    }
}
