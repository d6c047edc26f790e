package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.EventTrace;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.util.function.Consumer;

/** A seed is worth nothing unless it repeats its run: all events, in order, at their times. */
class ReplayTest {
    private static final int TIMES = 100;

    @Test
    void seedRepeatsItsRunOfConsensus() {
        replay(simulation -> ConsensusScenario.run(simulation, 3, Protocol.PRODUCTION));
    }

    @Test
    void seedRepeatsItsRunOfObjects() {
        replay(simulation -> ObjectScenario.run(simulation, 3, Protocol.PRODUCTION));
    }

    @Test
    void seedRepeatsItsRunOfBuckets() {
        replay(simulation -> BucketScenario.run(simulation, 3, Protocol.PRODUCTION));
    }

    @Test
    void seedRepeatsItsRunOfRemovals() {
        replay(simulation -> RemovalScenario.run(simulation, 3, Protocol.PRODUCTION));
    }

    private static void replay(Consumer<Simulation> scenario) {
        long seed = Seeds.first(1).findFirst().orElseThrow();
        EventTrace first = Simulation.run(seed, scenario::accept);
        for (int i = 1; i < TIMES; i++) {
            EventTrace again = Simulation.run(seed, scenario::accept);
            assertThat(again.text()).as("seed %d, run %d", seed, i).isEqualTo(first.text());
            assertThat(again.count()).isEqualTo(first.count());
            assertThat(again.hash()).isEqualTo(first.hash());
        }
    }
}
