package io.giza.config;

import static io.giza.config.Keys.require;

import io.giza.model.DcName;
import io.giza.replica.Topology;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The key {@code giza.topology}: which logical data centers there are and where their services
 * listen. The same text is given to every process of the cluster.
 *
 * @param epoch rises by one with every change of the map, at least 1
 * @param dataCenters each logical data center once
 */
public record TopologyConfiguration(long epoch, List<DataCenterConfiguration> dataCenters) {
    private static final String KEY = "giza.topology.data-centers";

    /** A host name, an IPv4 address or an IPv6 address in brackets; always a port. */
    private static final Pattern ENDPOINT =
            Pattern.compile("https?://([A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}]):\\d{1,5}");

    public TopologyConfiguration {
        if (epoch < 1) {
            throw new IllegalArgumentException(
                    "giza.topology.epoch is "
                            + epoch
                            + ": set it to 1 and raise it by one with every change of the map");
        }
        dataCenters =
                List.copyOf(require(KEY, dataCenters, "a list of {name, metadata, fragments}"));
        if (dataCenters.isEmpty()) {
            throw new IllegalArgumentException(KEY + " is empty: list at least one data center");
        }
        refuseDuplicates(dataCenters);
    }

    /**
     * One logical data center.
     *
     * @param name its logical name
     * @param metadata the endpoint of its metadata-service, {@code http://host:port}
     * @param fragments the endpoint of its fragment-service, {@code http://host:port}
     * @param group what it shares a continent with; {@code local} when left out
     * @param since the epoch in which an empty one last took its place, 0 when left out
     * @param gateway the endpoint of its gateways for those of other data centers, which ask it for
     *     operators; left out, they cannot tell of it
     */
    public record DataCenterConfiguration(
            DcName name,
            String metadata,
            String fragments,
            @Nullable String group,
            long since,
            @Nullable String gateway) {
        public DataCenterConfiguration {
            require(KEY + "[].name", name, "a logical name such as dc1");
            endpoint(KEY + " " + name + ": metadata", metadata);
            endpoint(KEY + " " + name + ": fragments", fragments);
            if (gateway != null) {
                endpoint(KEY + " " + name + ": gateway", gateway);
            }
        }

        Topology.DataCenter toDataCenter() {
            return new Topology.DataCenter(
                    name,
                    URI.create(metadata),
                    URI.create(fragments),
                    group == null || group.isBlank() ? "local" : group.strip(),
                    since,
                    gateway == null ? null : URI.create(gateway));
        }

        private static DataCenterConfiguration of(Topology.DataCenter dc) {
            return new DataCenterConfiguration(
                    dc.name(),
                    dc.metadata().toString(),
                    dc.fragments().toString(),
                    dc.group(),
                    dc.since(),
                    dc.gateway() == null ? null : dc.gateway().toString());
        }

        private static void endpoint(String key, @Nullable String text) {
            String given = require(key, text, "http://host:port");
            if (!ENDPOINT.matcher(given).matches() || port(given) > 65_535) {
                throw new IllegalArgumentException(
                        key
                                + " is '"
                                + given
                                + "': write http://host:port or https://host:port, without path");
            }
        }

        private static int port(String endpoint) {
            return Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
        }
    }

    /** Returns the map as the ports use it. */
    public Topology toTopology() {
        return new Topology(
                epoch, dataCenters.stream().map(DataCenterConfiguration::toDataCenter).toList());
    }

    /** Returns what is written of a topology. */
    public static TopologyConfiguration of(Topology topology) {
        return new TopologyConfiguration(
                topology.epoch(),
                topology.dataCenters().stream().map(DataCenterConfiguration::of).toList());
    }

    /** Two data centers behind one endpoint would count one disk twice in every quorum. */
    private static void refuseDuplicates(List<DataCenterConfiguration> dataCenters) {
        Set<DcName> names = new HashSet<>();
        Map<String, String> owners = new HashMap<>();
        for (DataCenterConfiguration dc : dataCenters) {
            if (!names.add(dc.name())) {
                throw new IllegalArgumentException(
                        KEY + " names " + dc.name() + " twice: give each data center its own name");
            }
            claim(owners, dc.metadata(), dc.name() + ": metadata");
            claim(owners, dc.fragments(), dc.name() + ": fragments");
        }
    }

    private static void claim(Map<String, String> owners, String endpoint, String owner) {
        String other = owners.putIfAbsent(endpoint, owner);
        if (other != null) {
            throw new IllegalArgumentException(
                    KEY
                            + " gives "
                            + endpoint
                            + " to both "
                            + other
                            + " and "
                            + owner
                            + ": each service has its own endpoint");
        }
    }
}
