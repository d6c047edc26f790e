package io.giza.standalone.config;

import org.jspecify.annotations.Nullable;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What changed about a cluster's topology since it was created: the content of {@code
 * topology.json}.
 *
 * @param epoch raised by each replacement of a data center
 * @param ports the first ports of data centers that were replaced by one elsewhere, by name
 * @param since the epochs in which data centers were replaced last, by name
 */
public record LocalTopology(
        long epoch, SortedMap<String, Integer> ports, SortedMap<String, Long> since) {
    /** The topology of a cluster in which nothing was replaced. */
    public static final LocalTopology INITIAL = new LocalTopology(1, null, null);

    public LocalTopology(
            long epoch,
            @Nullable SortedMap<String, Integer> ports,
            @Nullable SortedMap<String, Long> since) {
        this.epoch = epoch;
        this.ports = ports == null ? new TreeMap<>() : new TreeMap<>(ports);
        this.since = since == null ? new TreeMap<>() : new TreeMap<>(since);
    }

    /** Returns that of a later epoch, in which a data center is replaced. */
    public LocalTopology withReplaced(String dc, long later) {
        SortedMap<String, Long> replaced = new TreeMap<>(since);
        replaced.put(dc, later);
        return new LocalTopology(later, ports, replaced);
    }

    /** Returns the epoch in which a data center was replaced last, 0 if it never was. */
    public long since(String dc) {
        return since.getOrDefault(dc, 0L);
    }

    /** Returns the same with a data center elsewhere. */
    public LocalTopology withPort(String dc, int first) {
        SortedMap<String, Integer> moved = new TreeMap<>(ports);
        moved.put(dc, first);
        return new LocalTopology(epoch, moved, since);
    }
}
