package io.giza.fragment;

import io.giza.azure.AzureClients;
import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.blob.BlockBuffers;
import io.giza.azure.fragment.DirectFragmentStore;
import io.giza.azure.fragment.FragmentContainer;
import io.giza.azure.settings.AzureSettings;
import io.giza.concurrent.VirtualThreads;
import io.giza.http.HttpFragmentStore;
import io.giza.replica.FragmentStore;

/**
 * An empty container as a gateway sees it that goes past the fragment-service, while a recovery
 * rebuilds it through that service.
 */
class DirectJoiningTest extends JoiningAzureFragmentServiceTest {
    @Override
    FragmentStore seen(String container, HttpFragmentStore service) {
        AzureClients clients =
                new AzureClients(
                        AzureSettings.of(server.connectionString())
                                .withNames(container, "unused")
                                .toAccount("giza.direct.accounts.dc1"));
        VirtualThreads threads = new VirtualThreads();
        return new DirectFragmentStore(
                service.dc(),
                null,
                new FragmentContainer(new AzureBlobs(clients, threads)),
                new BlockBuffers(2),
                threads);
    }
}
