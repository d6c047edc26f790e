package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.membership.Membership;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.testkit.contract.JoiningFragmentContract;
import io.giza.testkit.fixture.Samples;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.MessageChecksum;
import io.giza.wire.MessageFormat;
import io.giza.wire.TableCodec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A fragment service whose folder is empty, over real HTTP and on disk. */
class JoiningFragmentServiceTest extends JoiningFragmentContract {
    @TempDir private Path folder;
    private int folders;
    private final ServiceClient client =
            new ServiceClient(ServiceClient.Settings.of(FragmentServiceApplicationTest.TOKEN));

    @AfterEach
    void stop() {
        client.close();
    }

    @Override
    protected void withBegunStore(long epoch, Scenario scenario) throws Exception {
        Path empty = folder.resolve("store-" + folders++);
        try (ConfigurableApplicationContext service =
                FragmentServiceApplicationTest.run(empty, epoch)) {
            HttpFragmentStore store = store(service);
            scenario.run(new Fixture(store, store, store));
        }
    }

    @Test
    void whatAStoreWasToldOutlivesTheService() throws Exception {
        var id = Samples.fragment(1, new SplittableRandom(3));
        Membership joining;
        try (var service = FragmentServiceApplicationTest.run(folder, 2)) {
            joining = join(store(service), 2);
            assertThat(joining.isJoining()).isTrue();
        }
        try (var service = FragmentServiceApplicationTest.run(folder, 2)) {
            assertThat(store(service).order(new TableOrder.Raise(1))).isEqualTo(joining);
            assertThatExceptionOfType(ReplicaException.NotReady.class)
                    .isThrownBy(() -> store(service).read(id, 0, 1));
            assertThat(store(service).order(new TableOrder.Activate(2)).isJoining()).isFalse();
        }
        try (var service =
                FragmentServiceApplicationTest.run(3, 2, "--giza.fragment.data-dir=" + folder)) {
            Membership later = store(service).order(new TableOrder.Raise(1));
            assertThat(later.epoch()).isEqualTo(3);
            assertThat(later.joined()).isEqualTo(2);
            assertThat(later.isJoining()).isFalse();
            assertThat(later.life()).isEqualTo(joining.life());
            assertThat(store(service).read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
        }
    }

    @Test
    void aMembershipThatCannotBeReadStopsTheStart() throws Exception {
        Files.writeString(folder.resolve("membership"), "{\"format\":99}");
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> FragmentServiceApplicationTest.run(folder, 1))
                .withStackTraceContaining("membership");
    }

    @Test
    void theAnswerThatAFragmentIsForgottenIsAStatusOfItsOwn() throws Exception {
        try (var service = FragmentServiceApplicationTest.run(folder, 2)) {
            URI uri =
                    endpoint(service)
                            .resolve(
                                    FragmentRoutes.PREFIX
                                            + io.giza.record.FragmentName.of(
                                                    Samples.fragment(1, new SplittableRandom(3)))
                                            + "?offset=0&length=1");
            HttpResponse<String> answer = send(HttpRequest.newBuilder(uri));
            assertThat(answer.statusCode()).isEqualTo(425);
            assertThat(answer.headers().firstValue(FragmentRoutes.STATE_HEADER))
                    .contains("forgotten");
        }
    }

    /** Nothing, no order, another format or kind, keys, an epoch of 0, and fields of no shape. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "\u0002\u0007\u0001\u0002\u0000",
                "\u0001\u0003\u0001\u0002\u0000",
                "\u0001\u0007\u0005\u0002\u0000\u0003",
                "\u0001\u0007\u0001\u0000\u0000",
                "\u0001\u0007\u0001\u0002\u0004DC 1",
                "\u0001\u0007\u0003\u0002\u0000\u0003dc1\u0004ROWS\u0003a b",
                "\u0001\u0007\u0009\u0002"
            })
    void anOrderThatMakesNoSenseIsABadRequestAndChangesNothing(String order) throws Exception {
        try (var service = FragmentServiceApplicationTest.run(folder, 2)) {
            HttpRequest.Builder request = order(endpoint(service), order.getBytes(ISO_8859_1));
            assertThat(send(request).statusCode()).isEqualTo(400);
            assertThat(store(service).order(new TableOrder.Raise(1)).isInitialized()).isFalse();
        }
    }

    @Test
    void anOrderInJsonIsRefusedWithTheTypeThatIsTaken() throws Exception {
        try (var service = FragmentServiceApplicationTest.run(folder, 2)) {
            HttpRequest.Builder request = order(endpoint(service), new byte[] {'{', '}'});
            HttpResponse<String> answer =
                    send(request.setHeader("Content-Type", "application/json"));
            assertThat(answer.statusCode()).isEqualTo(415);
            assertThat(answer.body()).contains("must be application/vnd.giza.message");
        }
    }

    private static HttpRequest.Builder order(URI endpoint, byte[] order) {
        return HttpRequest.newBuilder(endpoint.resolve(FragmentRoutes.ORDERS))
                .header("Content-Type", MessageFormat.MEDIA_TYPE)
                .POST(BodyPublishers.ofByteArray(order));
    }

    @Test
    void anOrderThatWasDamagedOnTheWayIsRefusedAndTheAnswerTellsItsChecksum() throws Exception {
        try (var service = FragmentServiceApplicationTest.run(folder, 2)) {
            byte[] order = TableCodec.encode(new TableOrder.Raise(2));
            HttpRequest.Builder damaged =
                    order(endpoint(service), order)
                            .header(MessageChecksum.HEADER, MessageChecksum.of(new byte[1]));
            assertThat(send(damaged).statusCode()).isEqualTo(400);
            HttpResponse<String> whole =
                    send(
                            order(endpoint(service), order)
                                    .header(MessageChecksum.HEADER, MessageChecksum.of(order)));
            assertThat(whole.statusCode()).isEqualTo(200);
            assertThat(whole.headers().firstValue(MessageChecksum.HEADER))
                    .contains(MessageChecksum.of(whole.body().getBytes(ISO_8859_1)));
        }
    }

    @Test
    void anOrderOfMoreThan64KibibytesIsRefusedAndNobodyOrdersWithoutTheToken() throws Exception {
        try (var service = FragmentServiceApplicationTest.run(folder, 2)) {
            URI uri = endpoint(service).resolve(FragmentRoutes.ORDERS);
            HttpRequest.Builder large = order(endpoint(service), new byte[70_000]);
            assertThat(send(large).statusCode()).isEqualTo(413);
            byte[] activate = TableCodec.encode(new TableOrder.Activate(2));
            try (HttpClient stranger = HttpClient.newHttpClient()) {
                HttpRequest request =
                        HttpRequest.newBuilder(uri)
                                .POST(BodyPublishers.ofByteArray(activate))
                                .build();
                assertThat(stranger.send(request, BodyHandlers.discarding()).statusCode())
                        .isEqualTo(401);
            }
            assertThat(store(service).order(new TableOrder.Raise(1)).isInitialized()).isFalse();
        }
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        try (HttpClient plain = HttpClient.newHttpClient()) {
            return plain.send(
                    request.header(
                                    "Authorization",
                                    "Bearer " + FragmentServiceApplicationTest.TOKEN)
                            .build(),
                    BodyHandlers.ofString(ISO_8859_1));
        }
    }

    private HttpFragmentStore store(ConfigurableApplicationContext service) {
        return new HttpFragmentStore(Samples.dc(1), endpoint(service), client);
    }

    private static URI endpoint(ConfigurableApplicationContext service) {
        int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        return URI.create("http://127.0.0.1:" + port);
    }
}
