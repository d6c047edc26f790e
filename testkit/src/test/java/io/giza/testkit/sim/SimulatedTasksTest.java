package io.giza.testkit.sim;

import io.giza.testkit.contract.TasksContract;
import io.giza.testkit.fixture.Seeds;

class SimulatedTasksTest extends TasksContract {
    @Override
    protected void with(Scenario scenario) {
        Seeds.simulate(50, simulation -> scenario.run(simulation.scenario()));
    }
}
