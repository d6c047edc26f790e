package io.giza.replica;

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
        if (epoch < 1) {
            throw new IllegalArgumentException("topology epoch must be at least 1, not " + epoch);
        }
        dataCenters = List.copyOf(dataCenters);
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
     */
    public record DataCenter(DcName name, URI metadata, URI fragments, String group) {}

    /** Returns the data centers by name, in the order given. */
    public Map<DcName, DataCenter> byName() {
        Map<DcName, DataCenter> map = new LinkedHashMap<>();
        dataCenters.forEach(dc -> map.put(dc.name(), dc));
        return map;
    }
}
