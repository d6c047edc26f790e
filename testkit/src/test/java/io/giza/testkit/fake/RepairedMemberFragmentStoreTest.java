package io.giza.testkit.fake;

import io.giza.membership.Membership;
import io.giza.testkit.contract.FragmentRepairContract;
import io.giza.testkit.fixture.Samples;
import io.giza.version.FragmentAdmission;

class RepairedMemberFragmentStoreTest extends FragmentRepairContract {
    private final InMemoryFragmentStore fragments = new InMemoryFragmentStore(Samples.dc(1));
    private final MemberFragmentStore store =
            new MemberFragmentStore(
                    fragments, FragmentAdmission.PROTOCOL, Membership.UNINITIALIZED.founded(1));

    @Override
    protected Fixture fixture() {
        return new Fixture(store, store, store, fragments::tamper);
    }
}
