package io.giza.simulation.level;

import static io.giza.simulation.cluster.VoteOracle.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Deadline;
import io.giza.level.DecidedLevel;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Processes that raise a level and look for it, whatever the network does. */
class LevelSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 150", "5, 40"})
    void whoStartsAfterALevelWasDecidedIsToldIt(int size, int seeds) {
        Seeds.simulate(seeds, simulation -> new Run(simulation, size, false).run());
    }

    @Test
    void whoAsksTablesInsteadOfAQuorumIsNot() {
        assertThatThrownBy(
                        () ->
                                Seeds.simulate(
                                        1000, simulation -> new Run(simulation, 3, true).run()))
                .isInstanceOf(AssertionError.class);
    }

    /** Three processes at a time, each of which is another one for each thing it does. */
    private static final class Run {
        private static final int PROCESSES = 3;
        private static final int STEPS = 6;
        private static final int HIGHEST = 5;
        private static final Duration PATIENCE = Duration.ofSeconds(2);

        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Network network;
        private final boolean isByHearsay;
        private int acknowledged = LevelRange.FIRST;
        private int heard = LevelRange.FIRST;

        Run(Simulation simulation, int size, boolean isByHearsay) {
            this.simulation = simulation;
            this.isByHearsay = isByHearsay;
            this.cluster = new SimulatedCluster(simulation, size, Protocol.PRODUCTION);
            this.network =
                    new Network(
                            simulation.surroundings("network"),
                            FaultPlan.draw(simulation.scenario().random()));
        }

        void run() {
            List<String> groups = new ArrayList<>(List.of("nemesis"));
            for (int i = 0; i < PROCESSES; i++) {
                String name = "process-" + i;
                Gateway process = process(name, i);
                groups.add(name);
                simulation.surroundings(name).tasks().fork("operator", () -> work(process));
            }
            Nemesis.start(
                    network,
                    cluster.names(),
                    simulation.surroundings("nemesis"),
                    Duration.ofSeconds(3));
            simulation.join(groups.toArray(String[]::new));
            network.calm();
            cluster.stopFailures();
            Gateway last = process("last", 0);
            simulation
                    .surroundings("last")
                    .tasks()
                    .fork("reads", () -> judge(read(last), Math.max(acknowledged, heard)));
            simulation.join("last");
        }

        private static void judge(LevelRow.ReadResult end, int least) {
            check(
                    end instanceof LevelRow.Found(DecidedLevel found) && found.level() >= least,
                    end + " in the end, after level " + least);
        }

        private Gateway process(String name, int number) {
            return cluster.gateway(
                    name,
                    cluster.names().get(number % cluster.names().size()),
                    Reach.over(network, network),
                    GatewaySettings.DEFAULT);
        }

        private void work(Gateway process) {
            RandomGenerator chance = process.surroundings().random();
            LiveLevel running = live(process);
            for (int i = 0; i < STEPS; i++) {
                process.surroundings().time().sleep(Duration.ofMillis(chance.nextInt(50)));
                switch (chance.nextInt(4)) {
                    case 0 -> raise(process, 2 + chance.nextInt(HIGHEST - 1));
                    case 1 -> hear(process);
                    case 2 -> {
                        int before = running.written();
                        running.look(deadline(process));
                        check(running.written() >= before, "a running process wrote less again");
                    }
                    default -> start(process);
                }
            }
        }

        /** A process that starts asks before it serves. */
        private void start(Gateway process) {
            int least = acknowledged;
            LiveLevel starting = live(process);
            starting.look(deadline(process));
            check(
                    !starting.isServed() || starting.written() >= least,
                    "a process serves at level " + starting.written() + " after level " + least);
        }

        private void raise(Gateway process, int level) {
            LevelRow.RaiseResult result =
                    row(process).raise(new DecidedLevel(level, "test"), deadline(process));
            if (result instanceof LevelRow.Raised(DecidedLevel decided)) {
                check(decided.level() >= level, decided + " instead of level " + level);
                acknowledged = Math.max(acknowledged, decided.level());
            }
        }

        private void hear(Gateway process) {
            if (row(process).hear(deadline(process)) instanceof LevelRow.Found(DecidedLevel it)) {
                heard = Math.max(heard, it.level());
            }
        }

        private LiveLevel live(Gateway process) {
            return new LiveLevel(
                    deadline ->
                            isByHearsay
                                    ? row(process)
                                            .hear(
                                                    process.surroundings()
                                                            .time()
                                                            .after(Duration.ZERO))
                                    : row(process).read(deadline),
                    new LevelRange(1, HIGHEST));
        }

        private LevelRow.ReadResult read(Gateway process) {
            return row(process).read(deadline(process));
        }

        private static Deadline deadline(Gateway process) {
            return process.surroundings().time().after(PATIENCE);
        }

        private static LevelRow row(Gateway process) {
            return new LevelRow(() -> process.versions().metadata());
        }
    }
}
