package io.giza.simulation.fault;

import io.giza.model.DcName;
import io.giza.paxos.Entry;
import io.giza.paxos.Request;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;

import java.util.List;

/**
 * Takes out of every message what became of the data of versions, as if each gateway crashed before
 * it knew: readers have to find out by looking at fragments.
 */
public record LostResolutions(Reach reach) implements Reach {
    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return new ForwardingReplica(reach.metadata(from, replica)) {
            @Override
            public Answer send(Message message) throws ReplicaException {
                return super.send(
                        message.request() instanceof Request.Commit commit
                                ? new Message(message.key(), unresolved(commit), message.witness())
                                : message);
            }
        };
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        return reach.fragments(from, store);
    }

    private static Request.Commit unresolved(Request.Commit commit) {
        List<Entry> tail =
                commit.tail().stream()
                        .map(entry -> Entry.learned(entry.version(), entry.value()))
                        .toList();
        return new Request.Commit(commit.epoch(), commit.generation(), tail);
    }
}
