package io.giza.simulation.gc;

import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.NetworkFaults;
import io.giza.simulation.version.VersionScenario;
import io.giza.simulation.worker.GarbageWorker;
import io.giza.simulation.worker.RecoveryWorker;
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
 * Clients put and delete a few objects through gateways that crash, while workers of several data
 * centers, which crash as well, sweep over the same rows and fragments. In the end nothing that was
 * acknowledged is lost, and no row and no fragment is left that nobody needs.
 */
public final class GarbageScenario {
    private static final String BUCKET = "bucket";
    private static final int KEYS = 3;
    private static final int OPERATIONS = 6;
    private static final int ROUNDS = 4;
    private static final int[] SIZES = {20, 300, 1500};

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final RandomGenerator random;
    private final Network network;
    private final Network dataNetwork;
    private final Duration scale;
    private final Map<String, Integer> ends = new TreeMap<>();
    private final List<String> groups = new ArrayList<>();
    private final GarbageOracle account;

    private GarbageScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.dataNetwork = new Network(simulation.surroundings("data"), FaultPlan.draw(random));
        this.scale = Duration.ofSeconds(random.nextBoolean() ? 2 : 60);
        this.account = new GarbageOracle(cluster, bucket());
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        GarbageScenario scenario = new GarbageScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.network.calm();
        scenario.dataNetwork.calm();
        scenario.cluster.stopFailures();
        simulation.scenario().time().sleep(VersionCleaner.UNDER_WAY);
        scenario.fork("late", () -> scenario.account.settle(scenario.late(), scenario.ends));
        simulation.join("late");
        return scenario.ends;
    }

    private BucketId bucket() {
        Network calm = new Network(simulation.surroundings("calm"), FaultPlan.CALM);
        Gateway founder =
                cluster.gateway(
                        "founder",
                        cluster.names().getFirst(),
                        Reach.over(calm, calm),
                        GatewaySettings.DEFAULT);
        List<BucketId> created = new ArrayList<>();
        boolean versioned = random.nextInt(4) == 0;
        fork(
                "founder",
                () -> {
                    created.add(founder.createUntilDecided(cluster.account(), BUCKET));
                    VersionScenario.version(
                            founder,
                            cluster.account(),
                            versioned ? Versioning.ENABLED : Versioning.UNVERSIONED);
                });
        simulation.join("founder");
        return created.getFirst();
    }

    private void exercise() {
        for (int i = 0; i < 3; i++) {
            String name = "gateway-" + i;
            Gateway gateway = gateway(name, i);
            fork(name, () -> work(gateway, name));
            maybeCrash(name);
        }
        for (int i = 0; i < 2; i++) {
            String name = "worker-" + i;
            GarbageWorker worker =
                    new GarbageWorker(cluster, gateway(name, i + 1), scale.dividedBy(4), ends);
            fork(
                    name,
                    () -> {
                        for (int round = 0; round < ROUNDS; round++) {
                            pause(name, scale.dividedBy(2));
                            worker.sweep();
                        }
                    });
            maybeCrash(name);
        }
        recover("recovery-0", 1);
        recover("recovery-1", 0);
        groups.add(NetworkFaults.inject(simulation, network, cluster.names(), "nemesis", 1));
        groups.add(
                NetworkFaults.inject(
                        simulation, dataNetwork, cluster.names(), "nemesis-of-data", 1));
        simulation.join(groups.toArray(String[]::new));
    }

    private void recover(String name, int number) {
        Gateway gateway = gateway(name, number);
        Reach reach = Reach.over(network, dataNetwork);
        DcName home = gateway.metadata().group().home();
        RecoveryWorker worker =
                new RecoveryWorker(cluster, gateway, store -> reach.fragments(home, store), ends);
        fork(
                name,
                () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        pause(name, scale.dividedBy(2));
                        worker.sweep(
                                round % 2 == 0
                                        ? RepairSweep.Depth.DEGRADED
                                        : RepairSweep.Depth.ALL);
                    }
                });
        maybeCrash(name);
    }

    private void maybeCrash(String name) {
        if (random.nextInt(3) == 0) {
            simulation.crashAtStep(name, random.nextLong(2000));
        }
    }

    private void work(Gateway gateway, String name) {
        RandomGenerator chance = simulation.surroundings(name).random();
        for (int i = 0; i < OPERATIONS; i++) {
            pause(name, scale.dividedBy(3));
            String key = "key-" + chance.nextInt(KEYS);
            Target target = new Target(cluster.account(), BUCKET, key, OpId.random(chance));
            if (chance.nextInt(3) == 0) {
                count(
                        "delete",
                        gateway.objects()
                                .delete(new DeleteRequest(target, new WriteCondition.None())));
            } else {
                put(gateway, target, new TextBody(name + "-" + i, SIZES[chance.nextInt(3)]));
            }
        }
    }

    private void put(Gateway gateway, Target target, TextBody body) {
        PutRequest request = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
        account.written(body);
        try {
            PutResult result = gateway.objects().put(request, body);
            count("put", result);
            if (result instanceof PutResult.Stored) {
                account.acknowledged(new ObjectKey(account.bucket(), target.key()), target.op());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Gateway late() {
        return gateway("late", 0);
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

    private void pause(String group, Duration most) {
        var own = simulation.surroundings(group);
        own.time().sleep(Duration.ofNanos(own.random().nextLong(most.toNanos())));
    }

    private void count(String what, Object end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
