package io.giza.testkit.fake;

import io.giza.testkit.contract.JoiningFragmentContract;
import io.giza.testkit.fixture.Samples;
import io.giza.version.FragmentAdmission;

class MemberFragmentStoreTest extends JoiningFragmentContract {
    @Override
    protected void with(long epoch, Scenario scenario) throws Exception {
        MemberFragmentStore store =
                new MemberFragmentStore(
                        new InMemoryFragmentStore(Samples.dc(1)),
                        FragmentAdmission.PROTOCOL,
                        epoch);
        scenario.run(new Parts(store, store, store));
    }
}
