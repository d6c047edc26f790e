package io.giza.simulation.consensus;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.VersionReader;
import io.giza.commit.group.CommitSettings;
import io.giza.concurrent.Deadline;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.simulation.cluster.OfferedValue;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.RestartingProcess;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TableGuard;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.fault.NetworkFaults;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Gateways append to one row and read it, all at once, over a bad network; each answer is compared
 * with what the oracle counted.
 */
public final class ConsensusScenario {
    private static final ObjectKey KEY = Samples.key("contended");
    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 5;
    private static final int MOST_TRIES = 3;

    private final Simulation simulation;
    private final Protocol protocol;
    private final SimulatedCluster cluster;
    private final VoteOracle oracle;
    private final Network network;
    private final RandomGenerator random;
    private final Duration pause;
    private final Workload workload;
    private final Map<String, Integer> ends = new TreeMap<>();

    /**
     * How gateways propose.
     *
     * @param settings of each gateway
     * @param clients how many clients of each gateway append at the same time
     */
    public record Workload(CommitSettings settings, int clients) {
        static final Workload DEFAULT = new Workload(CommitSettings.DEFAULTS, 1);
    }

    private ConsensusScenario(
            Simulation simulation, int size, Protocol protocol, Workload workload) {
        this.simulation = simulation;
        this.protocol = protocol;
        this.workload = workload;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.oracle = cluster.oracle();
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        if (!protocol.comparesChecksums()) {
            network.ignoreChecksums();
        }
        this.pause = Duration.ofMillis(new long[] {2, 60, 600}[random.nextInt(3)]);
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        return run(simulation, size, protocol, Workload.DEFAULT);
    }

    /** Runs the scenario with gateways that propose in another way. */
    public static Map<String, Integer> run(
            Simulation simulation, int size, Protocol protocol, Workload workload) {
        ConsensusScenario scenario = new ConsensusScenario(simulation, size, protocol, workload);
        scenario.runGateways();
        scenario.settle();
        return scenario.ends;
    }

    /**
     * Runs the scenario with tables whose processes lose power now and then, and whose disks do not
     * always take what is forced; one of them may get an older copy of its disk.
     */
    public static Map<String, Integer> runOnDisks(
            Simulation simulation, int size, Protocol protocol) {
        ConsensusScenario scenario =
                new ConsensusScenario(simulation, size, protocol, Workload.DEFAULT);
        RandomGenerator drawn = simulation.surroundings("power").random();
        List<RestartingProcess> processes = scenario.cluster.processes();
        processes.forEach(
                each -> each.endsAtRate(new double[] {0.01, 0.05, 0.2}[drawn.nextInt(3)]));
        List<TableGuard> guards =
                TableGuard.all(
                        simulation,
                        scenario.cluster,
                        Samples.dc(1 + drawn.nextInt(size)),
                        Reach.over(scenario.network, scenario.network));
        scenario.runGateways();
        scenario.settle();
        if (guards.stream().anyMatch(TableGuard::isRefused)) {
            scenario.ends.merge("older disk refused", 1, Integer::sum);
        }
        int restarts = processes.stream().mapToInt(RestartingProcess::restarts).sum();
        if (restarts > 0) {
            scenario.ends.merge("restarted", restarts, Integer::sum);
        }
        return scenario.ends;
    }

    private void runGateways() {
        List<String> groups = new ArrayList<>();
        RandomGenerator past = simulation.surroundings("past").random();
        if (past.nextInt(3) == 0) {
            var history = new LateResolutions(simulation, cluster, KEY, pause);
            Gateway messenger = gateway("messenger", past.nextInt(GATEWAYS));
            simulation
                    .surroundings("messenger")
                    .tasks()
                    .fork("news", () -> history.send(messenger, this::count));
            groups.add("messenger");
        }
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            Gateway gateway = gateway(name, i);
            groups.add(name);
            for (int c = 0; c < workload.clients(); c++) {
                simulation.surroundings(name).tasks().fork("client", () -> work(gateway));
            }
            if (random.nextInt(4) == 0) {
                simulation.crashAtStep(name, random.nextLong(400));
            }
        }
        switch (random.nextInt(3)) {
            case 0 ->
                    Nemesis.start(
                            network,
                            cluster.names(),
                            simulation.surroundings("nemesis"),
                            Duration.ofSeconds(3));
            case 1 -> simulation.surroundings("nemesis").tasks().fork("mutes", this::muteGateways);
            default -> {}
        }
        groups.add("nemesis");
        simulation.join(groups.toArray(String[]::new));
    }

    private void muteGateways() {
        NetworkFaults.mute(simulation, network, cluster.names(), GATEWAYS);
    }

    /** Once the network is well, every gateway agrees with the oracle. */
    private void settle() {
        network.calm();
        cluster.stopFailures();
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        for (int i = 0; i < cluster.names().size(); i++) {
            Gateway gateway = gateway("late-" + i, i);
            simulation.surroundings("late-" + i).tasks().fork("reads", () -> readAtLast(gateway));
            simulation.join("late-" + i);
        }
    }

    private void readAtLast(Gateway gateway) {
        if (!(gateway.metadata().reader().read(KEY, deadlineAfter(gateway, 60))
                instanceof VersionReader.Latest latest)) {
            throw new AssertionError("no answer over a healthy network");
        }
        Row row = latest.row();
        while (row.firstHeld() > 1) {
            Row longer = gateway.metadata().reader().withOlderPage(KEY, row).orElseThrow();
            check(longer.firstHeld() < row.firstHeld(), "no older versions than " + row);
            row = longer;
            count("longer");
        }
        oracle.checkKnown(KEY, row);
        long chosen = oracle.chosen(KEY).size();
        check(latest.row().chosen() == chosen, latest + " at last, " + chosen + " are chosen");
    }

    private Gateway gateway(String name, int number) {
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                Reach.over(network, network),
                new GatewaySettings(
                        workload.settings(),
                        GatewaySettings.DEFAULT.requests(),
                        GatewaySettings.DEFAULT.suspicion()));
    }

    private void work(Gateway gateway) {
        RandomGenerator chance = simulation.surroundings(gateway.name()).random();
        for (int i = 0; i < OPERATIONS; i++) {
            gateway.surroundings().time().sleep(Duration.ofNanos(upTo(chance, pause)));
            switch (chance.nextInt(10)) {
                case 0, 1, 2, 3 -> read(gateway);
                case 4 -> append(gateway, Value.Kind.NO_OP, chance);
                case 5 -> append(gateway, Value.Kind.MARKER, chance);
                default -> append(gateway, Value.Kind.PUT, chance);
            }
        }
    }

    private void read(Gateway gateway) {
        long askedAt = oracle.now();
        switch (gateway.metadata().reader().read(KEY, deadlineAfter(gateway, 5))) {
            case VersionReader.Latest latest -> {
                count("read");
                oracle.checkKnown(KEY, latest.row());
                oracle.checkLatest(KEY, latest.row(), askedAt);
            }
            case VersionReader.Unavailable _ -> count("read unavailable");
        }
    }

    /** Appends a record, and tries the same operation again while its outcome is unknown. */
    private void append(Gateway gateway, Value.Kind kind, RandomGenerator chance) {
        OpId op = OpId.random(chance);
        boolean conditional = chance.nextInt(4) == 0 && !protocol.offersUnknownAgain();
        Optional<PutId> offered = Optional.empty();
        long askedAt = oracle.now();
        for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
            Row start = hint(gateway);
            Value value =
                    new Value(
                            1,
                            offered.orElseGet(() -> PutId.random(chance)),
                            start.fence(),
                            offered.isPresent() ? OpId.random(chance) : op,
                            Command.of(
                                    kind,
                                    kind == Value.Kind.NO_OP ? start.fence() + 1 : 0,
                                    Bytes.EMPTY));
            CommitResult result =
                    gateway.metadata()
                            .committer()
                            .append(
                                    KEY,
                                    conditional ? after(start, value) : Draft.of(value),
                                    start,
                                    null,
                                    deadlineAfter(gateway, 5));
            checkResult(value, askedAt, result);
            if (!(result instanceof CommitResult.Unknown)) {
                return;
            }
            if (protocol.offersUnknownAgain()) {
                offered = Optional.of(value.id());
            }
        }
    }

    private static Draft after(Row start, Value value) {
        return row -> row.chosen() == start.chosen() ? Optional.of(value) : Optional.empty();
    }

    private Row hint(Gateway gateway) {
        Optional<VersionReader.Hint> hint =
                gateway.metadata().reader().nearest(KEY, deadlineAfter(gateway, 1));
        hint.ifPresent(each -> oracle.checkKnown(KEY, each.row()));
        return hint.map(VersionReader.Hint::row).orElse(Row.ABSENT);
    }

    private void checkResult(Value value, long askedAt, CommitResult result) {
        count(new OfferedValue(value, askedAt).checkResult(oracle, KEY, result));
    }

    private void count(String end) {
        ends.merge(end, 1, Integer::sum);
    }

    private static Deadline deadlineAfter(Gateway gateway, long seconds) {
        return gateway.surroundings().time().after(Duration.ofSeconds(seconds));
    }

    private static long upTo(RandomGenerator chance, Duration most) {
        return chance.nextLong(most.toNanos());
    }
}
