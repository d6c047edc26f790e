package io.giza.simulation.membership;

import io.giza.membership.Seat;
import io.giza.model.DcName;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The places of a cluster whose data centers are replaced one after the other. */
final class ClusterSeats {
    private final List<DcName> names;
    private final Map<DcName, Long> replacedInEpoch = new TreeMap<>();
    private long epoch = 1;

    ClusterSeats(List<DcName> names) {
        this.names = List.copyOf(names);
        names.forEach(dc -> replacedInEpoch.put(dc, 0L));
    }

    long epoch() {
        return epoch;
    }

    /** Begins the next epoch, in which a data center is replaced. */
    void replace(DcName dc) {
        epoch++;
        replacedInEpoch.put(dc, epoch);
    }

    String members() {
        return names.stream().map(DcName::value).collect(Collectors.joining(","))
                + replacedInEpoch.entrySet().stream()
                        .filter(each -> each.getValue() > 0)
                        .map(each -> ";" + each.getKey() + "@" + each.getValue())
                        .collect(Collectors.joining());
    }

    Seat seat(DcName dc) {
        return new Seat(
                "giza", dc, Objects.requireNonNull(replacedInEpoch.get(dc)), epoch, members());
    }
}
