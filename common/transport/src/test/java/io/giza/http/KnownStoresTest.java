package io.giza.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.replica.Seats;
import io.giza.wire.StoreHeaders;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Whose answers count. */
class KnownStoresTest {
    private static final DcName DC = new DcName("dc2");

    private HttpServer server;
    private ServiceClient client;
    private @Nullable String store;

    @BeforeEach
    void start() throws IOException {
        Seats seats = new Seats("prod", 2, new TreeMap<>(Map.of(DC, 2L)), "dc1,dc2,dc3;dc2@2");
        client =
                new ServiceClient(
                        new ServiceClient.Settings(
                                "0123456789abcdef",
                                ServiceClient.Timeouts.DEFAULT,
                                2,
                                1000,
                                null,
                                seats));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    String named = store;
                    if (named != null) {
                        exchange.getResponseHeaders().set(StoreHeaders.STORE, named);
                    }
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void onlyTheStoreThatIsMeantCounts() throws ReplicaException {
        counts("prod dc2 2 2 life");
        refuses(null, "does not say which store it is");
        refuses("test dc2 2 2 life", "cluster test");
        refuses("prod dc1 2 2 life", "dc1 of cluster prod");
        refuses("prod dc2 0 2 life", "joined in epoch 0");
        refuses("prod dc2", "has not 5 parts");
    }

    @Test
    void ofTwoStoresForOnePlaceTheOneThatWasHeardFirstCounts() throws ReplicaException {
        counts("prod dc2 2 2 first");
        refuses("prod dc2 2 2 second", "was life first before and is second now");
        counts("prod dc2 2 2 first");
    }

    @Test
    void aStoreThatWaitsForTheOrderToJoinKeepsNoOtherFromThePlace() throws ReplicaException {
        counts("prod dc2 0 0 first");
        counts("prod dc2 0 0 second");
        counts("prod dc2 2 2 second");
    }

    private void counts(String named) throws ReplicaException {
        store = named;
        assertThat(client.post(DC, uri(), new byte[0], Duration.ofMinutes(1))).isEmpty();
    }

    private void refuses(@Nullable String named, String why) {
        store = named;
        assertThatExceptionOfType(ReplicaException.class)
                .isThrownBy(() -> client.post(DC, uri(), new byte[0], Duration.ofMinutes(1)))
                .withMessageContaining(why);
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/x");
    }
}
