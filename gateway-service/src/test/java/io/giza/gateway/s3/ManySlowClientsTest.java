package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.erasure.StripeLayout;
import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.RunningReplicatedGateway;
import io.giza.stripe.write.StripeBuffers;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Clients that keep the gateway waiting, far more than would fit into its memory. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ManySlowClientsTest {
    private static final int MIB = 1 << 20;

    /** Enough for eight gets at a time. */
    private static final int READ_BYTES = 8 * MIB;

    private static final int SLOW_CLIENTS = 20;

    private static final long STRIPE =
            StripeBuffers.bytes(
                    new StripeLayout(
                            RunningGateway.account().coding(),
                            RunningGateway.account().stripeSize(),
                            RunningGateway.account().stripeSize()));

    /** More than the buffers of both sockets hold, and several stripes. */
    private static final int LARGE = 9 * MIB;

    private static final long PAUSE_NANOS = 1_000_000;

    private final List<RawHttp> clients = new ArrayList<>();
    private RunningReplicatedGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningReplicatedGateway(
                        1, "test.read-bytes=" + READ_BYTES, "test.stripe-bytes=" + 3 * STRIPE);
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(new Ask("PUT", "/bucket")).status()).isEqualTo(200);
            assertThat(http.send(large("/bucket/large", 'l')).status()).isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @AfterEach
    void nothingIsHeldAnyMore() throws IOException {
        for (RawHttp client : clients) {
            client.close();
        }
        clients.clear();
        await(
                () ->
                        gateway.reads().held() == 0
                                && gateway.stripes().held() == 0
                                && gateway.spool().held() == 0);
    }

    @Test
    void clientsThatTakeNothingHoldNoMemoryAndGetAllOnceTheyDo() throws IOException {
        for (int i = 0; i < SLOW_CLIENTS; i++) {
            connect().sendOnly(new Ask("GET", "/bucket/large"), 0);
        }
        await(() -> gateway.spool().held() >= SLOW_CLIENTS * (long) MIB);
        await(() -> gateway.reads().held() == 0);
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(new Ask("GET", "/bucket/large")).body()).hasSize(LARGE);
        }
        for (RawHttp client : clients) {
            Response response = client.read(false);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("l".repeat(LARGE));
        }
    }

    @Test
    void clientsThatPauseAnywhereInABodyHoldNoMemoryAndStoreAllOfIt() throws IOException {
        List<Ask> asks = new ArrayList<>();
        for (int i = 0; i < SLOW_CLIENTS; i++) {
            Ask ask = large("/bucket/slow-" + i, (char) ('a' + i % 26));
            asks.add(ask);
            connect().sendOnly(ask, sentAtFirst(i));
        }
        // The others paused before they had sent enough of a stripe for it to have memory.
        await(() -> gateway.spool().held() >= SLOW_CLIENTS * (long) LARGE * 3 / 4);
        await(() -> gateway.stripes().held() == 0);
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(large("/bucket/other", 'x')).status()).isEqualTo(200);
        }
        for (int i = 0; i < SLOW_CLIENTS; i++) {
            clients.get(i).sendBody(asks.get(i), sentAtFirst(i), LARGE);
            assertThat(clients.get(i).read(false).status()).isEqualTo(200);
        }
        try (RawHttp http = new RawHttp(gateway.port())) {
            for (int i = 0; i < SLOW_CLIENTS; i++) {
                String stored = http.send(new Ask("GET", "/bucket/slow-" + i)).body();
                assertThat(stored).isEqualTo(String.valueOf((char) ('a' + i % 26)).repeat(LARGE));
            }
        }
    }

    /** In the first stripe and in later ones, and none, or all but one byte of the last. */
    private static int sentAtFirst(int client) {
        return client == 0 ? 0 : Math.min(LARGE - 1, client * (LARGE / (SLOW_CLIENTS - 1)) + 1);
    }

    @Test
    void aClientMayPutAKeyWhileItPausesInAPutOfTheSameKey() throws IOException {
        RawHttp pausing = connect();
        Ask first = large("/bucket/same", 'f');
        pausing.sendOnly(first, LARGE / 2);
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(large("/bucket/same", 's')).status()).isEqualTo(200);
            pausing.sendBody(first, LARGE / 2, LARGE);
            assertThat(pausing.read(false).status()).isEqualTo(200);
            assertThat(http.send(new Ask("GET", "/bucket/same")).body())
                    .isEqualTo("f".repeat(LARGE));
        }
    }

    private RawHttp connect() throws IOException {
        RawHttp http = new RawHttp(gateway.port());
        clients.add(http);
        return http;
    }

    private static Ask large(String target, char content) {
        byte[] body = String.valueOf(content).repeat(LARGE).getBytes(StandardCharsets.US_ASCII);
        return new Ask("PUT", target).mode("UNSIGNED-PAYLOAD").body(body);
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new IllegalStateException("nothing changed");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
