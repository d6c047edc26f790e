package io.giza.testkit.fake;

import io.giza.paxos.Membership;
import io.giza.testkit.contract.JoiningFragmentContract;
import io.giza.testkit.fixture.Samples;
import io.giza.version.FragmentAdmission;

class MemberFragmentStoreTest extends JoiningFragmentContract {
    @Override
    protected void begun(long epoch, Scenario scenario) throws Exception {
        MemberFragmentStore store =
                new MemberFragmentStore(
                        new InMemoryFragmentStore(Samples.dc(1)),
                        FragmentAdmission.PROTOCOL,
                        epoch == 1 ? Membership.UNTOLD.founded(1) : Membership.UNTOLD);
        scenario.run(new Parts(store, store, store));
    }
}
