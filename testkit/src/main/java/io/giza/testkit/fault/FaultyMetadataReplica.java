package io.giza.testkit.fault;

import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

import java.time.Instant;

/**
 * A replica of metadata behind a network with faults. Some of the requests and their answers cross
 * it as the bytes that they are in production.
 */
public final class FaultyMetadataReplica implements MetadataReplica {
    private final MetadataReplica replica;
    private final MetadataReplica encoded;
    private final FaultyLink link;

    public FaultyMetadataReplica(MetadataReplica replica, FaultyLink link) {
        this.replica = replica;
        this.encoded = link.encoded(replica);
        this.link = link;
    }

    @Override
    public DcName dc() {
        return replica.dc();
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        String what = message.request().getClass().getSimpleName();
        MetadataReplica remote = remote();
        return link.call(what + " " + message.key().name(), () -> remote.send(message));
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        MetadataReplica remote = remote();
        return link.call("Scan " + scan.prefix(), () -> remote.scan(scan));
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        MetadataReplica remote = remote();
        return link.call(order.getClass().getSimpleName(), () -> remote.order(order));
    }

    @Override
    public Instant clock() throws ReplicaException {
        return link.call("Clock", replica::clock);
    }

    @Override
    public History history(Range range) throws ReplicaException {
        MetadataReplica remote = remote();
        return link.call("History " + range.key().name(), () -> remote.history(range));
    }

    private MetadataReplica remote() {
        return link.drawsBytes() ? encoded : replica;
    }
}
