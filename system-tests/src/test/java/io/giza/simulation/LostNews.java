package io.giza.simulation;

import io.giza.model.DcName;
import io.giza.paxos.Entry;
import io.giza.paxos.Request;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.simulation.SimulatedCluster.Reach;

import java.io.IOException;

/**
 * Loses every message that only says what became of a version's data, as if each gateway crashed
 * just before it sent them: readers have to find out by looking at fragments.
 */
record LostNews(Reach reach) implements Reach {
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
                if (message.request() instanceof Request.Commit commit
                        && commit.tail().stream().anyMatch(LostNews::isResolved)) {
                    throw new ReplicaException.Unreachable(dc(), new IOException("lost news"));
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

    private static boolean isResolved(Entry entry) {
        return entry.resolution() != Entry.Resolution.UNRESOLVED;
    }
}
