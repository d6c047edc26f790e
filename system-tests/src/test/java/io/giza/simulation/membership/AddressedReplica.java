package io.giza.simulation.membership;

import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

import java.time.Instant;

/** Whoever is found behind an address at each call. */
public record AddressedReplica(DcName dc, Address address) implements MetadataReplica {
    /** Where somebody may be. */
    @FunctionalInterface
    public interface Address {
        /** Returns who answers there now. */
        MetadataReplica currentReplica() throws ReplicaException;
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        return address.currentReplica().send(message);
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        return address.currentReplica().scan(scan);
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        return address.currentReplica().order(order);
    }

    @Override
    public History history(Range range) throws ReplicaException {
        return address.currentReplica().history(range);
    }

    @Override
    public Instant clock() throws ReplicaException {
        return address.currentReplica().clock();
    }
}
