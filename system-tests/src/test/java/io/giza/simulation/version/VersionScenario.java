package io.giza.simulation.version;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.BucketService;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Deployment;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.fault.NetworkFaults;
import io.giza.simulation.worker.VersionCleaner;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.PoisonAge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Clients put, read, list and delete versions of one object through gateways that stand still at
 * times, for seconds or for more than a day, just before an upload is completed, or crash.
 * Meanwhile cleaners give up versions whose data does not come and collect those that were deleted.
 */
public final class VersionScenario {
    public static final String BUCKET = "bucket";

    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 5;
    private static final int ROUNDS = 8;
    private static final Duration DAYS = Duration.ofDays(3);

    /** Slow owners are waited for to the end: only the rules keep them from acknowledging. */
    public static final RequestSettings SETTINGS =
            new RequestSettings(
                    Duration.ofSeconds(20),
                    DAYS,
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(3),
                    Duration.ofMillis(50),
                    Duration.ofSeconds(2),
                    DAYS,
                    Duration.ofMillis(500),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(2),
                    RequestSettings.RecordOrder.PARALLEL,
                    RequestSettings.DEFAULTS.stripes());

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Network network;
    private final Network dataNetwork;
    private final Network healthy;
    private final RandomGenerator random;
    private final Account account;
    private final Duration scale;
    private final Duration leastAge;
    private final Map<String, Integer> ends = new TreeMap<>();
    private final VersionOracle oracle;
    private final VersionCleaner cleaner;

    private VersionScenario(Simulation simulation, Deployment deployment, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, deployment, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.dataNetwork = new Network(simulation.surroundings("data"), FaultPlan.draw(random));
        this.healthy = new Network(simulation.surroundings("healthy"), FaultPlan.CALM);
        this.account = cluster.account();
        this.scale =
                List.of(Duration.ofSeconds(2), Duration.ofSeconds(50), Duration.ofHours(40))
                        .get(random.nextInt(3));
        this.leastAge = random.nextBoolean() ? Duration.ZERO : scale.dividedBy(2);
        ObjectKey key = new ObjectKey(createBucket(), "a");
        this.oracle = new VersionOracle(cluster, key);
        this.cleaner = new VersionCleaner(simulation.scenario().time(), key, ends);
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        return run(simulation, Deployment.of(size), protocol);
    }

    /** Runs the scenario with other data centers. */
    public static Map<String, Integer> run(
            Simulation simulation, Deployment deployment, Protocol protocol) {
        VersionScenario scenario = new VersionScenario(simulation, deployment, protocol);
        scenario.exercise();
        scenario.settle();
        scenario.oracle.judge();
        return scenario.ends;
    }

    private BucketId createBucket() {
        Gateway gateway =
                cluster.gateway(
                        "creator",
                        cluster.names().getFirst(),
                        Reach.over(healthy, healthy),
                        GatewaySettings.DEFAULT);
        List<BucketId> created = new ArrayList<>();
        Versioning versioning = Versioning.values()[random.nextInt(Versioning.values().length)];
        simulation
                .surroundings("creator")
                .tasks()
                .fork(
                        "creates",
                        () -> {
                            created.add(gateway.createUntilDecided(account, BUCKET));
                            version(gateway, account, versioning);
                        });
        simulation.join("creator");
        return created.getFirst();
    }

    /** Lets the bucket have versions from now on. */
    public static void version(Gateway gateway, Account account, Versioning versioning) {
        if (versioning == Versioning.UNVERSIONED) {
            return;
        }
        while (!(gateway.version(account, BUCKET, versioning)
                instanceof BucketService.VersioningResult.Changed)) {
            gateway.surroundings().time().sleep(Duration.ofSeconds(1));
        }
    }

    private void exercise() {
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            groups.add(name);
            Gateway gateway = gateway(name, i, reach(name, scale));
            for (int c = 0; c < 2; c++) {
                String text = name + "-" + c;
                simulation
                        .surroundings(name)
                        .tasks()
                        .fork("client", () -> work(client(name, gateway), name, text));
            }
            if (random.nextInt(4) == 0) {
                simulation.crashAtStep(name, random.nextLong(800));
            }
        }
        for (int i = 0; i < 2; i++) {
            String name = "cleaner-" + i;
            groups.add(name);
            Gateway gateway = gateway(name, i, reach(name, Duration.ZERO));
            simulation
                    .surroundings(name)
                    .tasks()
                    .fork("cleaner", () -> cleanNowAndThen(gateway, name));
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
        simulation.join(groups.toArray(String[]::new));
    }

    private void work(VersionClient client, String group, String name) {
        Surroundings own = simulation.surroundings(group);
        for (int i = 0; i < OPERATIONS; i++) {
            pause(own, scale.dividedBy(4));
            switch (own.random().nextInt(12)) {
                case 0, 1, 2, 3 -> client.put(name + "-" + i);
                case 4 -> client.delete();
                case 5, 6 -> client.deleteVersion();
                case 7 -> client.getVersion();
                case 8 -> client.tag();
                case 9 -> client.list();
                default -> client.get();
            }
        }
    }

    private void cleanNowAndThen(Gateway gateway, String group) {
        for (int round = 0; round < ROUNDS; round++) {
            pause(simulation.surroundings(group), scale.dividedBy(3));
            cleaner.clean(gateway.versions());
            cleaner.review(gateway.versions(), cluster.stores(), leastAge);
        }
    }

    /** Once the network is well everything is settled, and all that was shown can be read. */
    private void settle() {
        network.calm();
        dataNetwork.calm();
        cluster.stopFailures();
        simulation.scenario().time().sleep(VersionCleaner.UNDER_WAY);
        simulation
                .surroundings("late")
                .tasks()
                .fork("settles", () -> readAll(gateway("late", 0, reach("late", Duration.ZERO))));
        simulation.join("late");
        simulation
                .surroundings("last")
                .tasks()
                .fork("collects", () -> endAll(gateway("last", 1, reach("last", Duration.ZERO))));
        simulation.join("last");
    }

    private void readAll(Gateway gateway) {
        VersionClient client = client("late", gateway);
        check(client.get(), "no answer when all is well, of " + oracle.describe());
        check(
                cleaner.comesToRest(gateway.versions()),
                "not settled when all is well: " + oracle.describe());
        check(client.get(), "no answer when all is settled, of " + oracle.describe());
        for (int version = 1; version <= oracle.log().size(); version++) {
            check(client.getVersion(version), "no answer for version " + version);
        }
        check(client.list(), "no list when all is settled, of " + oracle.describe());
    }

    /** In the end nothing is left of what was deleted, and of what was never chosen. */
    private void endAll(Gateway gateway) {
        int known;
        boolean reviewed;
        do {
            known = oracle.log().size();
            simulation.surroundings("last").time().sleep(PoisonAge.MIN_AGE.multipliedBy(2));
            check(
                    cleaner.comesToRest(gateway.versions()),
                    "not collected when all is well: " + oracle.describe());
            reviewed = cleaner.review(gateway.versions(), cluster.stores(), leastAge);
            // A record may be found, and decided, only now that somebody asks where its vote is:
            // a put whose names are poisoned then, or the deletion of what was looked at before.
        } while (cleaner.hasLeftPoison() || oracle.log().size() > known);
        check(reviewed, "fragments in doubt when all is well: " + oracle.describe());
        for (InMemoryFragmentStore store : cluster.stores()) {
            store.ids()
                    .forEach(id -> check(isNeeded(id.putId()), id + " left" + oracle.describe()));
        }
    }

    private boolean isNeeded(PutId put) {
        for (int version = 1; version <= oracle.log().size(); version++) {
            if (oracle.chosen(version).id().equals(put)) {
                return !oracle.isDeleted(version);
            }
        }
        return false;
    }

    private VersionClient client(String group, Gateway gateway) {
        return new VersionClient(
                gateway.objects(), simulation.surroundings(group).random(), account, oracle, ends);
    }

    private Gateway gateway(String name, int number, Reach reach) {
        DcName home = cluster.names().get(number % cluster.names().size());
        return cluster.gateway(name, home, reach, GatewaySettings.DEFAULT.with(SETTINGS));
    }

    private Reach reach(String group, Duration stall) {
        return new VersionReach(network, dataNetwork, oracle, simulation, group, stall);
    }

    private static void pause(Surroundings own, Duration most) {
        own.time().sleep(Duration.ofNanos(own.random().nextLong(most.toNanos())));
    }
}
