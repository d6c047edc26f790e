package io.giza.gateway;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureBlobs;
import io.giza.azure.AzureClients;
import io.giza.azure.BlockBuffers;
import io.giza.azure.DirectFragmentStore;
import io.giza.azure.FragmentContainer;
import io.giza.concurrent.Time;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.Topology.DataCenter;

import java.util.HashMap;
import java.util.Map;

/**
 * The ways to the data centers.
 *
 * @param services reaches their services
 * @param direct the containers of those whose fragments are reached past their services
 */
record Ways(ServiceClient services, Direct direct) {
    /**
     * The way past the services.
     *
     * @param containers where the fragments lie
     * @param buffers what uploads to them are gathered in
     */
    record Direct(Map<DcName, FragmentContainer> containers, BlockBuffers buffers, Time time) {
        /** Makes it; nothing is sent. */
        static Direct to(Map<DcName, AzureAccount> accounts, BlockBuffers buffers, Time time) {
            Map<DcName, FragmentContainer> containers = new HashMap<>();
            accounts.forEach(
                    (dc, account) ->
                            containers.put(
                                    dc,
                                    new FragmentContainer(
                                            new AzureBlobs(new AzureClients(account), time))));
            return new Direct(Map.copyOf(containers), buffers, time);
        }
    }

    /** Returns the fragments of a data center. */
    FragmentStore fragments(DataCenter dc) {
        HttpFragmentStore service = new HttpFragmentStore(dc.name(), dc.fragments(), services);
        FragmentContainer container = direct.containers.get(dc.name());
        return container == null
                ? service
                : new DirectFragmentStore(service, container, direct.buffers, direct.time);
    }
}
