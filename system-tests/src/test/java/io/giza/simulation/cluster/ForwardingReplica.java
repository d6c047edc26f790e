package io.giza.simulation.cluster;

import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

import java.time.Instant;

/** A replica that passes everything on. */
public class ForwardingReplica implements MetadataReplica {
    public final MetadataReplica replica;

    public ForwardingReplica(MetadataReplica replica) {
        this.replica = replica;
    }

    @Override
    public DcName dc() {
        return replica.dc();
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        return replica.send(message);
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        return replica.scan(scan);
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        return replica.order(order);
    }

    @Override
    public Instant clock() throws ReplicaException {
        return replica.clock();
    }

    @Override
    public History history(Range range) throws ReplicaException {
        return replica.history(range);
    }
}
