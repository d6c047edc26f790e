package io.giza.simulation.fault;

import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.paxos.Request;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;

import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Loses most messages that only say what was chosen: data centers vote for a record and long do not
 * know that it was decided.
 */
public record LostCommits(Reach reach, Time time, RandomGenerator random) implements Reach {
    private static final double RATE = 0.8;
    private static final Duration PATIENCE = Duration.ofMillis(5);

    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return new ForwardingReplica(reach.metadata(from, replica)) {
            @Override
            public Answer send(Message message) throws ReplicaException {
                if (message.request() instanceof Request.Commit && random.nextDouble() < RATE) {
                    time.sleep(PATIENCE);
                    throw new ReplicaException.Unreachable(dc(), new IOException("lost commit"));
                }
                return super.send(message);
            }
        };
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        return reach.fragments(from, store);
    }
}
