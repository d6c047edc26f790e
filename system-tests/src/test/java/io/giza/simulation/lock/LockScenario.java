package io.giza.simulation.lock;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.lifecycle.LifecycleActions;
import io.giza.lifecycle.LifecycleActions.Noncurrent;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.lifecycle.LifecycleFilter;
import io.giza.lifecycle.LifecycleRule;
import io.giza.lock.BucketLock;
import io.giza.lock.DefaultRetention;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.lifecycle.SampleLifecycle;
import io.giza.simulation.version.VersionScenario;
import io.giza.simulation.worker.GarbageWorker;
import io.giza.simulation.worker.LifecycleWorker;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Clients put, lock, unlock and delete versions of a few objects, over minutes or days, and change
 * what their bucket retains, while workers go by a lifecycle that lets all versions expire but the
 * newest, and collect what ended. Gateways, workers and fewer clocks of data centers than a quorum
 * are years ahead or behind. In the beginning there may be a {@link HeldNull}.
 */
public final class LockScenario {
    static final String BUCKET = VersionScenario.BUCKET;
    static final int KEYS = 2;

    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 14;
    private static final int ROUNDS = 8;
    private static final Duration YEARS = Duration.ofDays(4000);
    private static final Duration QUARTER = Duration.ofHours(6);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final RandomGenerator random;
    private final Network network;
    private final Network dataNetwork;
    private final Network calm;
    private final boolean spansDays;
    private final boolean beginsWithNull;
    private final List<String> groups = new ArrayList<>();
    private final Shared shared;
    private final HeldNull heldNull;

    private LockScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.dataNetwork = new Network(simulation.surroundings("data"), FaultPlan.draw(random));
        this.calm = new Network(simulation.surroundings("calm"), FaultPlan.CALM);
        this.spansDays = random.nextBoolean();
        this.beginsWithNull = random.nextInt(3) == 0;
        this.shared = new Shared(new LockOracle(cluster.oracle(), found()));
        this.heldNull = new HeldNull(simulation, cluster, calm, shared, this::fork);
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        LockScenario scenario = new LockScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.heldNull.judge();
        scenario.shared.oracle().checkAll(scenario.now());
        return scenario.shared.ends();
    }

    /**
     * What clients know of each other.
     *
     * @param versions those that were acknowledged
     * @param ends how often operations ended how
     * @param configuration what the bucket retains
     */
    record Shared(
            LockOracle oracle,
            List<LockClient.Version> versions,
            Map<String, Integer> ends,
            Configuration configuration) {
        Shared(LockOracle oracle) {
            this(oracle, new ArrayList<>(), new TreeMap<>(), new Configuration());
        }

        void count(String what, Object result) {
            ends.merge(what + " " + result.getClass().getSimpleName(), 1, Integer::sum);
        }

        /** Returns what each put that begins now has to go by, empty if nobody can tell. */
        Optional<DefaultRetention> promised() {
            return configuration.promised;
        }

        /** Changes what the bucket retains, unless somebody else does. */
        void configure(Gateway gateway, Account account, Optional<DefaultRetention> next) {
            if (configuration.isChanging) {
                return;
            }
            configuration.isChanging = true;
            configuration.promised = Optional.empty();
            oracle.noteReconfiguration();
            VersioningResult result =
                    gateway.buckets()
                            .setLock(
                                    account,
                                    BUCKET,
                                    new BucketLock(next),
                                    ClientOperation.once(gateway.surroundings().random()));
            count("configure", result);
            if (result instanceof VersioningResult.Changed) {
                configuration.promised = next;
            }
            configuration.isChanging = false;
        }
    }

    /** What the bucket retains, as far as clients were told. */
    private static final class Configuration {
        private Optional<DefaultRetention> promised = Optional.empty();
        private boolean isChanging;
    }

    private BucketId found() {
        Gateway founder = calmGateway("founder");
        List<BucketId> created = new ArrayList<>();
        fork(
                "founder",
                () -> {
                    if (beginsWithNull) {
                        created.add(founder.createUntilDecided(cluster.account(), BUCKET));
                    } else {
                        created.add(createLocked(founder));
                    }
                    SampleLifecycle.configure(founder, created.getFirst(), lifecycle());
                });
        simulation.join("founder");
        groups.clear();
        return created.getFirst();
    }

    private BucketId createLocked(Gateway founder) {
        var result =
                founder.buckets()
                        .create(
                                cluster.account(),
                                BUCKET,
                                ClientOperation.once(founder.surroundings().random()),
                                Optional.of(BucketLock.ENABLED));
        check(result instanceof CreateResult.Created, "not created in calm weather: " + result);
        return founder.createUntilDecided(cluster.account(), BUCKET);
    }

    private static LifecycleConfiguration lifecycle() {
        return new LifecycleConfiguration(
                List.of(
                        new LifecycleRule(
                                "noncurrent",
                                true,
                                LifecycleFilter.of(""),
                                new LifecycleActions(null, new Noncurrent(1, 0), 0))));
    }

    private void exercise() {
        setClocks();
        if (beginsWithNull) {
            heldNull.begin(random);
        }
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            LockClient client =
                    new LockClient(
                            cluster,
                            gateway(name, i),
                            shared,
                            simulation.scenario().time()::instant);
            fork(
                    name,
                    () -> {
                        for (int operation = 0; operation < OPERATIONS; operation++) {
                            pause(name);
                            client.act(name + "-" + operation);
                            shared.oracle().noteChosen(now());
                        }
                    });
            maybeCrash(name);
        }
        for (int i = 0; i < 2; i++) {
            work("worker-" + i, i);
        }
        injectFaults();
        simulation.join(groups.toArray(String[]::new));
    }

    private void work(String name, int number) {
        Gateway gateway = gateway(name, number + 1);
        LifecycleWorker worker = new LifecycleWorker(gateway, shared.ends());
        GarbageWorker cleaner =
                new GarbageWorker(
                        cluster,
                        gateway,
                        spansDays ? QUARTER : Duration.ofSeconds(1),
                        new TreeMap<>());
        fork(
                name,
                () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        pause(name);
                        worker.pass();
                        shared.oracle().noteChosen(now());
                        if (number == 0) {
                            cleaner.sweep();
                        }
                    }
                });
        maybeCrash(name);
    }

    /** Fewer data centers than a quorum, and any gateways and workers. */
    private void setClocks() {
        List<DcName> dcs = cluster.names();
        int most = dcs.size() / 2;
        for (int i = 0; i < most; i++) {
            maybeWrong("clock of " + dcs.get(i));
        }
        for (int i = 0; i < GATEWAYS; i++) {
            maybeWrong("gateway-" + i);
        }
        maybeWrong("worker-0");
    }

    private void maybeWrong(String group) {
        switch (random.nextInt(4)) {
            case 0 -> simulation.wallClockError(group, YEARS);
            case 1 -> simulation.wallClockError(group, YEARS.negated());
            default -> {}
        }
    }

    private void injectFaults() {
        groups.add("nemesis");
        List<DcName> dcs = cluster.names();
        switch (random.nextInt(4)) {
            case 0 ->
                    Nemesis.start(
                            network,
                            dcs,
                            simulation.surroundings("nemesis"),
                            Duration.ofSeconds(4));
            case 1 -> network.takeDown(dcs.get(random.nextInt(dcs.size())), dcs);
            default -> {}
        }
    }

    private void maybeCrash(String name) {
        if (random.nextInt(4) == 0) {
            simulation.crashAtStep(name, random.nextLong(3000));
        }
    }

    /** Over days all wake at the same times, or else they would never meet. */
    private void pause(String group) {
        var own = simulation.surroundings(group);
        Duration jitter = Duration.ofMillis(own.random().nextLong(1, 400));
        if (spansDays && own.random().nextInt(2) == 0) {
            long quarter = QUARTER.toSeconds();
            long left = quarter - now().getEpochSecond() % quarter;
            jitter = jitter.plusSeconds(left + quarter * own.random().nextInt(3));
        } else if (own.random().nextInt(3) == 0) {
            jitter = jitter.plusSeconds(own.random().nextLong(1, 20));
        }
        own.time().sleep(jitter);
    }

    private Instant now() {
        return simulation.scenario().time().instant();
    }

    private Gateway calmGateway(String name) {
        return cluster.gateway(
                name, cluster.names().getFirst(), Reach.over(calm, calm), GatewaySettings.DEFAULT);
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
