package io.giza.testkit.fault;

import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

/** A replica of metadata behind a network with faults. */
public final class FaultyMetadataReplica implements MetadataReplica {
    private final MetadataReplica replica;
    private final FaultyLink link;

    public FaultyMetadataReplica(MetadataReplica replica, FaultyLink link) {
        this.replica = replica;
        this.link = link;
    }

    @Override
    public DcName dc() {
        return replica.dc();
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        String what = message.request().getClass().getSimpleName();
        return link.call(what + " " + message.key().name(), () -> replica.send(message));
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        return link.call("Scan " + scan.prefix(), () -> replica.scan(scan));
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        return link.call(order.getClass().getSimpleName(), () -> replica.order(order));
    }

    @Override
    public History history(Range range) throws ReplicaException {
        return link.call("History " + range.key().name(), () -> replica.history(range));
    }
}
