package io.giza.simulation.undecided;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.OpId;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.NetworkFaults;
import io.giza.simulation.worker.RecoveryWorker;
import io.giza.simulation.worker.UndecidedWorker;
import io.giza.simulation.worker.VersionCleaner;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Clients write a few objects, and change their bucket, through gateways that die in the middle of
 * it. Then nobody writes any more, and workers look for undecided versions. A while after that
 * whoever reads, and whichever data center is away then, nothing happens any more of all that was
 * begun.
 */
public final class UndecidedScenario {
    private static final String BUCKET = "bucket";
    private static final int GATEWAYS = 3;
    private static final int KEYS = 2;
    private static final int OPERATIONS = 4;
    private static final int MOST_STEPS = 250;

    /** How long after the last data center is back nothing may be unknown any more. */
    private static final Duration BOUND = Duration.ofMinutes(5);

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final RandomGenerator random;
    private final Network network;
    private final Network calm;
    private final Map<String, Integer> ends = new TreeMap<>();

    private UndecidedScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.calm = new Network(simulation.surroundings("calm"), FaultPlan.CALM);
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        UndecidedScenario scenario = new UndecidedScenario(simulation, size, protocol);
        scenario.create();
        scenario.exercise();
        scenario.network.calm();
        scenario.cluster.stopFailures();
        simulation.scenario().time().sleep(VersionCleaner.UNDER_WAY);
        scenario.close();
        scenario.useBucket();
        scenario.checkNothingHappens();
        return scenario.ends;
    }

    private void create() {
        Gateway founder = gateway("founder", 0, calm);
        simulation
                .surroundings("founder")
                .tasks()
                .fork(
                        "creates",
                        () -> {
                            while (!(founder.create(cluster.account(), BUCKET)
                                    instanceof CreateResult.AlreadyYours)) {
                                count("create again", "");
                            }
                        });
        simulation.join("founder");
    }

    private void exercise() {
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            Gateway gateway = gateway(name, i, network);
            groups.add(name);
            simulation.surroundings(name).tasks().fork("client", () -> work(gateway));
            if (random.nextInt(3) > 0) {
                simulation.crashAtStep(name, random.nextLong(MOST_STEPS));
            }
        }
        groups.add(NetworkFaults.inject(simulation, network, cluster.names(), "nemesis", 1));
        simulation.join(groups.toArray(String[]::new));
    }

    private void work(Gateway gateway) {
        RandomGenerator chance = simulation.surroundings(gateway.name()).random();
        for (int i = 0; i < OPERATIONS; i++) {
            String key = "key-" + chance.nextInt(KEYS);
            switch (chance.nextInt(6)) {
                case 0, 1 -> delete(gateway, key, chance);
                case 2 -> version(gateway);
                default -> put(gateway, key, chance, i);
            }
        }
    }

    private void delete(Gateway gateway, String key, RandomGenerator chance) {
        var request = new DeleteRequest(target(key, chance), new WriteCondition.None());
        count("delete", gateway.objects().delete(request).getClass().getSimpleName());
    }

    private void version(Gateway gateway) {
        var result = gateway.version(cluster.account(), BUCKET, Versioning.ENABLED);
        count("versioning", result.getClass().getSimpleName());
    }

    private void put(Gateway gateway, String key, RandomGenerator chance, int number) {
        WriteCondition condition =
                chance.nextInt(4) == 0 ? new WriteCondition.Absent() : new WriteCondition.None();
        PutRequest request = new PutRequest(target(key, chance), condition, Map.of(), Map.of());
        try {
            int size = chance.nextBoolean() ? 20 : 300;
            PutResult result =
                    gateway.objects().put(request, new TextBody(gateway.name() + number, size));
            count("put", result.getClass().getSimpleName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of those that voted, one may come back only after the others were looked at. */
    private void close() {
        Gateway gateway = gateway("worker", 0, network);
        UndecidedWorker worker = new UndecidedWorker(cluster, gateway);
        RecoveryWorker recovery = new RecoveryWorker(cluster, gateway, store -> store, ends);
        boolean isCaughtUp = random.nextInt(3) == 0;
        List<Runnable> passes = new ArrayList<>();
        int late = random.nextInt(4) == 0 ? 2 : 0;
        for (int pass = 0; pass < late; pass++) {
            passes.add(worker::sweep);
        }
        passes.add(network::heal);
        if (isCaughtUp) {
            passes.add(recovery::catchUp);
        } else {
            long within = BOUND.dividedBy(INTERVAL);
            for (int pass = 0; pass < within; pass++) {
                passes.add(worker::sweep);
            }
        }
        if (late > 0) {
            DcName away = cluster.names().get(random.nextInt(cluster.names().size()));
            network.takeDown(away, cluster.names());
        }
        simulation
                .surroundings("worker")
                .tasks()
                .fork(
                        "closes",
                        () ->
                                passes.forEach(
                                        pass -> {
                                            gateway.surroundings().time().sleep(INTERVAL);
                                            pass.run();
                                        }));
        simulation.join("worker");
    }

    /**
     * A change of versioning that was decided, and that puts go by, is told of once somebody uses
     * the bucket: a second record then, which was never undecided.
     */
    private void useBucket() {
        Gateway gateway = gateway("user", 0, calm);
        simulation
                .surroundings("user")
                .tasks()
                .fork("uses", () -> gateway.buckets().find(cluster.account(), BUCKET));
        simulation.join("user");
    }

    private void checkNothingHappens() {
        simulation.scenario().time().sleep(VersionCleaner.UNDER_WAY);
        LateNews news = LateNews.since(cluster.oracle());
        for (int i = 0; i < cluster.names().size(); i++) {
            DcName away = cluster.names().get(i);
            calm.heal();
            calm.takeDown(away, cluster.names());
            String name = "late-" + i;
            Gateway gateway = gateway(name, i + 1, calm);
            simulation.surroundings(name).tasks().fork("reads", () -> readAll(gateway));
            simulation.join(name);
        }
        news.checkNone();
    }

    private void readAll(Gateway gateway) {
        RandomGenerator chance = simulation.surroundings(gateway.name()).random();
        gateway.buckets().find(BUCKET);
        for (int i = 0; i < KEYS; i++) {
            GetRequest request = new GetRequest(target("key-" + i, chance), true);
            GetResult result = gateway.objects().get(request);
            if (result instanceof GetResult.Found(var object)) {
                object.close();
            }
            count("late get", result.getClass().getSimpleName());
        }
    }

    private Target target(String key, RandomGenerator chance) {
        return new Target(cluster.account(), BUCKET, key, OpId.random(chance));
    }

    private Gateway gateway(String name, int number, Network through) {
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                Reach.over(through, through),
                GatewaySettings.DEFAULT);
    }

    private void count(String what, String end) {
        ends.merge(what + " " + end, 1, Integer::sum);
    }
}
