package io.giza.simulation.topology;

import io.giza.model.DcName;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;

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
                .map(dc -> replaced(current, dc.name(), current.epoch() % 2 > 0))
                .orElse(current);
    }

    /**
     * Empty stores take the place of those of a data center.
     *
     * @param isElsewhere whether they listen at other endpoints
     */
    Topology replaced(Topology current, DcName dc, boolean isElsewhere) {
        DataCenter before = place(current, dc);
        DataCenter there = isElsewhere ? elsewhere(before) : before;
        return with(
                current,
                new DataCenter(
                        dc,
                        there.metadata(),
                        there.fragments(),
                        there.group(),
                        current.epoch() + 1,
                        null));
    }

    /** The stores of the data center to move listen at other endpoints from then on. */
    Topology movedOn(Topology current) {
        DataCenter before = place(current, moved);
        boolean isMoved = !before.metadata().equals(place(cluster.first(), moved).metadata());
        return isMoved ? current : movedOn(current, moved);
    }

    /** The stores of a data center listen at other endpoints from then on, if they are there. */
    Topology movedOn(Topology current, DcName dc) {
        DataCenter before = place(current, dc);
        if (!cluster.isThere(before.metadata())) {
            return current;
        }
        DataCenter after = elsewhere(before);
        cluster.listenAlso(before, after);
        return with(current, after);
    }

    /** The operator mistypes the address. */
    Topology mistyped(Topology current, DcName dc) {
        return with(current, elsewhere(place(current, dc)));
    }

    private DataCenter elsewhere(DataCenter dc) {
        return new DataCenter(
                dc.name(),
                cluster.newAddress(),
                cluster.newAddress(),
                dc.group(),
                dc.since(),
                null);
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
