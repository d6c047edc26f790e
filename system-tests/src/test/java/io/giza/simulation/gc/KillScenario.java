package io.giza.simulation.gc;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.replica.FragmentStore;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.worker.GarbageWorker;
import io.giza.simulation.worker.RecoveryWorker;
import io.giza.simulation.worker.VersionCleaner;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * A bucket with something of everything: an object, one that was overwritten, one that was deleted,
 * one whose gateway died, one that was put while a data center was away, and one that a disk
 * spoiled. Then one process does one thing, and it, or a data center, is killed meanwhile and comes
 * back.
 */
final class KillScenario {
    private static final String BUCKET = "bucket";
    private static final int LARGE = 1500;
    private static final long HALF_A_PUT = 90;

    /** A byte behind the header. */
    private static final int SPOILT = 600;

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Network network;
    private final Victim victim;
    private final GarbageOracle account;
    private final Gateway gateway;
    private int texts;

    /** Whose steps are counted. */
    enum Victim {
        /** A gateway that overwrites an object. */
        PUT,
        /** A gateway that deletes an object. */
        DELETE,
        /** A worker that sweeps over everything, twice. */
        SWEEP,
        /** A worker that repairs everything, twice. */
        RECOVER
    }

    KillScenario(Simulation simulation, Victim victim) {
        this.simulation = simulation;
        this.victim = victim;
        this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        Gateway founder = gateway("founder", 0);
        var created = (CreateResult.Created) founder.create(cluster.account(), BUCKET);
        this.account = new GarbageOracle(cluster, created.bucket().id());
        put(founder, "kept", LARGE);
        put(founder, "small", 20);
        put(founder, "over", LARGE);
        put(founder, "over", LARGE);
        put(founder, "gone", LARGE);
        delete(founder, "gone");
        Gateway dying = gateway("dying", 1);
        dying.surroundings().tasks().fork("acts", () -> put(dying, "never", LARGE));
        simulation.crashAtStep("dying", HALF_A_PUT);
        simulation.join("dying");
        simulation.scenario().time().sleep(VersionCleaner.UNDER_WAY);
        DcName away = cluster.names().getLast();
        network.isolate(away, cluster.names());
        put(founder, "away", LARGE);
        network.heal();
        spoil("spoilt");
        this.gateway = gateway("victim", 2);
    }

    /** Lets the victim come to its end; returns how many steps it took. */
    long finish() {
        act();
        simulation.join("victim");
        long steps = simulation.steps("victim");
        settle();
        return steps;
    }

    /** Kills the victim at one of its steps. */
    void kill(long step) {
        act();
        simulation.crashAtStep("victim", step);
        simulation.join("victim");
        settle();
    }

    /** Cuts a data center off when the victim took so many steps, until it came to its end. */
    void cut(DcName dc, long step) {
        act();
        while (simulation.liveTaskCount("victim") > 0 && simulation.steps("victim") < step) {
            simulation.scenario().time().sleep(Duration.ofMillis(1));
        }
        network.isolate(dc, cluster.names());
        simulation.join("victim");
        network.heal();
        settle();
    }

    private void act() {
        Map<String, Integer> ends = new TreeMap<>();
        Runnable deed =
                switch (victim) {
                    case PUT -> () -> put(gateway, "kept", LARGE);
                    case DELETE -> () -> delete(gateway, "kept");
                    case SWEEP -> {
                        Duration old = Duration.ofMinutes(1);
                        GarbageWorker worker = new GarbageWorker(cluster, gateway, old, ends);
                        yield () -> {
                            worker.sweep();
                            worker.sweep();
                        };
                    }
                    case RECOVER -> {
                        RecoveryWorker worker =
                                new RecoveryWorker(
                                        cluster, gateway, store -> reached(gateway, store), ends);
                        yield () -> {
                            worker.sweep(RepairSweep.Depth.ALL);
                            worker.sweep(RepairSweep.Depth.ALL);
                        };
                    }
                };
        gateway.surroundings().tasks().fork("acts", deed);
    }

    /** All fragments are there, and a byte of one of them is another one. */
    private void spoil(String key) {
        put(gateway("spoilt", 0), key, LARGE);
        simulation.scenario().time().sleep(VersionCleaner.UNDER_WAY);
        InMemoryFragmentStore store = cluster.stores().get(1);
        store.ids().stream()
                .filter(id -> id.key().name().equals(key))
                .forEach(id -> store.corrupt(id, SPOILT));
    }

    private void settle() {
        simulation.scenario().time().sleep(VersionCleaner.UNDER_WAY);
        Gateway late = gateway("late", 0);
        late.surroundings().tasks().fork("acts", () -> account.settle(late, new TreeMap<>()));
        simulation.join("late");
    }

    private FragmentStore reached(Gateway by, FragmentStore store) {
        return Reach.over(network, network).fragments(by.metadata().group().home(), store);
    }

    private void put(Gateway by, String key, int size) {
        TextBody body = new TextBody("text-" + texts++, size);
        account.written(body);
        Target target = target(by, key);
        PutRequest request = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
        try {
            if (by.objects().put(request, body) instanceof PutResult.Stored) {
                account.acknowledged(new ObjectKey(account.bucket(), key), target.op());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void delete(Gateway by, String key) {
        by.objects().delete(new DeleteRequest(target(by, key), new WriteCondition.None()));
    }

    private Target target(Gateway by, String key) {
        return new Target(cluster.account(), BUCKET, key, OpId.random(by.surroundings().random()));
    }

    private Gateway gateway(String name, int number) {
        return cluster.gateway(
                name,
                cluster.names().get(number),
                Reach.over(network, network),
                GatewaySettings.DEFAULT);
    }
}
