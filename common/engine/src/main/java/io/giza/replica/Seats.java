package io.giza.replica;

import io.giza.membership.Occupant;
import io.giza.membership.Seat;
import io.giza.membership.StoreStartup;
import io.giza.model.DcName;

import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The places of a cluster in an epoch, as a configuration has them.
 *
 * @param cluster the cluster
 * @param epoch the epoch of the configuration
 * @param since by data center, the epoch in which its stores took the place of lost ones, 0 for the
 *     first
 * @param members who decides in the epoch
 */
public record Seats(String cluster, long epoch, SortedMap<DcName, Long> since, String members) {
    private static final int LIFE_BYTES = 16;

    public Seats {
        since = Collections.unmodifiableSortedMap(new TreeMap<>(since));
    }

    /**
     * Returns the places of a topology. Who decides is told in one text: the metadata data centers
     * in order, and of each data center that was replaced since when it is what it is.
     *
     * @param metadataDcs the data centers that hold rows
     */
    public static Seats of(String cluster, Topology topology, Collection<DcName> metadataDcs) {
        SortedMap<DcName, Long> since = new TreeMap<>();
        topology.dataCenters().forEach(dc -> since.put(dc.name(), dc.since()));
        String rows =
                new TreeSet<>(metadataDcs)
                        .stream().map(DcName::value).collect(Collectors.joining(","));
        String replaced =
                since.entrySet().stream()
                        .filter(each -> each.getValue() > 0)
                        .map(each -> ";" + each.getKey() + "@" + each.getValue())
                        .collect(Collectors.joining());
        return new Seats(cluster, topology.epoch(), since, rows + replaced);
    }

    /** Returns the place of a data center, nothing if there is none. */
    public Optional<Seat> of(DcName dc) {
        return Optional.ofNullable(since.get(dc)).map(joined -> seat(dc, joined));
    }

    private Seat seat(DcName dc, long joined) {
        return new Seat(cluster, dc, joined, epoch, members);
    }

    /**
     * Returns what the store of a data center is told when it starts.
     *
     * @param part which of its stores it is: of those of rows, only some decide
     * @param where what is opened, such as "the metadata table in /data"
     * @param initialize whether it may begin with the cluster if it is empty
     * @param accepted the epoch that it takes over though it is more than one later, 0 for none
     * @param chance draws the life of a store that is made now
     */
    public StoreStartup startup(
            DcName dc,
            Occupant.Part part,
            String where,
            boolean initialize,
            long accepted,
            RandomGenerator chance) {
        byte[] life = new byte[LIFE_BYTES];
        chance.nextBytes(life);
        return new StoreStartup(
                where,
                of(dc).orElseThrow(),
                part == Occupant.Part.FRAGMENTS || holdsRows(dc),
                initialize,
                accepted,
                HexFormat.of().formatHex(life));
    }

    private boolean holdsRows(DcName dc) {
        String rows = members.split(";", 2)[0];
        return List.of(rows.split(",", -1)).contains(dc.value());
    }
}
