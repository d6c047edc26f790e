package io.giza.simulation.topology;

import io.giza.model.DcName;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;

import java.util.Objects;

/**
 * What the operators of a scenario want; a topology that has it is returned as it is.
 *
 * @param lost the data center that one has replaced
 * @param moved the data center that the other has move
 */
record TopologyChanges(MovingCluster cluster, DcName lost, DcName moved) {
    /** The lost one is replaced by an empty one, at its old address or at another. */
    Topology replaced(Topology current) {
        DataCenter before = place(current, lost);
        boolean keepsAddress = current.epoch() % 2 == 0;
        return before.since() > 0
                ? current
                : with(
                        current,
                        new DataCenter(
                                lost,
                                keepsAddress ? before.metadata() : cluster.newAddress(),
                                before.fragments(),
                                before.group(),
                                current.epoch() + 1,
                                null));
    }

    /** The table listens at another address from then on. */
    Topology movedOn(Topology current) {
        DataCenter before = place(current, moved);
        if (!before.metadata().equals(place(cluster.first(), moved).metadata())) {
            return current;
        }
        var address = cluster.newAddress();
        cluster.listenAlso(before.metadata(), address);
        return with(
                current,
                new DataCenter(moved, address, before.fragments(), before.group(), 0, null));
    }

    private static Topology with(Topology current, DataCenter changed) {
        return new Topology(
                current.epoch() + 1,
                current.dataCenters().stream()
                        .map(dc -> dc.name().equals(changed.name()) ? changed : dc)
                        .toList());
    }

    static DataCenter place(Topology topology, DcName dc) {
        return Objects.requireNonNull(topology.byName().get(dc));
    }
}
