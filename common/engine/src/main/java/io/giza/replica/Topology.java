package io.giza.replica;

import io.giza.membership.Membership;
import io.giza.model.DcName;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

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
     * @param gateway the endpoint of its gateways for those of other data centers, null if they do
     *     not ask it
     * @param moved the epoch in which the cluster decided where its services listen, 0 if that is
     *     for each configuration to say
     */
    public record DataCenter(
            DcName name,
            URI metadata,
            URI fragments,
            String group,
            long since,
            @Nullable URI gateway,
            long moved) {
        /** One whose services listen where a configuration says. */
        public DataCenter(
                DcName name,
                URI metadata,
                URI fragments,
                String group,
                long since,
                @Nullable URI gateway) {
            this(name, metadata, fragments, group, since, gateway, 0);
        }

        /** One that was never replaced. */
        public DataCenter(DcName name, URI metadata, URI fragments, String group) {
            this(name, metadata, fragments, group, 0, null);
        }

        /** Tells whether its services listen where another's do. */
        boolean isWhere(DataCenter other) {
            return metadata.equals(other.metadata)
                    && fragments.equals(other.fragments)
                    && Objects.equals(gateway, other.gateway);
        }

        DataCenter at(DataCenter other, long epoch) {
            return new DataCenter(
                    name, other.metadata, other.fragments, group, since, other.gateway, epoch);
        }
    }

    /**
     * Returns this topology with a note of which data centers move in its epoch.
     *
     * @param before the one of the epoch before
     */
    public Topology noting(Topology before) {
        Map<DcName, DataCenter> old = before.byName();
        return with(
                dc -> {
                    DataCenter was = old.get(dc.name());
                    return dc.at(dc, was != null && dc.isWhere(was) ? was.moved() : epoch);
                });
    }

    /**
     * Returns this topology as one who was configured otherwise reaches it: each region may reach
     * the services of others by addresses of its own, as long as they do not move.
     *
     * @param configured what that one was started with
     */
    public Topology reachedBy(Topology configured) {
        Map<DcName, DataCenter> own = configured.byName();
        return with(
                dc -> {
                    DataCenter there = own.get(dc.name());
                    return there == null || dc.moved() > configured.epoch()
                            ? dc
                            : dc.at(there, dc.moved());
                });
    }

    /**
     * Returns this topology with the endpoints of another topology, except for data centers that
     * are replaced in between.
     */
    public Topology listeningAs(Topology other) {
        Map<DcName, DataCenter> there = other.byName();
        return with(
                dc -> {
                    DataCenter same = there.get(dc.name());
                    return same == null || same.since() != dc.since()
                            ? dc
                            : dc.at(same, dc.moved());
                });
    }

    private Topology with(UnaryOperator<DataCenter> change) {
        return new Topology(epoch, dataCenters.stream().map(change).toList());
    }

    /** Returns where the gateways of data centers listen, of those of which that is known. */
    public Map<DcName, URI> gateways() {
        Map<DcName, URI> all = new LinkedHashMap<>();
        for (DataCenter dc : dataCenters) {
            URI gateway = dc.gateway();
            if (gateway != null) {
                all.put(dc.name(), gateway);
            }
        }
        return all;
    }

    /** Returns the data centers by name, in the order given. */
    public Map<DcName, DataCenter> byName() {
        Map<DcName, DataCenter> map = new LinkedHashMap<>();
        dataCenters.forEach(dc -> map.put(dc.name(), dc));
        return map;
    }
}
