package io.giza.simulation.fault;

import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;

import java.util.function.UnaryOperator;

/**
 * Reaches replicas of metadata that do otherwise, and fragments as ever.
 *
 * @param reach how everything is reached
 * @param change what becomes of a replica that is reached so
 */
public record ChangedReplicas(Reach reach, UnaryOperator<MetadataReplica> change) implements Reach {
    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return change.apply(reach.metadata(from, replica));
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        return reach.fragments(from, store);
    }
}
