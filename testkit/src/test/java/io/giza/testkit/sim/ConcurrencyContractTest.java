package io.giza.testkit.sim;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.testkit.contract.InboxContract;
import io.giza.testkit.contract.TasksContract;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Nested;

import java.util.SplittableRandom;

/** The simulator keeps the promises of virtual threads, and virtual threads their own. */
class ConcurrencyContractTest {
    private static final int SEEDS = 50;

    @Nested
    class SimulatedTasksTest extends TasksContract {
        @Override
        protected void with(Scenario scenario) {
            Seeds.simulate(SEEDS, simulation -> scenario.run(simulation.scenario()));
        }
    }

    @Nested
    class SimulatedInboxTest extends InboxContract {
        @Override
        protected void with(Scenario scenario) {
            Seeds.simulate(SEEDS, simulation -> scenario.run(simulation.scenario()));
        }
    }

    @Nested
    class VirtualThreadsTasksTest extends TasksContract {
        @Override
        protected void with(Scenario scenario) {
            scenario.run(realSurroundings());
        }
    }

    @Nested
    class VirtualThreadsInboxTest extends InboxContract {
        @Override
        protected void with(Scenario scenario) {
            scenario.run(realSurroundings());
        }
    }

    private static Surroundings realSurroundings() {
        VirtualThreads threads = new VirtualThreads();
        return new Surroundings(threads, threads, new SplittableRandom(1));
    }
}
