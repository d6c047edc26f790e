package io.giza.testkit.fake;

import io.giza.testkit.contract.FragmentStoreContract;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;

class SimulatedInMemoryFragmentStoreTest extends FragmentStoreContract {
    @Override
    protected void with(Scenario scenario) {
        Seeds.simulate(
                20,
                simulation ->
                        scenario.run(
                                new InMemoryFragmentStore(
                                        Samples.dc(1),
                                        simulation::yieldPoint,
                                        simulation.surroundings("store").time())));
    }
}
