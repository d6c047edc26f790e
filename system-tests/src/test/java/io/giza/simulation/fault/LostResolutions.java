package io.giza.simulation.fault;

import io.giza.model.DcName;
import io.giza.paxos.Entry;
import io.giza.paxos.Request;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;

import java.io.IOException;

/**
 * Loses every message that only says what became of a version's data, as if each gateway crashed
 * just before it sent them: readers have to find out by looking at fragments.
 */
public record LostResolutions(Reach reach) implements Reach {
    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return new ForwardingReplica(reach.metadata(from, replica)) {
            @Override
            public Answer send(Message message) throws ReplicaException {
                if (message.request() instanceof Request.Commit commit
                        && commit.tail().stream().anyMatch(LostResolutions::isResolved)) {
                    throw new ReplicaException.Unreachable(dc(), new IOException("lost news"));
                }
                return super.send(message);
            }
        };
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        return reach.fragments(from, store);
    }

    private static boolean isResolved(Entry entry) {
        return entry.resolution() != Entry.Resolution.UNRESOLVED;
    }
}
