package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.http.address.ClientAddresses;
import io.giza.http.server.RawCaller.Answer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** How answers are framed, and what becomes of those that do not go as they should. */
@Timeout(60)
class AnswersTest {
    private static final int KEPT = 100;

    private final ServerFixture fixture = new ServerFixture();

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private RawCaller served(RequestHandler handler) throws IOException {
        return served(handler, ServerFixture.LONG);
    }

    private RawCaller served(RequestHandler handler, Duration stall) throws IOException {
        fixture.serve(
                handler,
                new Limits(
                        100,
                        ServerFixture.LONG,
                        stall,
                        ServerFixture.LONG,
                        1 << 14,
                        100,
                        KEPT,
                        Duration.ZERO,
                        ServerFixture.LONG));
        return fixture.caller();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static ByteBuffer direct(String text) {
        return ByteBuffer.allocateDirect(text.length()).put(bytes(text)).flip();
    }

    private static void piecewise(Exchange exchange) throws IOException {
        exchange.beginChunked(200);
        exchange.flush();
        exchange.write(bytes("he"), direct("ll"));
        exchange.write(bytes(""));
        exchange.write(direct("o"));
    }

    @Test
    void anAnswerOfUnknownLengthComesInChunks() throws IOException {
        RawCaller caller = served(AnswersTest::piecewise);
        for (int call = 0; call < 3; call++) {
            assertThat(caller.send(ServerFixture.get("/")).receive().body()).isEqualTo("hello");
        }
    }

    @Test
    void anOldCallerIsToldByTheEndOfTheConnection() throws IOException {
        String answer = served(AnswersTest::piecewise).send("GET / HTTP/1.0\r\n\r\n").awaitEnd();
        assertThat(answer).doesNotContainIgnoringCase("transfer-encoding").endsWith("\n\r\nhello");
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void anAnswerThatNeverHasABodyHasNoLength(int status) throws IOException {
        RawCaller caller = served(exchange -> exchange.answer(status));
        for (int call = 0; call < 2; call++) {
            Answer answer = caller.send(ServerFixture.get("/")).receive();
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.headers()).doesNotContainKey("Content-Length");
        }
    }

    @Test
    void theHeadOfABodyIsAskedForAlone() throws IOException {
        RawCaller caller = served(exchange -> exchange.begin(200, 1 << 30));
        for (int call = 0; call < 2; call++) {
            Answer answer = caller.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n").receiveHead();
            assertThat(answer.header("Content-Length")).isEqualTo("1073741824");
        }
    }

    @Test
    void severalBuffersAreSentInTheirOrder() throws IOException {
        String large = "x".repeat(3 << 20);
        RawCaller caller =
                served(
                        exchange -> {
                            exchange.begin(200, 2L * large.length() + 6);
                            exchange.write(direct(large), bytes("abc"), direct(large));
                            exchange.write(bytes("def"));
                        });
        assertThat(caller.send(ServerFixture.get("/")).receive().body())
                .isEqualTo(large + "abc" + large + "def");
    }

    @Test
    void whatWasNotSentIsForgottenWithItsHeaders() throws IOException {
        RawCaller caller =
                served(
                        exchange -> {
                            exchange.with("X-First", "yes").begin(200, 10);
                            assertThat(exchange.isUnsent()).isTrue();
                            exchange.forget();
                            exchange.with("X-Second", "yes").answer(500, "no");
                            assertThat(exchange.isUnsent()).isFalse();
                        });
        Answer answer = caller.send(ServerFixture.get("/")).receive();
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.headers()).containsKey("X-Second").doesNotContainKey("X-First");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAbandonedAnswerIsSeenToBeIncomplete(boolean isChunked) throws IOException {
        RawCaller caller =
                served(
                        exchange -> {
                            if (isChunked) {
                                exchange.beginChunked(200);
                            } else {
                                exchange.begin(200, 10);
                            }
                            exchange.write(bytes("hello"));
                            throw exchange.abandoned(new IOException("no more"));
                        });
        caller.send(ServerFixture.get("/"));
        assertThatExceptionOfType(EOFException.class).isThrownBy(caller::receive);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "100, false", "101, true"})
    void aBodyThatNobodyWantedIsReadWhereItIsShort(int length, boolean isLast) throws IOException {
        RawCaller caller = served(exchange -> exchange.answer(409, "no"));
        caller.send(ServerFixture.post(length) + "x".repeat(length));
        Answer answer = caller.receive();
        assertThat(answer.header("Connection")).isEqualTo(isLast ? "close" : "");
        if (isLast) {
            assertThat(caller.awaitEnd()).isEmpty();
        } else {
            assertThat(caller.send(ServerFixture.get("/")).receive().status()).isEqualTo(409);
        }
    }

    @Test
    void whoWaitsForLeaveAndGetsNoneIsToldThatTheConnectionEnds() throws IOException {
        RawCaller caller = served(exchange -> exchange.answer(409, "no"));
        caller.send(
                "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
        assertThat(caller.receive().header("Connection")).isEqualTo("close");
        assertThat(caller.awaitEnd()).isEmpty();
    }

    @Test
    void aBodyWhoseInputIsEndedCanStillBeAnswered() throws IOException {
        var reads = new CountDownLatch(1);
        RawCaller caller =
                served(
                        exchange -> {
                            Thread.ofVirtual().start(() -> end(exchange, reads));
                            exchange.answer(503, outcome(exchange, reads));
                        });
        caller.send(ServerFixture.post(1000) + "x");
        assertThat(caller.receive().body()).isEqualTo("EOFException");
    }

    private static void end(Exchange exchange, CountDownLatch reads) {
        try {
            reads.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.endInput();
    }

    private static String outcome(Exchange exchange, CountDownLatch reads) {
        try {
            exchange.body().readNBytes(1);
            reads.countDown();
            exchange.body().readAllBytes();
            return "whole";
        } catch (IOException e) {
            return e.getClass().getSimpleName();
        }
    }

    @Test
    void aBodyThatStandsStillCanStillBeAnswered() throws IOException {
        RawCaller caller =
                served(
                        exchange -> {
                            String outcome = outcome(exchange, new CountDownLatch(1));
                            exchange.answer(400, outcome);
                        },
                        ServerFixture.SHORT);
        caller.send(ServerFixture.post(1000) + "x");
        assertThat(caller.receive().body()).isEqualTo(SocketTimeoutException.class.getSimpleName());
        assertThat(caller.awaitEnd()).isEmpty();
    }

    /** Old clients send what is beyond ASCII as it is. */
    @Test
    void aTargetIsTakenAsItCame() throws IOException {
        RawCaller caller = served(exchange -> exchange.answer(200, exchange.path()));
        String path = "/a/../%2e%zz;b//\u00e4\\{}|^`\"<>";
        assertThat(caller.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n").receive().body())
                .isEqualTo(
                        new String(
                                path.getBytes(StandardCharsets.UTF_8),
                                StandardCharsets.ISO_8859_1));
        assertThat(caller.send("GET /a\u007fb HTTP/1.1\r\nHost: a\r\n\r\n").receive().status())
                .isEqualTo(400);
    }

    @Test
    void whomTheGateRefusesIsClosedAndWhoLeavesIsToldOf() throws Exception {
        var inside = new AtomicInteger();
        var gate =
                new ConnectionGate() {
                    @Override
                    public boolean enter(InetAddress address) {
                        return inside.incrementAndGet() <= 1 || inside.decrementAndGet() < 0;
                    }

                    @Override
                    public void leave(InetAddress address) {
                        inside.decrementAndGet();
                    }
                };
        var where = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var server =
                new ServiceServer(
                        where,
                        null,
                        exchange -> exchange.answer(200),
                        ServerFixture.PATIENT,
                        new ConnectionAdmission(
                                ClientAddresses.OF_PEERS, gate, ConnectionMeters.NONE))) {
            try (var first = new RawCaller(server);
                    var second = new RawCaller(server)) {
                assertThat(first.send(ServerFixture.get("/")).receive().status()).isEqualTo(200);
                assertThat(second.awaitEnd()).isEmpty();
            }
            while (inside.get() > 0) {
                Thread.onSpinWait();
            }
        }
    }
}
