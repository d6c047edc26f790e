package io.giza.simulation.membership;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.KeyLister;
import io.giza.commit.VersionReader;
import io.giza.commit.seeding.RangeSeeding;
import io.giza.concurrent.Deadline;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.membership.JoiningCluster.Gateway;
import io.giza.testkit.fixture.Samples;
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
    private static final List<ObjectKey> KEYS =
            List.of(Samples.key("a"), Samples.key("b"), Samples.key("c"));
    private static final int OLD_GATEWAYS = 3;
    private static final int NEW_GATEWAYS = 3;
    private static final int SEEDERS = 3;
    private static final int OPERATIONS = 4;
    private static final int MOST_RUNS = 20;

    private final Simulation simulation;
    private final JoiningCluster cluster;
    private final VoteOracle oracle;
    private final RandomGenerator random;
    private final Duration pause;
    private final Map<String, Integer> ends = new TreeMap<>();

    private JoinScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new JoiningCluster(simulation, size, protocol);
        this.oracle = cluster.oracle();
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
            simulation.surroundings(name).tasks().fork("reads", () -> readAtLast(gateway));
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

    private void readAtLast(Gateway gateway) {
        for (ObjectKey key : KEYS) {
            if (!(gateway.metadata().reader().read(key, deadlineAfter(60))
                    instanceof VersionReader.Latest latest)) {
                throw new AssertionError("no answer over a healthy network");
            }
            oracle.checkKnown(key, latest.row());
            long chosen = oracle.chosen(key).size();
            check(latest.row().chosen() == chosen, latest + " at last, " + chosen + " are chosen");
        }
        list(gateway);
    }

    private void work(Gateway gateway) {
        RandomGenerator chance = gateway.surroundings().random();
        for (int i = 0; i < OPERATIONS; i++) {
            gateway.surroundings().time().sleep(upTo(chance, pause));
            ObjectKey key = KEYS.get(chance.nextInt(KEYS.size()));
            switch (chance.nextInt(8)) {
                case 0, 1 -> read(gateway, key);
                case 2 -> list(gateway);
                default -> append(gateway, key, chance);
            }
        }
    }

    private void read(Gateway gateway, ObjectKey key) {
        long askedAt = oracle.now();
        switch (gateway.metadata().reader().read(key, deadlineAfter(5))) {
            case VersionReader.Latest latest -> {
                count("read");
                oracle.checkKnown(key, latest.row());
                oracle.checkLatest(key, latest.row(), askedAt);
            }
            case VersionReader.Unavailable _ -> count("read unavailable");
        }
    }

    private void list(Gateway gateway) {
        long askedAt = oracle.now();
        Scan scan = new Scan(Samples.BUCKET, "", "", true, KEYS.size() + 1);
        if (gateway.metadata().lister().list(scan, deadlineAfter(5)) instanceof KeyLister.Rows rows
                && !rows.more()) {
            count("list");
            Map<String, Row> named = new TreeMap<>();
            rows.rows().forEach((NamedRow each) -> named.put(each.name(), each.row()));
            for (ObjectKey key : KEYS) {
                Row row = named.getOrDefault(key.name(), Row.ABSENT);
                oracle.checkKnown(key, row);
                oracle.checkLatest(key, row, askedAt);
            }
        }
    }

    private void append(Gateway gateway, ObjectKey key, RandomGenerator chance) {
        long askedAt = oracle.now();
        Row start =
                gateway.metadata()
                        .reader()
                        .nearest(key, deadlineAfter(1))
                        .map(VersionReader.Hint::row)
                        .orElse(Row.ABSENT);
        oracle.checkKnown(key, start);
        Value value =
                new Value(
                        1,
                        PutId.random(chance),
                        start.fence(),
                        OpId.random(chance),
                        new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY));
        CommitResult result =
                gateway.metadata()
                        .committer()
                        .append(key, Draft.of(value), start, null, deadlineAfter(5));
        count(result.getClass());
        switch (result) {
            case CommitResult.Committed committed -> {
                oracle.checkKnown(key, committed.row());
                VoteOracle.Chosen chosen = oracle.chosen(key).get((int) committed.version() - 1);
                check(chosen.value().isSame(value), "lost after it was acknowledged: " + value);
                check(chosen.moment() > askedAt, value + " was chosen before it was asked for");
            }
            case CommitResult.Repeated _,
                    CommitResult.Withdrawn _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _ ->
                    oracle.checkNeverChosen(key, value.id());
            case CommitResult.Unknown _ -> {}
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
