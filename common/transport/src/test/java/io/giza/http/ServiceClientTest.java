package io.giza.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.wire.StoreHeaders;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

class ServiceClientTest {
    private static final DcName DC = new DcName("dc1");
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch hung = new CountDownLatch(1);
    private HttpServer server;
    private ServiceClient client;

    @BeforeEach
    void start() throws IOException {
        client =
                new ServiceClient(
                        new ServiceClient.Settings(
                                "0123456789abcdef",
                                ServiceClient.Timeouts.DEFAULT,
                                8,
                                1000,
                                null,
                                null));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext(
                "/echo",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    String token = exchange.getRequestHeaders().getFirst("Authorization");
                    byte[] prefix = (token + " ").getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, prefix.length + body.length);
                    try (OutputStream out = exchange.getResponseBody()) {
                        out.write(prefix);
                        out.write(body);
                    }
                });
        server.createContext(
                "/status",
                exchange -> {
                    String query = exchange.getRequestURI().getQuery();
                    exchange.sendResponseHeaders(Integer.parseInt(query), -1);
                    exchange.close();
                });
        server.createContext(
                "/hang",
                exchange -> {
                    try {
                        hung.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    exchange.close();
                });
        server.createContext("/break", exchange -> exchange.close());
        server.start();
    }

    @AfterEach
    void stop() {
        hung.countDown();
        client.close();
        server.stop(0);
        threads.close();
    }

    @Test
    void anAnswerThatWasDamagedOnTheWayIsAFailureOfWhichNothingIsKnown() throws ReplicaException {
        server.createContext(
                "/damaged",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    String announced = exchange.getRequestHeaders().getFirst("Giza-Checksum");
                    exchange.getResponseHeaders().set("Giza-Checksum", announced);
                    body[0] ^= (byte) (exchange.getRequestURI().getQuery() == null ? 0 : 1);
                    exchange.sendResponseHeaders(200, body.length);
                    try (OutputStream out = exchange.getResponseBody()) {
                        out.write(body);
                    }
                });
        byte[] body = "ping".getBytes(StandardCharsets.UTF_8);

        assertThat(client.post(DC, uri("/damaged"), body, LONG)).isEqualTo(body);
        assertThatThrownBy(() -> client.post(DC, uri("/damaged?really"), body, LONG))
                .isInstanceOf(ReplicaException.Failed.class)
                .hasMessageContaining("damaged on the way");
    }

    @Test
    void theAnswerToAMessageComesBackAndTheTokenGoesAlong() throws ReplicaException {
        assertThat(client.post(DC, uri("/echo"), "hi".getBytes(StandardCharsets.UTF_8), LONG))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("Bearer 0123456789abcdef hi");
    }

    @ParameterizedTest
    @CsvSource({
        "400,Refused",
        "401,Refused",
        "403,Refused",
        "404,Refused",
        "409,Refused",
        "429,Failed",
        "503,Failed",
        "500,Failed",
        "502,Failed",
        "302,Failed",
        "507,Full",
    })
    void aStatusBecomesItsException(int status, String exception) {
        assertThatThrownBy(() -> client.post(DC, uri("/status?" + status), new byte[1], LONG))
                .isInstanceOf(ReplicaException.class)
                .satisfies(e -> assertThat(e.getClass().getSimpleName()).isEqualTo(exception));
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void onlyAStoreThatSaysWhoItIsCanBeBusy(int status) {
        server.createContext(
                "/store",
                exchange -> {
                    exchange.getResponseHeaders().set(StoreHeaders.STORE, "cluster dc1 0 1 life");
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });

        assertThatThrownBy(() -> client.post(DC, uri("/store"), new byte[1], LONG))
                .isInstanceOf(ReplicaException.Throttled.class);
        assertThatThrownBy(() -> client.post(DC, uri("/status?" + status), new byte[1], LONG))
                .isInstanceOf(ReplicaException.Failed.class)
                .hasMessageContaining("in front of the store");
    }

    @Test
    void aCallThatFindsTheQueueFullWasNotMade() {
        assertThat(ServiceClient.failure(DC, new RejectedExecutionException("full")))
                .isInstanceOf(ReplicaException.Withheld.class);
    }

    @Test
    void noAnswerInTimeIsATimeout() {
        assertThatThrownBy(() -> client.post(DC, uri("/hang"), new byte[1], Duration.ofMillis(50)))
                .isInstanceOf(ReplicaException.TimedOut.class);
    }

    @Test
    void aBrokenConnectionAndARefusedOneAreUnreachable() {
        assertThatThrownBy(() -> client.post(DC, uri("/break"), new byte[1], LONG))
                .isInstanceOf(ReplicaException.Unreachable.class);
        URI nobody = URI.create("http://127.0.0.1:1/");
        assertThatThrownBy(() -> client.post(DC, nobody, new byte[1], LONG))
                .isInstanceOf(ReplicaException.Unreachable.class);
    }

    @Test
    void anAnswerThatIsTooLongIsAFailure() {
        assertThatThrownBy(() -> client.post(DC, uri("/echo"), new byte[2000], LONG))
                .isInstanceOf(ReplicaException.Failed.class);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }
}
