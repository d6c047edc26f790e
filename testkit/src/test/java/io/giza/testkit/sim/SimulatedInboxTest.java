package io.giza.testkit.sim;

import io.giza.testkit.contract.InboxContract;
import io.giza.testkit.fixture.Seeds;

class SimulatedInboxTest extends InboxContract {
    @Override
    protected void with(Scenario scenario) {
        Seeds.simulate(50, simulation -> scenario.run(simulation.scenario()));
    }
}
