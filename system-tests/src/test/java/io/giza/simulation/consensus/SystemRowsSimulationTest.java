package io.giza.simulation.consensus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.paxos.Fold;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.check.Linearizability;
import io.giza.testkit.check.Operation;
import io.giza.testkit.check.RegisterHistory;
import io.giza.testkit.check.Verdict;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Documents and keys that several gateways change and read, whatever the network does. */
class SystemRowsSimulationTest {
    private static final ObjectKey KEY =
            ObjectKey.ofConfiguration(new BucketId(new UUID(1, 2)), "tagging");

    @ParameterizedTest
    @CsvSource({"3, 150", "5, 40"})
    void aRowIsLinearizable(int size, int seeds) {
        Seeds.simulate(seeds, simulation -> new Run(simulation, size, false).check());
    }

    @Test
    void aRowThatIsReadFromOneDataCenterIsNot() {
        assertThatThrownBy(
                        () ->
                                Seeds.simulate(
                                        1000, simulation -> new Run(simulation, 3, true).check()))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void everyChangeIsComputedFromTheOneBefore() {
        Seeds.simulate(100, simulation -> new Run(simulation, 3, false).count());
    }

    /** Three gateways and their clients. */
    private static final class Run {
        private static final int GATEWAYS = 3;
        private static final int OPERATIONS = 6;

        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Network network;
        private final boolean nearest;
        private final RegisterHistory history = new RegisterHistory();
        private final List<Integer> acknowledged = new ArrayList<>();
        private final List<Integer> unclear = new ArrayList<>();

        Run(Simulation simulation, int size, boolean nearest) {
            this.simulation = simulation;
            this.nearest = nearest;
            this.cluster = new SimulatedCluster(simulation, size, Protocol.PRODUCTION);
            this.network =
                    new Network(
                            simulation.surroundings("network"),
                            FaultPlan.draw(simulation.scenario().random()));
        }

        void check() {
            exercise(this::work);
            if (Linearizability.check(history.operations()) instanceof Verdict.Violation found) {
                throw new AssertionError(found.explanation());
            }
        }

        /** Every gateway adds one to a number, again and again: none of it may be lost. */
        void count() {
            exercise(
                    gateway -> {
                        for (int i = 0; i < OPERATIONS; i++) {
                            increment(gateway);
                        }
                    });
            network.calm();
            cluster.stopFailures();
            List<Integer> ends = new ArrayList<>();
            Gateway reader = gateway("reader", 0);
            simulation
                    .surroundings("reader")
                    .tasks()
                    .fork("reads", () -> ends.add(number(read(reader.rows()))));
            simulation.join("reader");

            assertThat(ends).hasSize(1);
            assertThat(ends.getFirst())
                    .isBetween(acknowledged.size(), acknowledged.size() + unclear.size());
        }

        private interface Work {
            void of(Gateway gateway);
        }

        private void exercise(Work work) {
            List<String> groups = new ArrayList<>();
            RandomGenerator random = simulation.scenario().random();
            for (int i = 0; i < GATEWAYS; i++) {
                String name = "gateway-" + i;
                Gateway gateway = gateway(name, i);
                groups.add(name);
                simulation.surroundings(name).tasks().fork("client", () -> work.of(gateway));
            }
            if (random.nextBoolean()) {
                Nemesis.start(
                        network,
                        cluster.names(),
                        simulation.surroundings("nemesis"),
                        Duration.ofSeconds(3));
            }
            groups.add("nemesis");
            simulation.join(groups.toArray(String[]::new));
        }

        private Gateway gateway(String name, int number) {
            return cluster.gateway(
                    name,
                    cluster.names().get(number % cluster.names().size()),
                    Reach.over(network, network),
                    GatewaySettings.DEFAULT);
        }

        private void work(Gateway gateway) {
            SystemRows rows = gateway.rows();
            RandomGenerator chance = gateway.surroundings().random();
            for (int i = 0; i < OPERATIONS; i++) {
                gateway.surroundings().time().sleep(Duration.ofMillis(chance.nextInt(50)));
                OpId op = OpId.random(chance);
                String text = gateway.name() + "-" + i;
                switch (chance.nextInt(4)) {
                    case 0 ->
                            end(
                                    history.delete(),
                                    rows.change(KEY, retryableOperation(op), Change.removal()));
                    case 1 ->
                            end(
                                    history.put(text),
                                    rows.change(KEY, retryableOperation(op), to(text)));
                    default -> read(gateway, rows);
                }
            }
        }

        private static ClientOperation retryableOperation(OpId op) {
            return new ClientOperation(op, true);
        }

        private static Change to(String text) {
            return Change.to(1, Bytes.copyOf(text.getBytes(StandardCharsets.UTF_8)));
        }

        private static void end(RegisterHistory.Call call, SystemRows.ChangeResult result) {
            switch (result) {
                case SystemRows.Changed _ -> call.acknowledged();
                case SystemRows.Unavailable failure -> {
                    if (!failure.outcomeUnknown()) {
                        call.hadNoEffect();
                    }
                }
            }
        }

        private void read(Gateway gateway, SystemRows rows) {
            RegisterHistory.Call call = history.get();
            if (nearest) {
                var deadline = gateway.surroundings().time().after(Duration.ofSeconds(5));
                gateway.metadata()
                        .reader()
                        .nearest(KEY, deadline)
                        .ifPresent(
                                hint ->
                                        found(
                                                call,
                                                Fold.newestHint(hint.row())
                                                        .map(entry -> entry.value())
                                                        .filter(
                                                                value ->
                                                                        value.kind()
                                                                                == Value.Kind
                                                                                        .PUT)));
            } else if (rows.read(KEY) instanceof SystemRows.Held held) {
                found(call, held.record());
            }
        }

        private static void found(RegisterHistory.Call call, Optional<Value> record) {
            record.ifPresentOrElse(
                    value -> call.found(text(value), Operation.UNKNOWN_VERSION),
                    call::foundNothing);
        }

        private static String text(Value value) {
            return new String(value.body().toArray(), StandardCharsets.UTF_8);
        }

        private void increment(Gateway gateway) {
            OpId op = OpId.random(gateway.surroundings().random());
            Change change = current -> to(Integer.toString(number(current) + 1)).after(current);
            switch (gateway.rows().change(KEY, retryableOperation(op), change)) {
                case SystemRows.Changed _ -> acknowledged.add(1);
                case SystemRows.Unavailable failure -> {
                    if (failure.outcomeUnknown()) {
                        unclear.add(1);
                    }
                }
            }
        }

        private static Optional<Value> read(SystemRows rows) {
            return rows.read(KEY) instanceof SystemRows.Held held
                    ? held.record()
                    : Optional.empty();
        }

        private static int number(Optional<Value> record) {
            return record.map(value -> Integer.parseInt(text(value))).orElse(0);
        }
    }
}
