package io.giza.gateway;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureClients;
import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.blob.BlockBuffers;
import io.giza.azure.fragment.DirectFragmentStore;
import io.giza.azure.fragment.FragmentContainer;
import io.giza.concurrent.Time;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.Seats;
import io.giza.replica.Topology.DataCenter;

import java.util.HashMap;
import java.util.Map;

/**
 * The ways to the data centers.
 *
 * @param services reaches their services
 * @param direct the containers of those whose fragments are reached past their services
 */
record FragmentRoutesByDc(ServiceClient services, Direct direct) {
    /**
     * The way past the services.
     *
     * @param containers where the fragments lie
     * @param seats whose containers are meant
     * @param buffers what uploads to them are gathered in
     */
    record Direct(
            Map<DcName, FragmentContainer> containers,
            Seats seats,
            BlockBuffers buffers,
            Time time) {
        /** Makes it; nothing is sent. */
        static Direct to(
                Map<DcName, AzureAccount> accounts, Seats seats, BlockBuffers buffers, Time time) {
            Map<DcName, FragmentContainer> containers = new HashMap<>();
            accounts.forEach(
                    (dc, account) ->
                            containers.put(
                                    dc,
                                    new FragmentContainer(
                                            new AzureBlobs(new AzureClients(account), time))));
            return new Direct(Map.copyOf(containers), seats, buffers, time);
        }
    }

    /** Returns the fragments of a data center. */
    FragmentStore fragments(DataCenter dc) {
        FragmentContainer container = direct.containers.get(dc.name());
        return container == null
                ? new HttpFragmentStore(dc.name(), dc.fragments(), services)
                : new DirectFragmentStore(
                        dc.name(),
                        direct.seats.of(dc.name()).orElse(null),
                        container,
                        direct.buffers,
                        direct.time);
    }
}
