package io.giza.simulation;

import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

/** Whoever is found behind an address at each call. */
record AddressedReplica(DcName dc, Address address) implements MetadataReplica {
    /** Where somebody may be. */
    @FunctionalInterface
    interface Address {
        /** Returns who answers there now. */
        MetadataReplica who() throws ReplicaException;
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        return address.who().send(message);
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        return address.who().scan(scan);
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        return address.who().order(order);
    }

    @Override
    public History history(Range range) throws ReplicaException {
        return address.who().history(range);
    }
}
