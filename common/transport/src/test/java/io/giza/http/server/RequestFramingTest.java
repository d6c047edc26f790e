package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Where requests begin and end (RFC 9112), and that nobody hides one within another. */
class RequestFramingTest {
    private static final String HOST = "Host: store\r\n";
    private static final String HIDDEN = "GET /hidden HTTP/1.1\r\n" + HOST + "\r\n";

    private final Queue<String> served = new ConcurrentLinkedQueue<>();
    private final ServerFixture fixture = new ServerFixture();
    private RawCaller caller;

    @BeforeEach
    void start() throws IOException {
        fixture.serve(this::echo, ServerFixture.PATIENT);
        caller = fixture.caller();
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private void echo(Exchange exchange) throws IOException {
        String body = new String(exchange.body().readAllBytes(), StandardCharsets.ISO_8859_1);
        served.add(exchange.method() + " " + exchange.path() + " " + body);
        exchange.answer(200, exchange.header("X-Echo") + " " + body);
    }

    private static String post(String headers) {
        return "POST /open HTTP/1.1\r\n" + HOST + headers + "\r\n\r\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 5",
                "Content-Length: 5\r\nContent-Length: 6",
                "Content-Length: 5\r\nContent-Length: 5",
                "Content-Length: 5, 5",
                "Content-Length: +5",
                "Content-Length: -5",
                "Content-Length: -0",
                "Content-Length: 0x5",
                "Content-Length: 5 5",
                "Content-Length:",
                "Content-Length: 9223372036854775808"
            })
    void aBodyWhoseLengthIsInDoubtIsRefused(String headers) throws IOException {
        caller.send(post(headers) + HIDDEN);

        assertThat(caller.receive().status()).isEqualTo(400);
        assertThat(caller.awaitEnd()).isEmpty();
        assertThat(served).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip, chunked",
                "chunked, chunked",
                "chunked\r\nTransfer-Encoding: chunked",
                "identity",
                "chunked;q=1",
                "xchunked",
                ""
            })
    void aTransferCodingThatIsNotKnownIsRefused(String coding) throws IOException {
        caller.send(post("Transfer-Encoding: " + coding) + "0\r\n\r\n" + HIDDEN);

        assertThat(caller.receive().status()).isEqualTo(501);
        assertThat(caller.awaitEnd()).isEmpty();
        assertThat(served).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n",
                "GET / HTTP/1.1\r\n Transfer-Encoding: chunked\r\nHost: a\r\n",
                "GET / HTTP/1.1\r\n\tHost: a\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding\u000b: chunked\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nTransfer Encoding: chunked\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX-Echo: a\0b\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX-Echo: a\rContent-Length: 5\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n: nameless\r\n",
                "GET /\r\nHost: a\r\n",
                "GET / SMTP/1.1\r\nHost: a\r\n",
                "GET / HTTP/1.1 HTTP/1.1\r\nHost: a\r\n",
                "GET\r\nHost: a\r\n",
                "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n"
            })
    void aHeadThatIsNotAsItShouldBeIsRefused(String head) throws IOException {
        caller.send(head + "\r\n" + HIDDEN);

        assertThat(caller.receive().status()).isEqualTo(400);
        assertThat(caller.awaitEnd()).isEmpty();
        assertThat(served).isEmpty();
    }

    /** Without its last header it might mean something else, such as a delete of any store. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE / HTTP/1.1",
                "DELETE / HTTP/1.1\r\nHost: a\r\n",
                "DELETE / HTTP/1.1\r\nHost: a\r\nX-Echo: a",
                "DELETE / HTTP/1.1\r\nHost: a\r\nX-Echo: a\r\n"
            })
    void aHeadThatEndsTooEarlyIsNotServed(String head) throws IOException {
        caller.send(head).end();

        assertThat(caller.awaitEnd()).isEmpty();
        assertThat(served).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-5\r\nhello\r\n",
                "+5\r\nhello\r\n",
                "0x5\r\nhello\r\n",
                "5 5\r\nhello\r\n",
                "\r\nhello\r\n",
                ";5\r\nhello\r\n",
                "g\r\nhello\r\n",
                "4\r\nhello\r\n",
                "1000000000000000\r\nhello\r\n",
                "ffffffffffffffff\r\nhello\r\n"
            })
    void aChunkThatIsNotAsItsSizeSaysEndsTheConnection(String chunk) throws IOException {
        caller.send(post("Transfer-Encoding: chunked") + chunk + "0\r\n\r\n" + HIDDEN).end();

        assertThat(caller.awaitEnd()).isEmpty();
        assertThat(served).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\r\nhello\r\n0\r\n\r\n",
                "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
                "0005\r\nhello\r\n000\r\n\r\n",
                "5;name=value\r\nhello\r\n0;last\r\n\r\n",
                "5 ; name=\"value\"\r\nhello\r\n0\r\n\r\n",
                "5\r\nhello\r\n0\r\nX-Trailer: 1\r\nContent-Length: 7\r\n\r\n"
            })
    void chunksAreReadToTheirEndAndNotBeyond(String chunks) throws IOException {
        caller.send(post("Transfer-Encoding: Chunked") + chunks + HIDDEN);

        assertThat(caller.receive().body()).isEqualTo("null hello");
        assertThat(caller.receive().status()).isEqualTo(200);
        assertThat(served).containsExactly("POST /open hello", "GET /hidden ");
    }

    @Test
    void trailersWithoutEndAreRefused() throws IOException {
        String trailers = "X-Trailer: 1\r\n".repeat(17);
        caller.send(post("Transfer-Encoding: chunked") + "0\r\n" + trailers + "\r\n").end();

        assertThat(caller.awaitEnd()).isEmpty();
        assertThat(served).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 6\r\n\r\nhello",
                "Transfer-Encoding: chunked\r\n\r\n6\r\nhello",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"
            })
    void aBodyThatEndsTooEarlyIsNotTakenForWhole(String rest) throws IOException {
        caller.send("POST / HTTP/1.1\r\n" + HOST + rest).end();

        assertThat(caller.awaitEnd()).isEmpty();
        assertThat(served).isEmpty();
    }

    @Test
    void requestsThatComeTogetherAreAnsweredInTheirOrder() throws IOException {
        caller.send(
                post("Content-Length: 5\r\nX-Echo: 1")
                        + "hello"
                        + post("Transfer-Encoding: chunked\r\nX-Echo: 2")
                        + "5\r\nworld\r\n0\r\n\r\n"
                        + post("X-Echo: 3"));

        assertThat(List.of(caller.receive().body(), caller.receive().body()))
                .containsExactly("1 hello", "2 world");
        assertThat(caller.receive().body()).isEqualTo("3 ");
    }

    @Test
    void requestsThatComeByteByByteAreServed() throws IOException {
        String all =
                post("Content-Length: 5")
                        + "hello"
                        + post("Transfer-Encoding: chunked")
                        + "5\r\nworld\r\n0\r\n\r\n";
        for (byte each : all.getBytes(StandardCharsets.ISO_8859_1)) {
            caller.send(new byte[] {each});
        }

        assertThat(caller.receive().body()).isEqualTo("null hello");
        assertThat(caller.receive().body()).isEqualTo("null world");
    }

    @Test
    void aHeaderThatIsFoldedIsOneLine() throws IOException {
        caller.send(post("X-Echo: one\r\n \t two\r\nContent-Length: 0"));

        assertThat(caller.receive().body()).isEqualTo("one two ");
    }

    /** Were one of them ignored, the other side might mean that one. */
    @Test
    void headersOfOneNameAreAllHeeded() throws IOException {
        caller.send(post("X-Echo: one\r\nx-echo: two"));

        assertThat(caller.receive().body()).isEqualTo("one, two ");
    }

    @Test
    void anOldCallerIsAnsweredAndTheConnectionEnded() throws IOException {
        caller.send("GET / HTTP/1.0\r\n\r\n");

        assertThat(caller.receive().header("Connection")).isEqualTo("close");
        assertThat(caller.awaitEnd()).isEmpty();
    }

    @Test
    void aCallerThatWantsToEndTheConnectionIsAnsweredAndItEnds() throws IOException {
        caller.send(post("Connection: other, Close") + HIDDEN);

        assertThat(caller.receive().header("Connection")).isEqualTo("close");
        assertThat(caller.awaitEnd()).isEmpty();
        assertThat(served).hasSize(1);
    }

    @Test
    void aCallerThatWaitsForLeaveToSendItsBodyGetsIt() throws IOException {
        caller.send(post("Content-Length: 5\r\nExpect: 100-Continue"));
        assertThat(caller.receive().status()).isEqualTo(100);

        caller.send("hello");
        assertThat(caller.receive().body()).isEqualTo("null hello");
    }

    @Test
    void whoWaitsForLeaveToSendNothingGetsItToo() throws IOException {
        caller.send(post("Content-Length: 0\r\nExpect: 100-continue") + HIDDEN);

        assertThat(caller.receive().status()).isEqualTo(100);
        assertThat(caller.receive().status()).isEqualTo(200);
        assertThat(caller.receive().status()).isEqualTo(200);
    }
}
