package io.giza.simulation.bucket;

import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.fault.LostCommits;
import io.giza.simulation.worker.UndecidedWorker;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * A bucket is created, filled and deleted by all gateways at once. An acknowledged put must never
 * be in a life of the bucket that ended, and what a gateway says of a bucket must have been so.
 */
public final class BucketScenario {
    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 12;
    private static final int KEYS = 2;
    private static final int DUELS = 6;
    private static final Duration DUEL = Duration.ofSeconds(90);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final BucketClient client;
    private final Network network;
    private final RandomGenerator random;
    private final Reach reach;
    private final long start;

    private BucketScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.client = new BucketClient(cluster, random);
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.start = simulation.scenario().time().nanos();
        Reach plain = Reach.over(network, network);
        this.reach =
                random.nextBoolean()
                        ? new LostCommits(
                                plain,
                                simulation.scenario().time(),
                                simulation.surroundings("commits").random())
                        : plain;
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        BucketScenario scenario = new BucketScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.network.calm();
        scenario.cluster.stopFailures();
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        scenario.client.checkAll();
        return scenario.client.ends();
    }

    private void exercise() {
        List<String> groups = new ArrayList<>();
        boolean duels = random.nextBoolean();
        Duration pause = Duration.ofMillis(new long[] {5, 50, 300}[random.nextInt(3)]);
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            Gateway gateway = gateway(name, i);
            groups.add(name);
            int number = i;
            simulation
                    .surroundings(name)
                    .tasks()
                    .fork(
                            "client",
                            () -> {
                                if (duels) {
                                    duel(gateway, number, pause);
                                } else {
                                    work(gateway, pause);
                                }
                            });
            if (random.nextInt(6) == 0) {
                simulation.crashAtStep(name, random.nextLong(1500));
            }
        }
        if (random.nextBoolean()) {
            Nemesis.start(
                    network,
                    cluster.names(),
                    simulation.surroundings("nemesis"),
                    Duration.ofSeconds(3));
        }
        groups.add("nemesis");
        groups.add(
                UndecidedWorker.start(
                        simulation, cluster, gateway("closer", 1), pause.multipliedBy(2)));
        simulation.join(groups.toArray(String[]::new));
    }

    private Gateway gateway(String name, int number) {
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                reach,
                GatewaySettings.DEFAULT);
    }

    private void work(Gateway gateway, Duration pause) {
        RandomGenerator chance = simulation.surroundings(gateway.name()).random();
        for (int i = 0; i < OPERATIONS; i++) {
            gateway.surroundings().time().sleep(Duration.ofNanos(chance.nextLong(pause.toNanos())));
            client.letArrive(gateway);
            String key = "key-" + chance.nextInt(KEYS);
            switch (chance.nextInt(16)) {
                case 0, 1 -> client.create(gateway);
                case 2, 3, 4 -> client.delete(gateway);
                case 5, 6 -> client.get(gateway, key);
                case 7, 8, 9 -> client.empty(gateway, key, chance);
                case 10, 11 -> client.list(gateway);
                case 12 -> client.find(gateway);
                default -> client.put(gateway, key, gateway.name() + "-" + i, chance);
            }
        }
    }

    /** Again and again one gateway deletes the empty bucket just when the others put or list. */
    private void duel(Gateway gateway, int number, Duration pause) {
        RandomGenerator chance = gateway.surroundings().random();
        for (int round = 0; round < DUELS; round++) {
            long begin = start + round * DUEL.toNanos();
            client.letArrive(gateway);
            if (number == 0) {
                sleepUntil(begin);
                client.create(gateway);
                client.empty(gateway, "key-0", chance);
            }
            sleepUntil(begin + DUEL.toNanos() / 2 + chance.nextLong(pause.toNanos()));
            if (number == GATEWAYS - 1) {
                client.delete(gateway);
            } else if (chance.nextInt(3) == 0) {
                client.list(gateway);
            } else {
                client.put(gateway, "key-0", gateway.name() + "-" + round, chance);
            }
        }
    }

    private void sleepUntil(long nanos) {
        long left = nanos - simulation.scenario().time().nanos();
        if (left > 0) {
            simulation.scenario().time().sleep(Duration.ofNanos(left));
        }
    }
}
