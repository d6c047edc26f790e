package io.giza.gateway;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureClients;
import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.blob.BlockBuffers;
import io.giza.azure.fragment.FragmentContainer;
import io.giza.concurrent.Time;
import io.giza.model.DcName;

import java.util.HashMap;
import java.util.Map;

/**
 * The way past the fragment-services.
 *
 * @param containers where the fragments lie
 * @param buffers what uploads to them are gathered in
 */
record DirectRoutes(Map<DcName, FragmentContainer> containers, BlockBuffers buffers) {
    DirectRoutes {
        containers = Map.copyOf(containers);
    }

    /** Makes it; nothing is sent. */
    static DirectRoutes to(Map<DcName, AzureAccount> accounts, BlockBuffers buffers, Time time) {
        Map<DcName, FragmentContainer> containers = new HashMap<>();
        accounts.forEach(
                (dc, account) ->
                        containers.put(
                                dc,
                                new FragmentContainer(
                                        new AzureBlobs(new AzureClients(account), time))));
        return new DirectRoutes(containers, buffers);
    }
}
