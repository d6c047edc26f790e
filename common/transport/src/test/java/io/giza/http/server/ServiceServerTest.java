package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What callers get of what a handler does, and of what it fails to do. */
class ServiceServerTest {
    private final ServerFixture fixture = new ServerFixture();

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private void serve(RequestHandler handler) throws IOException {
        fixture.serve(handler, ServerFixture.PATIENT);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Fails for one path, and is well otherwise. */
    private static RequestHandler failingAt(String path, RequestHandler failing) {
        return exchange -> {
            if (exchange.path().equals(path)) {
                failing.handle(exchange);
            } else {
                exchange.answer(200, "well");
            }
        };
    }

    private void assertThatOthersAreServed() throws IOException {
        assertThat(fixture.caller().send(ServerFixture.get("/other")).receive().body())
                .isEqualTo("well");
    }

    @Test
    void anAnswerWithoutAByteArrives() throws IOException {
        serve(exchange -> exchange.answer(200, ""));

        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().body()).isEmpty();
        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().header("Content-Length"))
                .isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100_000, 20_000_000})
    void anAnswerArrivesWhole(int length) throws IOException {
        String body = "0123456789abcdef!".repeat(length / 17 + 1).substring(0, length);
        serve(exchange -> exchange.answer(200, body));

        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().body().equals(body))
                .isTrue();
        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().status()).isEqualTo(200);
    }

    @Test
    void anAnswerInChunksArrivesWhole() throws IOException {
        serve(
                exchange -> {
                    exchange.beginChunked(200);
                    for (String each : List.of("one ", "", "sixteen letters ", "end")) {
                        exchange.write(bytes(each));
                    }
                });

        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().body())
                .isEqualTo("one sixteen letters end");
        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().status()).isEqualTo(200);
    }

    @Test
    void anAnswerInNoChunksArrives() throws IOException {
        serve(exchange -> exchange.beginChunked(200));

        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().body()).isEmpty();
        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().status()).isEqualTo(200);
    }

    @Test
    void headIsAnsweredAsGetButForTheBody() throws IOException {
        serve(
                exchange -> {
                    if (exchange.path().equals("/chunks")) {
                        exchange.beginChunked(200);
                        exchange.write(bytes("body"));
                    } else {
                        exchange.answer(200, "body");
                    }
                });

        for (String path : List.of("/", "/chunks", "/")) {
            fixture.caller().send("HEAD " + path + " HTTP/1.1\r\nHost: store\r\n\r\n");
            assertThat(fixture.caller().receiveHead().header("Connection")).isEmpty();
        }
        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().body())
                .isEqualTo("body");
    }

    @Test
    void anAnswerWithoutContentSaysNoLength() throws IOException {
        serve(exchange -> exchange.answer(204));

        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().headers()).isEmpty();
        assertThat(fixture.caller().send(ServerFixture.get("/")).receive().status()).isEqualTo(204);
    }

    @Test
    void aFailureBeforeTheAnswerIsA500AndOthersAreServed() throws IOException {
        serve(
                failingAt(
                        "/failing",
                        _ -> {
                            throw new IllegalStateException("a secret");
                        }));

        RawCaller.Answer answer = fixture.caller().send(ServerFixture.get("/failing")).receive();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("secret");
        assertThatOthersAreServed();
    }

    @Test
    void aFailureBeforeAnAnswerWasSentTakesItsPlace() throws IOException {
        serve(
                failingAt(
                        "/failing",
                        exchange -> {
                            exchange.with("X-Half", "done").begin(200, 4);
                            throw new IOException("the disk broke");
                        }));

        RawCaller.Answer answer = fixture.caller().send(ServerFixture.get("/failing")).receive();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.header("X-Half")).isEmpty();
        assertThatOthersAreServed();
    }

    @Test
    void aHandlerThatForgetsToAnswerIsA500() throws IOException {
        serve(failingAt("/failing", _ -> {}));

        assertThat(fixture.caller().send(ServerFixture.get("/failing")).receive().status())
                .isEqualTo(500);
        assertThatOthersAreServed();
    }

    @Test
    void aHeaderOfTwoLinesIsNotSent() throws IOException {
        serve(exchange -> exchange.with("X-Name", "a\r\nX-Other: b").answer(200));

        RawCaller.Answer answer = fixture.caller().send(ServerFixture.get("/")).receive();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.header("X-Other")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAnswerThatFailsInItsMiddleIsNotTakenForWhole(boolean isChunked) throws IOException {
        serve(
                exchange -> {
                    if (isChunked) {
                        exchange.beginChunked(200);
                    } else {
                        exchange.begin(200, 10);
                    }
                    exchange.write(bytes("half"));
                    throw new IOException("the disk broke");
                });

        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() -> fixture.caller().send(ServerFixture.get("/")).receive());
    }

    @Test
    void anAnswerThatIsShorterThanAnnouncedIsNotTakenForWhole() throws IOException {
        serve(
                exchange -> {
                    exchange.begin(200, 10);
                    exchange.write(bytes("half"));
                });

        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() -> fixture.caller().send(ServerFixture.get("/")).receive());
    }

    @Test
    void anAnswerIsNeverLongerThanAnnounced() throws IOException {
        serve(
                exchange -> {
                    exchange.begin(200, 4);
                    exchange.write(bytes("half"));
                    exchange.write(bytes("HTTP/1.1 200 OK"));
                });

        assertThat(fixture.caller().send(ServerFixture.get("/")).awaitEnd())
                .endsWith("\r\n\r\nhalf");
    }

    /** The caller sends on until it cannot, and learns why only then. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100_000, 5_000_000})
    void aRefusalIsReadThoughTheBodyWasStillOnItsWay(int length) throws IOException {
        serve(exchange -> exchange.answer(409, "no"));

        fixture.caller().send(ServerFixture.post(length)).send(new byte[length]);
        RawCaller.Answer answer = fixture.caller().receive();

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.header("Connection")).isEqualTo("close");
        assertThat(answer.body()).isEqualTo("no");
        assertThat(fixture.caller().awaitEnd()).isEmpty();
    }

    @Test
    void whatFollowsABodyThatWasNotReadIsNoRequest() throws IOException {
        serve(exchange -> exchange.answer(200, exchange.path()));
        String hidden = ServerFixture.get("/hidden");

        fixture.caller().send(ServerFixture.post(hidden.length())).send(hidden);

        assertThat(fixture.caller().receive().body()).isEqualTo("/");
        assertThat(fixture.caller().awaitEnd()).isEmpty();
    }

    /** It would be sent in vain. */
    @Test
    void whoWaitsForLeaveToSendABodyThatIsRefusedGetsTheRefusalAlone() throws IOException {
        serve(exchange -> exchange.answer(409, "no"));

        fixture.caller()
                .send(
                        "POST / HTTP/1.1\r\nHost: store\r\nContent-Length: 5\r\n"
                                + "Expect: 100-continue\r\n\r\n");

        assertThat(fixture.caller().receive().status()).isEqualTo(409);
        assertThat(fixture.caller().awaitEnd()).isEmpty();
    }

    @Test
    void parametersAreDecodedAndPathsAreNot() throws IOException {
        serve(
                exchange ->
                        exchange.answer(
                                200,
                                exchange.path()
                                        + exchange.parameter("a")
                                        + exchange.parameters("b c")
                                        + exchange.parameter("none")));

        assertThat(
                        fixture.caller()
                                .send(ServerFixture.get("/%41//?a=%2F&b+c=1&b%20c=%zz&none"))
                                .receive()
                                .body())
                .isEqualTo("/%41///[1, %zz]null");
    }

    @Test
    void aPortThatIsTakenIsSaidToBe() throws IOException {
        serve(exchange -> exchange.answer(200));
        var taken =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), fixture.server().port());

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(
                        () ->
                                new ServiceServer(
                                        taken,
                                        null,
                                        _ -> {},
                                        new Limits(1, ServerFixture.LONG, ServerFixture.LONG)))
                .withMessageContaining("cannot listen at")
                .withCauseInstanceOf(BindException.class);
    }
}
