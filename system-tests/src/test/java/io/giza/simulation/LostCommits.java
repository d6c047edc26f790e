package io.giza.simulation;

import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.paxos.Request;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.simulation.SimulatedCluster.Reach;

import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Loses most messages that only say what was chosen: data centers vote for a record and long do not
 * know that it was decided.
 */
record LostCommits(Reach reach, Time time, RandomGenerator random) implements Reach {
    private static final double RATE = 0.8;
    private static final Duration PATIENCE = Duration.ofMillis(5);

    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        MetadataReplica reached = reach.metadata(from, replica);
        return new MetadataReplica() {
            @Override
            public DcName dc() {
                return reached.dc();
            }

            @Override
            public Answer send(Message message) throws ReplicaException {
                if (message.request() instanceof Request.Commit && random.nextDouble() < RATE) {
                    time.sleep(PATIENCE);
                    throw new ReplicaException.Unreachable(dc(), new IOException("lost commit"));
                }
                return reached.send(message);
            }

            @Override
            public TableReport order(TableOrder order) throws ReplicaException {
                return reached.order(order);
            }

            @Override
            public RowPage scan(Scan scan) throws ReplicaException {
                return reached.scan(scan);
            }

            @Override
            public History history(Range range) throws ReplicaException {
                return reached.history(range);
            }
        };
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        return reach.fragments(from, store);
    }
}
