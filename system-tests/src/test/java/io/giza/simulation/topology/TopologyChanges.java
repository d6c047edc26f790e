package io.giza.simulation.topology;

import io.giza.model.DcName;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;

import java.net.URI;
import java.util.List;
import java.util.Objects;

/**
 * The changes that the operators of a scenario order. A topology with the change stays as it is.
 *
 * @param exchanged the data centers to replace, one after the other
 * @param moved the data center to move
 */
record TopologyChanges(MovingCluster cluster, List<DcName> exchanged, DcName moved) {
    boolean areDone(Topology current) {
        return exchanged(current).equals(current) && movedOn(current).equals(current);
    }

    /** The next data center is replaced by an empty one, at its old address or a new address. */
    Topology exchanged(Topology current) {
        return exchanged.stream()
                .map(dc -> place(current, dc))
                .filter(dc -> dc.since() == 0)
                .findFirst()
                .map(
                        dc ->
                                with(
                                        current,
                                        at(
                                                dc,
                                                current.epoch() % 2 == 0
                                                        ? dc.metadata()
                                                        : cluster.newAddress(),
                                                current.epoch() + 1)))
                .orElse(current);
    }

    /** The table listens at another address from then on. */
    Topology movedOn(Topology current) {
        DataCenter before = place(current, moved);
        boolean isMoved = !before.metadata().equals(place(cluster.first(), moved).metadata());
        if (isMoved || !cluster.isThere(before.metadata())) {
            return current;
        }
        URI address = cluster.newAddress();
        cluster.listenAlso(before.metadata(), address);
        return with(current, at(before, address, before.since()));
    }

    /** The operator mistypes the address. */
    Topology mistyped(Topology current, DcName dc) {
        DataCenter before = place(current, dc);
        return with(current, at(before, cluster.newAddress(), before.since()));
    }

    private static DataCenter at(DataCenter dc, URI metadata, long since) {
        return new DataCenter(dc.name(), metadata, dc.fragments(), dc.group(), since, null);
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
