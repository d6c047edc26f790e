package io.giza.simulation.fault;

import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;

import java.util.function.Predicate;

/**
 * Uploads to some data centers take long to end, so that their record is chosen before.
 *
 * @param slow the data centers
 * @param delay what an upload goes through before it is complete
 */
public record SlowUploads(Reach plain, Predicate<DcName> slow, Runnable delay) implements Reach {
    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return plain.metadata(from, replica);
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        FragmentStore reached = plain.fragments(from, store);
        return slow.test(store.dc()) ? new LateFragmentStore(reached, delay) : reached;
    }
}
