package io.giza.fragment;

import io.giza.azure.AzureBlobs;
import io.giza.azure.AzureClients;
import io.giza.azure.AzureSettings;
import io.giza.azure.FragmentContainer;
import io.giza.concurrent.VirtualThreads;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.model.FragmentId;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.NeedsAzurite;
import io.giza.testkit.contract.FragmentRepairContract;
import io.giza.testkit.fixture.Samples;
import io.giza.wire.FragmentName;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A fragment service that is repaired over real HTTP, in Azure's emulator. */
@NeedsAzurite
class AzureFragmentRepairTest extends FragmentRepairContract {
    private static AzuriteServer server;
    private static ConfigurableApplicationContext context;
    private static ServiceClient client;
    private static AzureBlobs blobs;
    private static URI endpoint;

    @BeforeAll
    static void start() {
        server = AzuriteServer.start();
        String[] store = AzureFragmentServiceTest.onAzure("repaired", server.connectionString());
        context = FragmentServiceApplicationTest.run(1, store);
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        endpoint = URI.create("http://127.0.0.1:" + port);
        client = new ServiceClient(ServiceClient.Settings.of(FragmentServiceApplicationTest.TOKEN));
        AzureSettings settings =
                AzureSettings.of(server.connectionString()).named("repaired", "unused");
        blobs = new AzureBlobs(new AzureClients(settings.toAccount("test")), new VirtualThreads());
    }

    @AfterAll
    static void stop() {
        client.close();
        context.close();
        server.close();
    }

    @Override
    protected Parts parts() {
        HttpFragmentStore store = new HttpFragmentStore(Samples.dc(1), endpoint, client);
        return new Parts(store, store, store, AzureFragmentRepairTest::change);
    }

    private static void change(FragmentId id, UnaryOperator<byte[]> change) throws IOException {
        String life = new FragmentContainer(blobs).read().orElseThrow().life();
        String name = life + "/" + FragmentName.of(id).path();
        AzureBlobs.Found found = blobs.open(name, 0, Long.MAX_VALUE).orElseThrow();
        try (InputStream bytes = found.bytes()) {
            byte[] changed = change.apply(bytes.readAllBytes());
            blobs.put(
                    name,
                    ByteBuffer.wrap(changed),
                    Map.of(),
                    new AzureBlobs.Condition.IfTag(found.tag()));
        }
    }
}
