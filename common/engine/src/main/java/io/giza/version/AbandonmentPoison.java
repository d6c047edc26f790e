package io.giza.version;

import io.giza.erasure.ErasureCode;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.paxos.Entry;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.stripe.FragmentState;
import io.giza.stripe.PutSpec;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.repair.FragmentPoisoner;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Poisons the fragments of a put that may have to be given up, so that its owner is refused. */
final class AbandonmentPoison {
    private final VersionAccess access;
    private final FragmentPoisoner poisoner;
    private final Map<DcName, FragmentRepair> repairs;

    /**
     * Runs over one cluster.
     *
     * @param repairs the stores that took the place of lost ones, if a recovery gives the put up
     */
    AbandonmentPoison(VersionAccess access, Map<DcName, FragmentRepair> repairs) {
        this.access = access;
        this.poisoner = new FragmentPoisoner(access.surroundings(), access.format());
        this.repairs = Map.copyOf(repairs);
    }

    /**
     * The fragments of a put after poison.
     *
     * @param isLost whether it may have been visible before a store was lost
     */
    record Poisoned(List<FragmentState> states, boolean isLost) {}

    /**
     * Poisons the names that are free, and those that a lost store may have had where all that is
     * left would not decode without them.
     *
     * @param found the fragments as they were seen
     */
    Poisoned poison(
            VersionFragments target,
            Entry entry,
            Manifest.Fragmented data,
            List<FragmentState> found) {
        List<FragmentState> states = poison(target, entry, found, access.rules().toPoison(found));
        boolean isLost =
                !repairs.isEmpty()
                        && !access.rules().mayAbandon(data, states)
                        && access.rules().isLostWithItsStore(ErasureCode.of(data.coding()), states);
        return new Poisoned(isLost ? poisonForgotten(target, entry, states) : states, isLost);
    }

    /**
     * What is forgotten is poisoned as a recovery, in the stores that took the place of lost ones.
     */
    private List<FragmentState> poisonForgotten(
            VersionFragments target, Entry entry, List<FragmentState> states) {
        long epoch = access.metadata().group().epoch();
        Set<Integer> indices = new HashSet<>();
        List<FragmentStore> stores = new ArrayList<>(target.stores());
        for (int i = 0; i < states.size(); i++) {
            FragmentRepair repair = repairs.get(stores.get(i).dc());
            if (states.get(i) == FragmentState.FORGOTTEN && repair != null) {
                indices.add(i);
                stores.set(i, repair.rebuilding(epoch));
            }
        }
        return poison(target.withStores(stores), entry, states, indices);
    }

    private List<FragmentState> poison(
            VersionFragments target,
            Entry entry,
            List<FragmentState> states,
            Set<Integer> indices) {
        return poisoner.poison(
                target,
                new PutSpec.Stamp(
                        target.account(), entry.value().base(), access.metadata().group().epoch()),
                states,
                indices,
                access.after(access.timeouts().probe()));
    }
}
