package io.giza.fragment;

import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.record.FragmentName;
import io.giza.testkit.contract.FragmentRepairContract;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** A fragment service that is repaired over real HTTP, on disk. */
class FragmentRepairServiceTest extends FragmentRepairContract {
    @TempDir private static Path folder;
    private static ConfigurableApplicationContext context;
    private static ServiceClient client;
    private static URI endpoint;

    @BeforeAll
    static void start() {
        context = FragmentServiceApplicationTest.run(folder);
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        endpoint = URI.create("http://127.0.0.1:" + port);
        client = new ServiceClient(ServiceClient.Settings.of(FragmentServiceApplicationTest.TOKEN));
    }

    @AfterAll
    static void stop() {
        client.close();
        context.close();
    }

    @AfterEach
    void assertNoTemporaryFiles() throws IOException {
        try (var files = Files.list(folder.resolve("temporary"))) {
            // What was given up is removed by the service in its own time.
            org.assertj.core.api.Assertions.assertThat(files.count()).isLessThanOrEqualTo(1);
        }
    }

    @Override
    protected Fixture fixture() {
        HttpFragmentStore store = new HttpFragmentStore(Samples.dc(1), endpoint, client);
        return new Fixture(
                store,
                store,
                store,
                (id, change) -> {
                    Path file = folder.resolve("blobs").resolve(FragmentName.of(id).path());
                    Files.write(file, change.apply(Files.readAllBytes(file)));
                });
    }
}
