package io.giza.gateway.s3.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RunningGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients who open connections and do nothing with them. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ManyConnectionsTest {
    private static final int MOST = 256;

    private RunningGateway gateway;

    @BeforeAll
    void start() {
        gateway =
                new RunningGateway(
                        "giza.gateway.max-connections=" + MOST,
                        "giza.gateway.slow-clients.idle=5m");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    /** Many clients share the address of a network, or of a proxy that nobody declared. */
    @Test
    void oneAddressMayHaveAllConnectionsAndMoreAreClosedAndCounted() throws IOException {
        awaitClosed(gateway);
        double refused = refused(gateway, "max_connections");
        List<RawHttp> idle = new ArrayList<>();
        try {
            while (gateway.open() < MOST) {
                idle.add(new RawHttp("127.0.0.2", gateway.port()));
                // Whatever it is told, it was served.
                idle.getLast().write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
                assertThat(idle.getLast().read(false).status()).isEqualTo(403);
            }
            try (RawHttp other = new RawHttp(gateway.port())) {
                assertThat(other.isClosed()).isTrue();
            }
            assertThat(refused(gateway, "max_connections")).isEqualTo(refused + 1);
            assertThat(idle.getFirst().send(new Ask("GET", "/")).status()).isEqualTo(200);
        } finally {
            closeAll(idle);
        }
        awaitClosed(gateway);
    }

    @Test
    void anAddressMayBeLimited() throws IOException {
        try (RunningGateway limited =
                new RunningGateway(
                        "giza.gateway.limits.connections-per-address=3",
                        "giza.gateway.trusted-proxies=127.0.0.9")) {
            List<RawHttp> open = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                // Requests of many clients share the connections of a proxy.
                open.add(new RawHttp("127.0.0.9", limited.port()));
                assertThat(open.getLast().send(new Ask("GET", "/")).status()).isEqualTo(200);
                if (i < 3) {
                    open.add(new RawHttp("127.0.0.2", limited.port()));
                    assertThat(open.getLast().send(new Ask("GET", "/")).status()).isEqualTo(200);
                }
            }
            try (RawHttp fourth = new RawHttp("127.0.0.2", limited.port())) {
                assertThat(fourth.isClosed()).isTrue();
            }
            assertThat(refused(limited, "per_address")).isEqualTo(1);
            closeAll(open);
            awaitClosed(limited);
            try (RawHttp again = new RawHttp("127.0.0.2", limited.port())) {
                assertThat(again.send(new Ask("GET", "/")).status()).isEqualTo(200);
            }
        }
    }

    private static double refused(RunningGateway of, String reason) {
        return of.meters().get("giza.connections.refused").tag("reason", reason).counter().count();
    }

    private static void closeAll(List<RawHttp> connections) throws IOException {
        for (RawHttp each : connections) {
            each.close();
        }
    }

    /** Waits until the gateway has noticed that connections were closed. */
    private static void awaitClosed(RunningGateway of) {
        while (of.open() > 0) {
            Thread.yield();
        }
    }

    @Test
    void aLargeBodyMovesWholeWhateverTheBuffers() throws IOException {
        byte[] body = new byte[3 << 20];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) ('a' + i % 23);
        }
        List<RawHttp> clients = new ArrayList<>();
        // More than may have large buffers at a time.
        for (int i = 0; i < 40; i++) {
            RawHttp http = new RawHttp(gateway.port());
            clients.add(http);
            http.send(new Ask("PUT", "/bucket"));
            assertThat(http.send(new Ask("PUT", "/bucket/key" + i % 3).body(body)).status())
                    .isEqualTo(200);
            assertThat(http.send(new Ask("GET", "/bucket/key" + i % 3)).body())
                    .isEqualTo(new String(body, StandardCharsets.ISO_8859_1));
        }
        for (RawHttp http : clients) {
            http.close();
        }
    }
}
