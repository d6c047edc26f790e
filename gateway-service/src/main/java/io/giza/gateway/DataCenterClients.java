package io.giza.gateway;

import io.giza.azure.fragment.DirectFragmentStore;
import io.giza.azure.fragment.FragmentContainer;
import io.giza.concurrent.Time;
import io.giza.http.HttpFragmentStore;
import io.giza.http.HttpMetadataReplica;
import io.giza.http.ServiceClient;
import io.giza.http.TracedFragmentRepair;
import io.giza.http.TracedFragmentStore;
import io.giza.http.TracedMetadataReplica;
import io.giza.model.DcName;
import io.giza.replica.DelayedFragmentStore;
import io.giza.replica.DelayedMetadataReplica;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.Seats;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;

import java.time.Duration;
import java.util.Optional;

/**
 * How a gateway reaches the services of data centers in an epoch.
 *
 * @param services reaches their services
 * @param seats whose stores are meant
 */
record DataCenterClients(DataCenterRoutes routes, ServiceClient services, Seats seats) {
    private static final Duration METADATA_CALL = Duration.ofSeconds(5);

    /** The way home is short, so that all gateways can be given the same delays. */
    private Duration delayTo(DcName dc) {
        return dc.equals(routes.home()) ? Duration.ZERO : routes.experiments().delayTo(dc);
    }

    MetadataReplica metadata(DataCenter dc) {
        MetadataReplica replica =
                new HttpMetadataReplica(dc.name(), dc.metadata(), services, METADATA_CALL);
        Duration delay = delayTo(dc.name());
        return new TracedMetadataReplica(
                delay.isZero() ? replica : new DelayedMetadataReplica(replica, time(), delay),
                routes.home(),
                time(),
                routes.meters());
    }

    FragmentStore fragments(DataCenter dc) {
        FragmentStore store = storeOf(dc);
        Duration delay = delayTo(dc.name());
        return new TracedFragmentStore(
                delay.isZero() ? store : new DelayedFragmentStore(store, time(), delay),
                routes.home(),
                time(),
                routes.meters());
    }

    private FragmentStore storeOf(DataCenter dc) {
        DirectRoutes direct = routes.direct();
        FragmentContainer container = direct.containers().get(dc.name());
        return container == null
                ? new HttpFragmentStore(dc.name(), dc.fragments(), services)
                : new DirectFragmentStore(
                        dc.name(),
                        seats.of(dc.name()).orElse(null),
                        container,
                        direct.buffers(),
                        time());
    }

    /** Returns where copies of other data centers' fragments are, if that is to be asked. */
    Optional<FragmentStore> copies(Topology topology) {
        return Optional.ofNullable(topology.byName().get(routes.home()))
                .filter(_ -> routes.readCopies())
                .map(home -> HttpFragmentStore.ofCopies(home.name(), home.fragments(), services));
    }

    /** Returns who takes orders about the fragments of a data center. */
    FragmentRepair orders(DataCenter dc) {
        return new TracedFragmentRepair(
                new HttpFragmentStore(dc.name(), dc.fragments(), services),
                routes.home(),
                time(),
                routes.meters());
    }

    private Time time() {
        return routes.surroundings().time();
    }
}
