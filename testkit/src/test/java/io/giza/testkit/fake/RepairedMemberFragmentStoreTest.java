package io.giza.testkit.fake;

import io.giza.paxos.Membership;
import io.giza.testkit.contract.FragmentRepairContract;
import io.giza.testkit.fixture.Samples;
import io.giza.version.FragmentAdmission;

class RepairedMemberFragmentStoreTest extends FragmentRepairContract {
    private final InMemoryFragmentStore fragments = new InMemoryFragmentStore(Samples.dc(1));
    private final MemberFragmentStore store =
            new MemberFragmentStore(
                    fragments, FragmentAdmission.PROTOCOL, Membership.UNTOLD.founded(1));

    @Override
    protected Parts parts() {
        return new Parts(store, store, store, fragments::tamper);
    }
}
