package io.giza.simulation.fault;

import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;

import java.util.concurrent.TimeoutException;

/** The rows of one data center are out of reach, its fragments are not. */
public record UnreachableRows(Reach reach, DcName away) implements Reach {
    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        MetadataReplica reached = reach.metadata(from, replica);
        return replica.dc().equals(away)
                ? new ForwardingReplica(reached) {
                    @Override
                    public Answer send(Message message) throws ReplicaException {
                        throw new ReplicaException.TimedOut(away, new TimeoutException("lost"));
                    }
                }
                : reached;
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        return reach.fragments(from, store);
    }
}
