package io.giza.fragment;

import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.replica.FragmentStore;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.NeedsAzurite;
import io.giza.testkit.contract.JoiningFragmentContract;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.context.ConfigurableApplicationContext;

import java.net.URI;

/** A fragment service whose container in Azure's emulator is empty. */
@NeedsAzurite
class JoiningAzureFragmentServiceTest extends JoiningFragmentContract {
    static AzuriteServer server;
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
    protected void withBegunStore(long epoch, Scenario scenario) throws Exception {
        String container = "joining-" + containers++;
        String[] store = AzureFragmentServiceTest.onAzure(container, server.connectionString());
        try (ConfigurableApplicationContext service =
                FragmentServiceApplicationTest.run(epoch, store)) {
            int port =
                    service.getEnvironment()
                            .getRequiredProperty("local.server.port", Integer.class);
            HttpFragmentStore reached =
                    new HttpFragmentStore(
                            Samples.dc(1), URI.create("http://127.0.0.1:" + port), client);
            scenario.run(new Fixture(seen(container, reached), reached, reached));
        }
    }

    /** Returns the fragments as a gateway sees them. */
    FragmentStore seen(String container, HttpFragmentStore service) {
        return service;
    }
}
