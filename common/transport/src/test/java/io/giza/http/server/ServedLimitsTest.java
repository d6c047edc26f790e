package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.http.Trickle;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** What a server bears of its callers. Nothing here ends unless the server ends it. */
class ServedLimitsTest {
    private static final Limits HASTY = new Limits(100, ServerFixture.LONG, ServerFixture.SHORT);

    private final CompletableFuture<IOException> failure = new CompletableFuture<>();
    private final ServerFixture fixture = new ServerFixture();

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private void serve(RequestHandler handler, Limits limits) throws IOException {
        fixture.serve(
                exchange -> {
                    try {
                        handler.handle(exchange);
                    } catch (IOException e) {
                        failure.complete(e);
                        throw e;
                    }
                },
                limits);
    }

    private static void answer(Exchange exchange) throws IOException {
        exchange.body().readAllBytes();
        exchange.answer(200, "well");
    }

    /** They take more memory than thousands may have; those of nearly all requests do not. */
    @Test
    void aRequestWithALongHeadWaitsForOthersAndOneWithAShortHeadDoesNot() throws IOException {
        List<String> served = new CopyOnWriteArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        Duration patience = ServerFixture.LONG;
        serve(
                exchange -> {
                    if (exchange.path().equals("/held")) {
                        begun.countDown();
                        awaitOn(goesOn);
                    }
                    served.add(exchange.path());
                    answer(exchange);
                },
                new Limits(
                        100,
                        patience,
                        patience,
                        patience,
                        16 << 10,
                        1,
                        0,
                        Duration.ZERO,
                        patience));
        String head = " HTTP/1.1\r\nHost: store\r\nPadding: " + "a".repeat(14_000) + "\r\n\r\n";
        try (var held = new RawCaller(fixture.server());
                var waiting = new RawCaller(fixture.server());
                var shorter = new RawCaller(fixture.server())) {
            held.send("GET /held" + head);
            awaitOn(begun);
            waiting.send("GET /waiting" + head);
            shorter.send(ServerFixture.get("/shorter"));
            assertThat(shorter.receive().status()).isEqualTo(200);
            goesOn.countDown();
            assertThat(held.receive().status()).isEqualTo(200);
            assertThat(waiting.receive().status()).isEqualTo(200);
        }
        assertThat(served).containsExactly("/shorter", "/held", "/waiting");
    }

    @Test
    void aConnectionThatRestsTooLongIsEnded() throws IOException {
        serve(ServedLimitsTest::answer, new Limits(100, ServerFixture.SHORT, ServerFixture.LONG));
        try (var silent = new RawCaller(fixture.server())) {
            assertThat(silent.awaitEnd()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"G", "GET / HTTP/1.1\r\nHost: a\r\n", "\r\n"})
    void aHeadThatStandsStillEndsTheConnection(String start) throws IOException {
        serve(ServedLimitsTest::answer, HASTY);

        assertThat(fixture.caller().send(start).awaitEnd()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\n\r\nhell",
                "Transfer-Encoding: chunked\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhell",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
                "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n"
            })
    void aBodyThatStandsStillEndsTheConnection(String rest) throws IOException {
        serve(ServedLimitsTest::answer, HASTY);

        fixture.caller().send("POST / HTTP/1.1\r\nHost: a\r\n" + rest);

        assertThat(fixture.caller().awaitEnd()).doesNotContain("well");
        assertThat(failure.join()).isInstanceOf(IOException.class);
    }

    @Test
    void anAnswerThatNobodyReadsIsGivenUp() throws IOException {
        serve(
                exchange -> {
                    exchange.beginChunked(200);
                    while (true) {
                        exchange.write(ByteBuffer.wrap(new byte[100_000]));
                    }
                },
                HASTY);

        fixture.caller().send(ServerFixture.get("/"));

        assertThat(failure.join()).isInstanceOf(IOException.class);
    }

    /** The next request waits for as long as a connection may rest, not for what one may take. */
    @Test
    void aRequestThatIsOverIsNotLate() throws IOException {
        serve(ServedLimitsTest::answer, HASTY);
        try (var other = new RawCaller(fixture.server())) {
            fixture.caller().send(ServerFixture.get("/")).receive();
            other.send("G").awaitEnd();
        }

        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().body())
                .isEqualTo("well");
    }

    @Test
    void aHandlerMayTakeAsLongAsItLikes() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        serve(
                exchange -> {
                    if (exchange.path().equals("/slow")) {
                        awaitOn(released);
                    }
                    answer(exchange);
                },
                HASTY);
        fixture.caller().send(ServerFixture.get("/slow"));
        try (var other = new RawCaller(fixture.server())) {
            other.send("G").awaitEnd();
        }
        released.countDown();

        assertThat(fixture.caller().receive().body()).isEqualTo("well");
    }

    private static void awaitOn(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"100, 1", "40, 1000", "3, 12000"})
    void aHeadThatIsTooLargeIsRefused(int headers, int valueLength) throws IOException {
        serve(ServedLimitsTest::answer, ServerFixture.PATIENT);
        String header = "X-Many: " + "a".repeat(valueLength) + "\r\n";

        fixture.caller().send("GET / HTTP/1.1\r\nHost: a\r\n" + header.repeat(headers) + "\r\n");

        assertThat(fixture.caller().receive().status()).isEqualTo(431);
        assertThat(fixture.caller().awaitEnd()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /%s HTTP/1.1\r\nHost: a", "GET / HTTP/1.1\r\nHost: a\r\nX: %s"})
    void aLineThatIsTooLongIsRefused(String head) throws IOException {
        serve(ServedLimitsTest::answer, ServerFixture.PATIENT);

        fixture.caller().send(head.formatted("a".repeat(17_000)) + "\r\n\r\n");

        assertThat(fixture.caller().receive().status()).isEqualTo(431);
        assertThat(fixture.caller().awaitEnd()).isEmpty();
    }

    @Test
    void aHeadOfSixteenThousandBytesIsServedAgainAndAgain() throws IOException {
        serve(ServedLimitsTest::answer, ServerFixture.PATIENT);
        String header = "X-Many: " + "a".repeat(1000) + "\r\n";

        for (int call = 0; call < 5; call++) {
            fixture.caller().send("GET / HTTP/1.1\r\nHost: a\r\n" + header.repeat(15) + "\r\n");
            assertThat(fixture.caller().receive().body()).isEqualTo("well");
        }
    }

    @Test
    void moreConnectionsThanAllowedAreEndedAsTheyCome() throws IOException {
        serve(ServedLimitsTest::answer, new Limits(2, ServerFixture.LONG, ServerFixture.LONG));
        fixture.caller().send(ServerFixture.get("/")).receive();
        try (var second = new RawCaller(fixture.server())) {
            second.send(ServerFixture.get("/")).receive();
            for (int call = 0; call < 10; call++) {
                try (var other = new RawCaller(fixture.server())) {
                    assertThat(other.awaitEnd()).isEmpty();
                }
            }
            assertThat(fixture.caller().send(ServerFixture.get("/")).receive().status())
                    .isEqualTo(200);
            assertThat(second.send(ServerFixture.get("/")).receive().status()).isEqualTo(200);
        }
    }

    /** Its refusal was sent; what it sends on, a byte now and then, keeps nobody. */
    @Test
    @Timeout(20)
    void aBodyThatTricklesInAfterItsRefusalEndsTheConnection() throws IOException {
        serve(exchange -> exchange.answer(409, "no"), ServerFixture.PATIENT);
        fixture.caller().send(ServerFixture.post(1_000_000));

        assertThat(fixture.caller().receive().status()).isEqualTo(409);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Trickle.endlessly(() -> fixture.caller().send("a")));
    }

    /** What was asked for in vain is not read to its end either. */
    @Test
    @Timeout(20)
    void aBodyThatGoesOnForEverAfterItsRefusalEndsTheConnection() throws IOException {
        serve(exchange -> exchange.answer(409, "no"), ServerFixture.PATIENT);
        fixture.caller()
                .send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n");

        assertThat(fixture.caller().receive().status()).isEqualTo(409);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(
                        () -> {
                            while (true) {
                                fixture.caller().send(new byte[100_000]);
                            }
                        });
    }

    @Test
    void limitsArePositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Limits(0, ServerFixture.LONG, ServerFixture.LONG));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Limits(1, Duration.ZERO, ServerFixture.LONG));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Limits(1, ServerFixture.LONG, Duration.ofSeconds(-1)));
        assertThat(Limits.stallingFor(Duration.ofSeconds(90)).idle())
                .isEqualTo(Duration.ofSeconds(90));
    }
}
