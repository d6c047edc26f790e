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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        gateway = new RunningGateway("giza.memory.connections=16MB");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void fewAddressesLeaveConnectionsToOthersAndGetTheirOwnBack(int addresses) throws IOException {
        List<RawHttp> idle = new ArrayList<>();
        try {
            for (int i = 0; i < MOST; i++) {
                idle.add(new RawHttp("127.0.0." + (2 + i % addresses), gateway.port()));
            }
            // Those that were too many are closed, and the first ones are served.
            assertThat(idle.getLast().isClosed()).isTrue();
            assertThat(idle.getFirst().send(new Ask("GET", "/")).status()).isEqualTo(200);
            for (int i = 0; i < MOST / 16; i++) {
                RawHttp other = new RawHttp(gateway.port());
                idle.add(other);
                assertThat(other.send(new Ask("GET", "/")).status()).isEqualTo(200);
            }
        } finally {
            for (RawHttp each : idle) {
                each.close();
            }
        }
        while (!isServed()) {
            Thread.yield();
        }
    }

    /** As soon as the gateway has noticed that connections were closed. */
    private boolean isServed() {
        try (RawHttp http = new RawHttp("127.0.0.2", gateway.port())) {
            return http.send(new Ask("GET", "/")).status() == 200;
        } catch (IOException e) {
            return false;
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
