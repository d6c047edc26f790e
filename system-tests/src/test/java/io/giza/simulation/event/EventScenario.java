package io.giza.simulation.event;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Surroundings;
import io.giza.gc.event.EventJob;
import io.giza.gc.event.EventListener;
import io.giza.gc.event.LaneDelivery;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.version.VersionScenario;
import io.giza.simulation.worker.GarbageWorker;
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
 * Clients put, delete and upload objects into a bucket that has a webhook told of everything, while
 * workers tell it, and collect what was deleted. All of them may crash, gateways may stand still
 * for longer than a note is kept, data centers may be away, and the webhook may be down. In the end
 * it was told of all that was acknowledged, and nothing is left to be told.
 */
public final class EventScenario {
    static final String BUCKET = "bucket";
    private static final int KEYS = 3;
    private static final int OPERATIONS = 8;

    /** A wide-area network without faults. */
    private static final FaultPlan FAR =
            FaultPlan.delayed(Duration.ofMillis(5), Duration.ofMillis(60));

    private static final int ROUNDS = 12;
    private static final int MOST_PASSES = 80;

    /** Until poison goes in the end, weeks pass. */
    private static final Duration KEPT = Duration.ofDays(1000);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final RandomGenerator random;
    private final Network network;
    private final Network dataNetwork;
    private final boolean isHot;
    private final boolean isSlow;
    private final Map<String, Integer> ends = new TreeMap<>();
    private final List<String> groups = new ArrayList<>();
    private final EventOracle oracle;

    private EventScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        // All clients write one key, so puts overwrite each other.
        this.isHot = random.nextInt(3) == 0;
        FaultPlan faults = isHot ? FAR : FaultPlan.draw(random);
        this.network = new Network(simulation.surroundings("network"), faults);
        this.dataNetwork = new Network(simulation.surroundings("data"), FaultPlan.draw(random));
        this.isSlow = !isHot && random.nextBoolean();
        this.oracle =
                new EventOracle(
                        cluster.oracle(), bucket(), simulation.surroundings("webhook").random());
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        EventScenario scenario = new EventScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.network.calm();
        scenario.dataNetwork.calm();
        scenario.cluster.stopFailures();
        scenario.oracle.calm();
        simulation.scenario().time().sleep(Duration.ofMinutes(2));
        scenario.fork("late", scenario::settle);
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
        Versioning versioning =
                isHot
                        ? Versioning.UNVERSIONED
                        : Versioning.values()[random.nextInt(Versioning.values().length)];
        List<BucketId> created = new ArrayList<>();
        fork(
                "founder",
                () -> {
                    created.add(founder.createUntilDecided(cluster.account(), BUCKET));
                    VersionScenario.version(founder, cluster.account(), versioning);
                    EventFixture.configure(founder, created.getFirst());
                });
        simulation.join("founder");
        groups.clear();
        return created.getFirst();
    }

    private void exercise() {
        for (int i = 0; i < 3; i++) {
            String name = "gateway-" + i;
            EventClient client =
                    new EventClient(cluster, gateway(name, i), oracle, isHot ? 1 : KEYS, ends);
            fork(
                    name,
                    () -> {
                        for (int operation = 0; operation < OPERATIONS; operation++) {
                            pause(name, Duration.ofMillis(isSlow ? 60_000 : isHot ? 5 : 400));
                            client.act(name + "-" + operation);
                        }
                    });
            maybeCrash(name);
        }
        for (int i = 0; i < 2; i++) {
            String name = "worker-" + i;
            Gateway gateway = gateway(name, i + 1);
            EventJob job = job(gateway);
            GarbageWorker cleaner =
                    new GarbageWorker(cluster, gateway, Duration.ofSeconds(1), new TreeMap<>());
            boolean cleans = i == 0;
            fork(
                    name,
                    () -> {
                        for (int round = 0; round < ROUNDS; round++) {
                            pause(name, Duration.ofMillis(isSlow ? 400_000 : 400));
                            pass(job);
                            if (cleans) {
                                cleaner.sweep();
                            }
                        }
                    });
            maybeCrash(name);
        }
        injectFaults(network, "nemesis");
        injectFaults(dataNetwork, "nemesis-of-data");
        standStill();
        simulation.join(groups.toArray(String[]::new));
    }

    private EventJob job(Gateway gateway) {
        EventListener listener = new CountingListener(ends);
        LaneDelivery delivery =
                new LaneDelivery(
                        gateway.versions(),
                        new RowRemoval(gateway.metadata(), CommitSettings.DEFAULTS),
                        oracle,
                        listener,
                        KEPT);
        return new EventJob(gateway.versions(), delivery, listener, cluster.names());
    }

    /** Counts what became of events. */
    private record CountingListener(Map<String, Integer> ends) implements EventListener {
        @Override
        public void count(String webhook, Outcome outcome) {
            ends.merge("event " + outcome, 1, Integer::sum);
        }

        @Override
        public void backlog(String webhook, long count, Duration oldest) {}
    }

    private static boolean pass(EventJob job) {
        try {
            return job.run(() -> true);
        } catch (ReplicaException e) {
            return false;
        }
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

    /** A gateway stands still, wherever it is, for longer than a note of a change is kept. */
    private void standStill() {
        if (isSlow) {
            for (int i = 0; i < 4; i++) {
                simulation.scenario().time().sleep(Duration.ofMillis(random.nextLong(60_000)));
                simulation.freeze(
                        "gateway-" + random.nextInt(3), Duration.ofMinutes(1 + random.nextInt(40)));
            }
        }
    }

    private void pause(String group, Duration longest) {
        Surroundings own = simulation.surroundings(group);
        own.time().sleep(Duration.ofMillis(own.random().nextLong(1, longest.toMillis())));
    }

    /** Tells what is left until nothing is. */
    private void settle() {
        Gateway late = gateway("late", 0);
        new GarbageWorker(cluster, late, Duration.ofMinutes(1), new TreeMap<>())
                .sweepUntilAllIsDone();
        EventJob job = job(late);
        for (int i = 0; i < MOST_PASSES && !isAllTold(); i++) {
            pass(job);
            late.surroundings().time().sleep(Duration.ofMinutes(1));
        }
        check(isAllTold(), "events are left");
        oracle.checkTold();
        ends.merge("told", oracle.count(), Integer::sum);
    }

    /** No data center has anything in a row of events but what is left of a removed one. */
    private boolean isAllTold() {
        return cluster.oracle().keys().stream()
                .filter(key -> key.name().startsWith(ObjectKey.EVENTS))
                .filter(key -> key.bucket().equals(BucketId.SYSTEM))
                .allMatch(
                        key ->
                                cluster.names().stream()
                                        .map(dc -> cluster.stored(dc, key))
                                        .allMatch(row -> row.chosen() == 0));
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
