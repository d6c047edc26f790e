package io.giza.simulation.consensus;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.Draft;
import io.giza.commit.Settlement;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.consensus.RemovalClient.Attempt;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Gateways put and delete a few objects while workers remove rows of which nothing is left and
 * settle attempts that may be orphans, all over a bad network and with crashes. No version that is
 * not deleted is ever lost with its row, and what was settled as an orphan is never chosen.
 */
public final class RemovalScenario {
    private static final List<ObjectKey> KEYS = List.of(Samples.key("first"), Samples.key("last"));
    private static final int GATEWAYS = 3;
    private static final int MOST_DELETIONS = 42;
    private static final int ROUNDS = 8;
    private static final int BEYOND_ALL_FENCES = 1000;

    private final Simulation simulation;
    private final Protocol protocol;
    private final SimulatedCluster cluster;
    private final VoteOracle oracle;
    private final Network network;
    private final RandomGenerator random;
    private final Duration pause;
    private final List<Attempt> attempts = new ArrayList<>();
    private final Map<String, Integer> ends = new TreeMap<>();
    private final RemovalClient.Shared shared;

    private RemovalScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.protocol = protocol;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.oracle = cluster.oracle();
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.pause = Duration.ofMillis(new long[] {5, 60, 400}[random.nextInt(3)]);
        this.shared = new RemovalClient.Shared(KEYS, oracle, attempts, ends, pause);
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        RemovalScenario scenario = new RemovalScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.checkNothingIsLost();
        scenario.comeToRest();
        scenario.checkNothingIsLost();
        return scenario.ends;
    }

    private void exercise() {
        List<String> groups = new ArrayList<>();
        EmptiedRows.begin(cluster, KEYS, simulation.surroundings("past").random());
        for (int i = 0; i < GATEWAYS; i++) {
            Gateway gateway = gateway("gateway-" + i, i);
            groups.add(start(gateway, 400, client(gateway)::work));
        }
        for (int i = 0; i < 2; i++) {
            Gateway remover = gateway("remover-" + i, i + 1);
            groups.add(start(remover, 600, () -> removeRows(remover)));
        }
        Gateway cleaner = gateway("cleaner", 2);
        groups.add(start(cleaner, 400, () -> settleAttempts(cleaner)));
        switch (random.nextInt(3)) {
            case 0 ->
                    Nemesis.start(
                            network,
                            cluster.names(),
                            simulation.surroundings("nemesis"),
                            Duration.ofSeconds(4));
            case 1 -> simulation.surroundings("nemesis").tasks().fork("long-cuts", this::cutLong);
            default -> {}
        }
        groups.add("nemesis");
        simulation.join(groups.toArray(String[]::new));
    }

    private String start(Gateway gateway, int crashWithin, Runnable work) {
        simulation.surroundings(gateway.name()).tasks().fork("client", work);
        if (random.nextInt(4) == 0) {
            simulation.crashAtStep(gateway.name(), random.nextLong(crashWithin));
        }
        return gateway.name();
    }

    /** Cuts one data center off for longer than a removal takes. */
    private void cutLong() {
        for (int i = 0; i < 3; i++) {
            simulation.scenario().time().sleep(Duration.ofMillis(random.nextLong(800)));
            DcName dc = cluster.names().get(random.nextInt(cluster.names().size()));
            network.isolate(dc, cluster.names());
            simulation.scenario().time().sleep(Duration.ofMillis(random.nextLong(6000)));
            network.heal();
        }
    }

    private Gateway gateway(String name, int number) {
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                Reach.over(network, network),
                GatewaySettings.DEFAULT);
    }

    private RemovalClient client(Gateway gateway) {
        return new RemovalClient(gateway, simulation.surroundings(gateway.name()).random(), shared);
    }

    private void removeRows(Gateway gateway) {
        RandomGenerator chance = simulation.surroundings(gateway.name()).random();
        for (int i = 0; i < ROUNDS; i++) {
            rest(gateway, chance);
            remove(gateway, KEYS.get(chance.nextInt(KEYS.size())), 10);
        }
    }

    private RowRemoval.Outcome remove(Gateway gateway, ObjectKey key, long seconds) {
        RowRemoval removal = protocol.removal(gateway.metadata(), CommitSettings.DEFAULTS);
        RowRemoval.Outcome outcome =
                removal.remove(
                        key,
                        row -> RemovalClient.left(row).isEmpty(),
                        deadlineAfter(gateway, seconds));
        switch (outcome) {
            case RowRemoval.Removed removed -> {
                count(removed.generation() == 0 ? "never there" : "removed");
                check(
                        removed.generation() == 0
                                || (oracle.rows(key).size() == cluster.names().size()
                                        && oracle.rows(key).values().stream()
                                                .allMatch(
                                                        row ->
                                                                row.generation()
                                                                        >= removed.generation())),
                        "removed, but there are " + oracle.rows(key));
            }
            case RowRemoval.InUse inUse -> {
                count("in use");
                check(!RemovalClient.left(inUse.row()).isEmpty(), "not in use: " + inUse.row());
            }
            case RowRemoval.Incomplete _ -> count("incomplete");
        }
        return outcome;
    }

    private void settleAttempts(Gateway gateway) {
        RandomGenerator chance = simulation.surroundings(gateway.name()).random();
        Settlement settlement = protocol.settlement(gateway.metadata());
        for (int i = 0; i < ROUNDS; i++) {
            rest(gateway, chance);
            if (attempts.isEmpty()) {
                continue;
            }
            // Mostly one that is under way: those are dangerous.
            int recent = Math.min(attempts.size(), 1 + chance.nextInt(4));
            Attempt attempt = attempts.get(attempts.size() - recent);
            switch (settlement.settle(
                    attempt.key(), attempt.id(), attempt.base(), deadlineAfter(gateway, 10))) {
                case Settlement.Settled _ -> {
                    count("settled");
                    checkOrphan(attempt);
                }
                case Settlement.Referenced referenced -> {
                    count("referenced");
                    oracle.checkKnown(attempt.key(), referenced.row());
                    Entry entry = referenced.row().entry(referenced.version()).orElseThrow();
                    check(entry.value().id().equals(attempt.id()), "refers to " + entry);
                }
                case Settlement.Unsettled _ -> count("unsettled");
            }
        }
    }

    /** I8: its fragments may be deleted now. */
    private void checkOrphan(Attempt attempt) {
        for (long generation : oracle.generations(attempt.key())) {
            boolean here =
                    oracle.chosen(attempt.key(), generation).stream()
                            .anyMatch(each -> each.value().id().equals(attempt.id()));
            if (here) {
                check(
                        oracle.isEnded(attempt.key(), generation),
                        "I8: settled as an orphan, but in use: " + attempt);
                return;
            }
        }
        oracle.checkNeverChosen(attempt.key(), attempt.id());
    }

    /** With a network that is well everything can be deleted, removed and put again. */
    private void comeToRest() {
        network.calm();
        cluster.stopFailures();
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        Gateway late = gateway("late", 0);
        simulation.surroundings("late").tasks().fork("client", () -> clear(late));
        simulation.join("late");
    }

    private void clear(Gateway gateway) {
        RemovalClient client = client(gateway);
        for (ObjectKey key : KEYS) {
            RowRemoval.Removed outcome = emptied(gateway, client, key);
            long generation = outcome.generation();
            // The put may finish a no-op that somebody left undecided, whose fence is below this.
            Value value = client.record(Value.Kind.PUT, generation + BEYOND_ALL_FENCES, 0);
            Row stub = generation == 0 ? Row.ABSENT : Row.empty(1, generation);
            client.append(key, value, Draft.of(value), stub);
            check(
                    oracle.chosen(key, generation).getLast().value().isSame(value),
                    "the first put after a removal is not chosen: " + value);
            client.read(key);
        }
    }

    private RowRemoval.Removed emptied(Gateway gateway, RemovalClient client, ObjectKey key) {
        for (int turn = 0; turn < GATEWAYS + 1; turn++) {
            for (int i = 0; i < MOST_DELETIONS; i++) {
                client.deleteNewest(key);
            }
            switch (remove(gateway, key, 60)) {
                case RowRemoval.Removed removed -> {
                    return removed;
                }
                case RowRemoval.Incomplete incomplete -> throw new AssertionError(incomplete);
                // The removal finished a put that somebody had left undecided.
                case RowRemoval.InUse _ -> {}
            }
        }
        throw new AssertionError(key + " is in use for ever");
    }

    private void checkNothingIsLost() {
        for (ObjectKey key : KEYS) {
            for (long generation : oracle.generations(key)) {
                List<Value> log =
                        oracle.chosen(key, generation).stream()
                                .map(VoteOracle.Chosen::value)
                                .toList();
                Row row = Row.empty(0, generation);
                for (Value value : log) {
                    row = row.append(value);
                }
                check(
                        !oracle.isEnded(key, generation) || RemovalClient.left(row).isEmpty(),
                        "lost with its row: " + row);
            }
        }
    }

    private void rest(Gateway gateway, RandomGenerator chance) {
        gateway.surroundings().time().sleep(Duration.ofNanos(chance.nextLong(pause.toNanos())));
    }

    private void count(String end) {
        shared.count(end);
    }

    private static Deadline deadlineAfter(Gateway gateway, long seconds) {
        return gateway.surroundings().time().after(Duration.ofSeconds(seconds));
    }
}
