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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Clients that sit on memory which others, even of the same access key, wait for. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScarceMemoryTest {
    private static final int MIB = 1 << 20;
    private static final int READ_BYTES = 8 * MIB;

    /** More than can go on at a time: one key gets seven eighths of sixteen. */
    private static final int GETS = 17;

    /** How many one access key gets of three. */
    private static final int STRIPES = 2;

    private static final long STRIPE =
            StripeBuffers.bytes(
                    new StripeLayout(
                            RunningGateway.account().coding(),
                            RunningGateway.account().stripeSize(),
                            RunningGateway.account().stripeSize()));

    /** More than the buffers of both sockets hold, and several stripes. */
    private static final int LARGE = 16 * MIB;

    private static final long PAUSE_NANOS = 1_000_000;

    private final List<RawHttp> attackers = new ArrayList<>();
    private RunningReplicatedGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningReplicatedGateway(
                        1, "test.read-bytes=" + READ_BYTES, "test.stripe-bytes=" + 3 * STRIPE);
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(new Ask("PUT", "/bucket")).status()).isEqualTo(200);
            assertThat(http.send(large("/bucket/large")).status()).isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @AfterEach
    void nothingIsHeldAnyMore() throws IOException {
        for (RawHttp attacker : attackers) {
            attacker.close();
        }
        attackers.clear();
        await(() -> gateway.reads().held() == 0 && gateway.stripes().held() == 0);
    }

    @Test
    void aGetGoesOnThoughOthersTakeNoneOfTheirBytes() throws IOException {
        for (int i = 0; i < GETS; i++) {
            connect().sendOnly(new Ask("GET", "/bucket/large"), 0);
        }
        await(() -> gateway.reads().held() >= READ_BYTES * 3 / 4);
        try (RawHttp http = new RawHttp(gateway.port())) {
            Response response = http.send(new Ask("GET", "/bucket/large"));
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).hasSize(LARGE);
        }
        assertThat(gateway.reads().held()).isLessThanOrEqualTo(READ_BYTES);
        assertThat(gateway.reads().dropped()).isPositive();
    }

    @Test
    void aPutGoesOnThoughOthersSendNothing() throws IOException {
        for (int i = 0; i < STRIPES; i++) {
            connect().sendOnly(large("/bucket/idle"), 1);
        }
        await(() -> gateway.stripes().held() >= STRIPES * STRIPE);
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(large("/bucket/other")).status()).isEqualTo(200);
        }
        await(() -> gateway.stripes().dropped() > 0);
        List<Response> answers = new ArrayList<>();
        for (RawHttp attacker : attackers) {
            if (attacker.hasAnswer()) {
                answers.add(attacker.read(false));
            }
        }
        assertThat(answers).isNotEmpty();
        assertThat(answers)
                .allSatisfy(
                        each -> {
                            assertThat(each.status()).isEqualTo(503);
                            assertThat(each.element("Code")).isEqualTo("SlowDown");
                            assertThat(each.headers()).containsEntry("retry-after", "1");
                        });
    }

    private RawHttp connect() throws IOException {
        RawHttp http = new RawHttp(gateway.port());
        attackers.add(http);
        return http;
    }

    private static Ask large(String target) {
        return new Ask("PUT", target).mode("UNSIGNED-PAYLOAD").body(new byte[LARGE]);
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
