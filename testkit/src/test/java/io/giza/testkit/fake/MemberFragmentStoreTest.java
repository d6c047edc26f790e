package io.giza.testkit.fake;

import io.giza.membership.Membership;
import io.giza.testkit.contract.JoiningFragmentContract;
import io.giza.testkit.fixture.Samples;
import io.giza.version.FragmentAdmission;

class MemberFragmentStoreTest extends JoiningFragmentContract {
    @Override
    protected void withBegunStore(long epoch, Scenario scenario) throws Exception {
        MemberFragmentStore store =
                new MemberFragmentStore(
                        new InMemoryFragmentStore(Samples.dc(1)),
                        FragmentAdmission.PROTOCOL,
                        epoch == 1
                                ? Membership.UNINITIALIZED.founded(1)
                                : Membership.UNINITIALIZED);
        scenario.run(new Fixture(store, store, store));
    }
}
