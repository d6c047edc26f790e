package io.giza.simulation.membership;

import io.giza.commit.seeding.RangeSeeding;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.membership.JoiningCluster.Gateway;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A data center is lost for ever while gateways contend for a few rows; an empty table takes its
 * place in the next epoch and is seeded, by processes that crash; gateways change over one by one,
 * and the lost table may come back to those that have not. What the lost table voted stays cast.
 */
public final class JoinScenario {
    private static final int OLD_GATEWAYS = 3;
    private static final int NEW_GATEWAYS = 3;
    private static final int SEEDERS = 3;
    private static final int OPERATIONS = 4;
    private static final int MOST_RUNS = 20;

    private final Simulation simulation;
    private final JoiningCluster cluster;
    private final RowClient client;
    private final RandomGenerator random;
    private final Duration pause;
    private final Map<String, Integer> ends = new TreeMap<>();

    private JoinScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new JoiningCluster(simulation, size, protocol);
        this.client = new RowClient(simulation, cluster.oracle(), ends);
        this.random = simulation.scenario().random();
        this.pause = Duration.ofMillis(new long[] {5, 60, 600}[random.nextInt(3)]);
    }

    /** Runs the scenario and returns how often what ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        JoinScenario scenario = new JoinScenario(simulation, size, protocol);
        scenario.runGateways();
        scenario.settle();
        return scenario.ends;
    }

    private void runGateways() {
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < OLD_GATEWAYS; i++) {
            groups.add(client("old-" + i, JoiningCluster.BEFORE));
        }
        sleep(pause);
        boolean declaredOnly = random.nextInt(3) == 0;
        if (!declaredOnly) {
            cluster.lose();
        }
        sleep(pause);
        cluster.replace();
        for (int i = 0; i < Math.max(SEEDERS, NEW_GATEWAYS); i++) {
            groups.add(seeder("seeder-" + i));
            groups.add(client("new-" + i, JoiningCluster.AFTER));
            sleep(pause);
        }
        if (random.nextBoolean()) {
            cluster.resurrect();
        }
        simulation.join(groups.toArray(String[]::new));
    }

    private String client(String name, long epoch) {
        Gateway gateway = cluster.gateway(name, home(), epoch);
        simulation.surroundings(name).tasks().fork("client", () -> work(gateway));
        if (random.nextInt(5) == 0) {
            simulation.crashAtStep(name, random.nextLong(400));
        }
        return name;
    }

    private String seeder(String name) {
        RangeSeeding seeding = cluster.seeding(name, home());
        simulation
                .surroundings(name)
                .tasks()
                .fork(
                        "seeds",
                        () ->
                                count(
                                        seeding.run(seeding.start(), _ -> true, deadlineAfter(20))
                                                .getClass()));
        if (random.nextInt(2) == 0) {
            simulation.crashAtStep(name, random.nextLong(600));
        }
        return name;
    }

    private DcName home() {
        return cluster.names().get(random.nextInt(cluster.names().size()));
    }

    /** Once the network is well, seeding ends, and every quorum knows what is chosen. */
    private void settle() {
        cluster.calm();
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        simulation.surroundings("last").tasks().fork("seeds", this::seedAtLast);
        simulation.join("last");
        for (int i = 0; i < cluster.names().size(); i++) {
            DcName down = cluster.names().get(i);
            cluster.network().heal();
            if (!down.equals(cluster.lost())) {
                cluster.network().takeDown(down, cluster.names());
            }
            String name = "late-" + i;
            Gateway gateway = cluster.gateway(name, cluster.lost(), JoiningCluster.AFTER);
            simulation
                    .surroundings(name)
                    .tasks()
                    .fork("reads", () -> client.readAtLast(gateway.metadata()));
            simulation.join(name);
        }
    }

    private void seedAtLast() {
        RangeSeeding seeding = cluster.seeding("last", cluster.names().getFirst());
        RangeSeeding.Progress progress = seeding.start();
        for (int i = 0; i < MOST_RUNS; i++) {
            switch (seeding.run(progress, _ -> true, deadlineAfter(60))) {
                case RangeSeeding.Activated _ -> {
                    return;
                }
                case RangeSeeding.Paused paused -> progress = paused.progress();
                case RangeSeeding.Rejected rejected -> throw new AssertionError(rejected);
            }
        }
        throw new AssertionError("seeding does not end over a healthy network");
    }

    private void work(Gateway gateway) {
        RandomGenerator chance = gateway.surroundings().random();
        for (int i = 0; i < OPERATIONS; i++) {
            gateway.surroundings().time().sleep(upTo(chance, pause));
            client.act(gateway.metadata(), chance);
        }
    }

    private void sleep(Duration most) {
        simulation.scenario().time().sleep(upTo(random, most));
    }

    private void count(Class<?> end) {
        count(end.getSimpleName());
    }

    private void count(String end) {
        ends.merge(end, 1, Integer::sum);
    }

    /** All clocks run alike; they differ in what time they show. */
    private Deadline deadlineAfter(long seconds) {
        return simulation.scenario().time().after(Duration.ofSeconds(seconds));
    }

    private static Duration upTo(RandomGenerator chance, Duration most) {
        return Duration.ofNanos(chance.nextLong(most.toNanos()));
    }
}
