package io.giza.fragment;

import io.giza.azure.AzureBlobs;
import io.giza.azure.AzureClients;
import io.giza.azure.AzureSettings;
import io.giza.azure.BlockBuffers;
import io.giza.azure.DirectFragmentStore;
import io.giza.azure.FragmentContainer;
import io.giza.concurrent.VirtualThreads;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.replica.FragmentRepair;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.NeedsAzurite;
import io.giza.testkit.contract.JoiningFragmentContract;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.context.ConfigurableApplicationContext;

import java.net.URI;

/**
 * An empty container as a gateway sees it that goes past the fragment-service, while a recovery
 * rebuilds it through that service.
 */
@NeedsAzurite
class DirectJoiningTest extends JoiningFragmentContract {
    private static AzuriteServer server;
    private static ServiceClient client;
    private static int containers;

    @BeforeAll
    static void start() {
        server = AzuriteServer.start();
        client = new ServiceClient(ServiceClient.Settings.of(FragmentServiceApplicationTest.TOKEN));
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @Override
    protected void with(long epoch, Scenario scenario) throws Exception {
        String container = "direct-" + containers++;
        String[] store = AzureFragmentServiceTest.onAzure(container, server.connectionString());
        try (ConfigurableApplicationContext service =
                FragmentServiceApplicationTest.run(epoch, store)) {
            int port =
                    service.getEnvironment()
                            .getRequiredProperty("local.server.port", Integer.class);
            HttpFragmentStore reached =
                    new HttpFragmentStore(
                            Samples.dc(1), URI.create("http://127.0.0.1:" + port), client);
            scenario.run(new Parts(direct(container, reached), reached));
        }
    }

    private static DirectFragmentStore direct(String container, FragmentRepair service) {
        AzureClients clients =
                new AzureClients(
                        AzureSettings.of(server.connectionString())
                                .named(container, "unused")
                                .toAccount("giza.direct.accounts.dc1"));
        VirtualThreads threads = new VirtualThreads();
        return new DirectFragmentStore(
                service,
                new FragmentContainer(new AzureBlobs(clients, threads)),
                new BlockBuffers(2),
                threads);
    }
}
