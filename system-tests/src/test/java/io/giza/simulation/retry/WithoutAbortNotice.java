package io.giza.simulation.retry;

import io.giza.model.DcName;
import io.giza.paxos.Entry;
import io.giza.paxos.Request;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;

import java.util.concurrent.TimeoutException;

/** One data center is never told that a version can never become visible. */
record WithoutAbortNotice(Reach plain, DcName unnotified) implements Reach {
    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        MetadataReplica reached = plain.metadata(from, replica);
        return replica.dc().equals(unnotified)
                ? new ForwardingReplica(reached) {
                    @Override
                    public Answer send(Message message) throws ReplicaException {
                        if (isAbortNotice(message.request())) {
                            throw new ReplicaException.TimedOut(
                                    unnotified, new TimeoutException("lost"));
                        }
                        return super.send(message);
                    }
                }
                : reached;
    }

    private static boolean isAbortNotice(Request request) {
        return request instanceof Request.Commit commit
                && commit.tail().stream()
                        .anyMatch(each -> each.resolution() == Entry.Resolution.ABORTED);
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        return plain.fragments(from, store);
    }
}
