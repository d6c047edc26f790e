package io.giza.replica;

import io.giza.membership.Membership;
import io.giza.model.DcName;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The map from logical data centers to the endpoints of their services.
 *
 * @param epoch rises with every change; a message of a lower epoch is refused
 * @param dataCenters the data centers, each name once
 */
public record Topology(long epoch, List<DataCenter> dataCenters) {
    public Topology {
        if (epoch < 1 || epoch > Membership.LAST_EPOCH) {
            throw new IllegalArgumentException(
                    "giza.topology.epoch must be 1 to " + Membership.LAST_EPOCH + ", not " + epoch);
        }
        dataCenters = List.copyOf(dataCenters);
        for (DataCenter dc : dataCenters) {
            if (dc.since < 0 || dc.since > epoch) {
                throw new IllegalArgumentException(
                        "giza.topology.data-centers "
                                + dc.name
                                + ": since is "
                                + dc.since
                                + ": set it to the epoch in which it was last replaced, at most "
                                + epoch
                                + ", or leave it out");
            }
        }
        long names = dataCenters.stream().map(DataCenter::name).distinct().count();
        if (dataCenters.isEmpty() || names != dataCenters.size()) {
            throw new IllegalArgumentException("topology must name each data center once");
        }
    }

    /**
     * One logical data center.
     *
     * @param name its logical name
     * @param metadata the endpoint of its metadata-service
     * @param fragments the endpoint of its fragment-service
     * @param group what it shares a continent with; single repairs stay inside a group
     * @param since the epoch in which its stores took the place of lost ones, 0 for the first
     */
    public record DataCenter(DcName name, URI metadata, URI fragments, String group, long since) {
        /** One that was never replaced. */
        public DataCenter(DcName name, URI metadata, URI fragments, String group) {
            this(name, metadata, fragments, group, 0);
        }
    }

    /** Returns the data centers by name, in the order given. */
    public Map<DcName, DataCenter> byName() {
        Map<DcName, DataCenter> map = new LinkedHashMap<>();
        dataCenters.forEach(dc -> map.put(dc.name(), dc));
        return map;
    }
}
