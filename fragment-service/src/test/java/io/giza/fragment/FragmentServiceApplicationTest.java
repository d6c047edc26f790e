package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.fragment.store.UnusableDataFolderException;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.PutId;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory;
import io.giza.testkit.contract.WholeFragmentContract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

class FragmentServiceApplicationTest extends WholeFragmentContract {
    static final String TOKEN = "0123456789abcdef";
    private static final DcName DC = new DcName("dc1");

    @TempDir private static Path folder;
    private static ConfigurableApplicationContext context;
    private static ServiceClient client;
    private static URI endpoint;

    @BeforeAll
    static void start() {
        context = run(folder);
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        endpoint = URI.create("http://127.0.0.1:" + port);
        client = new ServiceClient(ServiceClient.Settings.of(TOKEN));
    }

    @AfterAll
    static void stop() {
        client.close();
        context.close();
    }

    @Override
    protected FragmentStore store() {
        return new HttpFragmentStore(DC, endpoint, client);
    }

    static ConfigurableApplicationContext run(Path dataDir) {
        return run(dataDir, 1);
    }

    static ConfigurableApplicationContext run(Path dataDir, long epoch) {
        return run(epoch, "--giza.fragment.data-dir=" + dataDir);
    }

    static ConfigurableApplicationContext run(long epoch, String... store) {
        return run(epoch, epoch > 1 ? epoch : 0, store);
    }

    /** Starts the service; of the first epoch, on nothing as on something. */
    static ConfigurableApplicationContext run(long epoch, long since, String... store) {
        List<String> arguments = new ArrayList<>(List.of(store));
        arguments.add("--giza.initialize=" + (epoch == 1));
        arguments.add("--giza.topology.data-centers[0].since=" + since);
        arguments.add("--server.port=0");
        arguments.add("--giza.fragment.rollback-guard=false");
        arguments.add("--giza.dc=dc1");
        arguments.add("--giza.cluster-token=" + TOKEN);
        arguments.add("--giza.topology.epoch=" + epoch);
        for (int i = 0; i < 3; i++) {
            String dc = "--giza.topology.data-centers[" + i + "].";
            arguments.add(dc + "name=dc" + (i + 1));
            arguments.add(dc + "metadata=http://127.0.0.1:" + (9001 + 10 * i));
            arguments.add(dc + "fragments=http://127.0.0.1:" + (9002 + 10 * i));
        }
        arguments.add("--giza.accounts.default.metadata-dcs=dc1,dc2,dc3");
        arguments.add("--giza.accounts.default.data-dcs=dc1,dc2,dc3");
        arguments.add("--giza.accounts.default.coding=rs(2,1)");
        return FragmentServiceApplication.application().run(arguments.toArray(String[]::new));
    }

    @Test
    void aWrongTokenIsRefusedEverywhereButForHealth() throws Exception {
        try (ServiceClient stranger =
                new ServiceClient(ServiceClient.Settings.of("fedcba9876543210"))) {
            FragmentStore refused = new HttpFragmentStore(DC, endpoint, stranger);
            FragmentId id = fragment("k");
            assertThatThrownBy(() -> refused.read(id, 0, 1))
                    .isInstanceOf(ReplicaException.Refused.class);
            assertThatThrownBy(() -> refused.delete(id))
                    .isInstanceOf(ReplicaException.Refused.class);
            byte[] bytes = content(id, 10);
            assertThatThrownBy(
                            () -> {
                                try (FragmentUpload upload = refused.create(id, bytes.length)) {
                                    upload.write(ByteBuffer.wrap(bytes));
                                    upload.complete();
                                }
                            })
                    .isInstanceOf(ReplicaException.class);
        }
        assertThat(status("/actuator/health")).isEqualTo(200);
        assertThat(status("/actuator/prometheus")).isEqualTo(401);
        assertThat(status("/internal/v1/fragments")).isEqualTo(401);
        assertThat(status("/actuator/health/../../internal/v1/fragments")).isNotEqualTo(200);
        assertThat(status("/internal/v1/fragments;/actuator/health")).isNotEqualTo(200);
    }

    @Test
    void whatLiesThereIsListedPageByPageWithWhatItSaysOfItself() throws Exception {
        FragmentInventory inventory = new HttpFragmentStore(DC, endpoint, client);
        Map<String, Long> stored = new TreeMap<>();
        for (int i = 0; i < 5; i++) {
            FragmentId id = fragment("listed" + i);
            byte[] bytes = content(id, 1000 + i);
            upload(id, bytes);
            stored.put(FragmentName.of(id).path(), (long) bytes.length);
        }
        Map<String, Long> listed = new TreeMap<>();
        String after = "";
        for (boolean more = true; more; ) {
            FragmentInventory.Page page = inventory.inventory(after, 2);
            for (FragmentInventory.Item item : page.items()) {
                FragmentHeader header = item.header().orElseThrow();
                assertThat(FragmentName.of(header.id()).path()).isEqualTo(item.name());
                assertThat(header.base()).isEqualTo(3);
                listed.put(item.name(), item.length());
                after = item.name();
            }
            more = page.more();
        }
        assertThat(listed).containsAllEntriesOf(stored);
        assertThatThrownBy(() -> inventory.inventory("../outside", 2))
                .isInstanceOf(ReplicaException.Refused.class);
    }

    @Test
    void aFragmentUnderAnotherNameThanItsHeadersIsRefused() throws Exception {
        FragmentId id = fragment("k");
        FragmentId other =
                new FragmentId(id.account(), id.key(), PutId.random(new Random(99)), id.index());
        byte[] bytes = content(id, 1000);
        assertThatThrownBy(() -> upload(other, bytes))
                .isInstanceOf(ReplicaException.Refused.class)
                .hasMessageContaining("names another fragment");
        bytes[20] ^= 1;
        assertThatThrownBy(() -> upload(id, bytes))
                .isInstanceOf(ReplicaException.Refused.class)
                .hasMessageContaining("damaged");
        assertThat(store().read(other, 0, 1)).isInstanceOf(FragmentStore.FragmentRead.Absent.class);
    }

    @Test
    void anUploadThatIsCutOffLeavesNothing() throws Exception {
        FragmentId id = fragment("cut");
        byte[] bytes = content(id, 1_000_000);
        FragmentUpload upload = store().create(id, bytes.length);
        upload.write(ByteBuffer.wrap(bytes, 0, 400_000));
        upload.close();
        assertThat(store().read(id, 0, 1)).isInstanceOf(FragmentStore.FragmentRead.Absent.class);
        // Whatever the service still does with it, the next fragment is not disturbed.
        assertThat(upload(id, bytes)).isEqualTo(FragmentUpload.Outcome.STORED);
        try (Stream<Path> files = Files.list(folder.resolve("temporary"))) {
            assertThat(files.count()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void aReadThatIsGivenUpDoesNotHarmTheNext() throws Exception {
        FragmentId id = fragment("large");
        byte[] bytes = content(id, 5_000_000);
        upload(id, bytes);
        for (int i = 0; i < 20; i++) {
            if (store().read(id, 0, bytes.length)
                    instanceof FragmentStore.FragmentRead.Found(InputStream stream)) {
                assertThat(stream.readNBytes(1000)).hasSize(1000);
                stream.close();
            }
        }
        if (store().read(id, 0, bytes.length)
                instanceof FragmentStore.FragmentRead.Found(InputStream stream)) {
            assertThat(stream.readAllBytes()).isEqualTo(bytes);
        }
    }

    @Test
    void aServiceThatIsNotThereIsUnreachable() throws IOException {
        FragmentStore nobody = new HttpFragmentStore(DC, URI.create("http://127.0.0.1:1"), client);
        FragmentId id = fragment("k");
        assertThatThrownBy(() -> nobody.read(id, 0, 1))
                .isInstanceOf(ReplicaException.Unreachable.class);
        assertThatThrownBy(
                        () -> {
                            try (FragmentUpload upload = nobody.create(id, 5)) {
                                upload.write(ByteBuffer.allocate(5));
                                upload.complete();
                            }
                        })
                .isInstanceOf(ReplicaException.Unreachable.class);
    }

    @Test
    void aFolderThatCannotBeWrittenFailsTheStart() throws IOException {
        Path file = Files.createTempFile(folder, "file", "");
        assertThatThrownBy(() -> run(file.resolve("below")))
                .rootCause()
                .satisfiesAnyOf(
                        e -> assertThat(e).isInstanceOf(UnusableDataFolderException.class),
                        e -> assertThat(e).isInstanceOf(IOException.class));
    }

    private static int status(String path) throws IOException, InterruptedException {
        try (HttpClient plain = HttpClient.newHttpClient()) {
            return plain.send(
                            HttpRequest.newBuilder(URI.create(endpoint + path)).build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
