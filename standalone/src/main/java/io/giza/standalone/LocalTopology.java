package io.giza.standalone;

import org.jspecify.annotations.Nullable;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What changed about a cluster's topology since it was created: the content of {@code
 * topology.json}.
 *
 * @param epoch raised by each replacement of a data center
 * @param ports the first ports of data centers that were replaced by one elsewhere, by name
 */
record LocalTopology(long epoch, SortedMap<String, Integer> ports) {
    /** The topology of a cluster in which nothing was replaced. */
    static final LocalTopology FOUNDING = new LocalTopology(1, null);

    LocalTopology(long epoch, @Nullable SortedMap<String, Integer> ports) {
        this.epoch = epoch;
        this.ports = ports == null ? new TreeMap<>() : new TreeMap<>(ports);
    }

    /** Returns that of the next epoch. */
    LocalTopology next() {
        return new LocalTopology(epoch + 1, ports);
    }

    /** Returns the same with a data center elsewhere. */
    LocalTopology with(String dc, int first) {
        SortedMap<String, Integer> moved = new TreeMap<>(ports);
        moved.put(dc, first);
        return new LocalTopology(epoch, moved);
    }
}
