package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

class ServiceServerTest {
    private static final Limits LIMITS =
            new Limits(4, Duration.ofMinutes(5), Duration.ofMinutes(5));

    private final AtomicInteger served = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private ServiceServer server;

    @BeforeEach
    void start() throws IOException {
        server = serving(LIMITS);
    }

    private ServiceServer serving(Limits limits) throws IOException {
        var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new ServiceServer(anyPort, null, this::handle, limits);
    }

    @AfterEach
    void stop() {
        mayEnd.countDown();
        server.close();
    }

    private void handle(Exchange exchange) throws IOException {
        served.incrementAndGet();
        switch (exchange.path()) {
            case "/echo" -> exchange.answer(200, "x/y", exchange.body().readAllBytes());
            case "/refuse" -> exchange.answer(409, "not wanted");
            case "/fail" -> throw new IllegalStateException("a fault");
            case "/disk" -> throw new IOException("a disk failed");
            case "/silent" -> {}
            case "/parameter" -> exchange.answer(200, String.valueOf(exchange.parameter("a")));
            case "/chunked" -> {
                exchange.beginChunked(200);
                exchange.write(ByteBuffer.wrap(new byte[] {'a', 'b'}));
                exchange.write(ByteBuffer.wrap(new byte[] {'c'}));
            }
            case "/short" -> {
                exchange.begin(200, 10);
                exchange.write(ByteBuffer.wrap(new byte[] {'a', 'b'}));
            }
            case "/wait" -> {
                begun.countDown();
                await(mayEnd);
                exchange.answer(200, "done");
            }
            default -> exchange.answer(404);
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static String head(String method, String path, String... more) {
        StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: x\r\n");
        for (String line : more) {
            text.append(line).append("\r\n");
        }
        return text.append("\r\n").toString();
    }

    private String answer(String request) throws IOException {
        try (RawCaller caller = new RawCaller(server.port())) {
            return caller.say(request).endOutput().rest();
        }
    }

    @Test
    void severalRequestsAreServedOnOneConnection() throws IOException {
        String two = head("POST", "/echo", "Content-Length: 2") + "hi" + head("GET", "/silent/");
        assertThat(answer(two))
                .isEqualTo(
                        "HTTP/1.1 200 OK\r\nContent-Type: x/y\r\nContent-Length: 2\r\n\r\nhi"
                                + "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    }

    @Test
    void aChunkedBodyIsReadToItsEndAndWhatFollowsIsTheNextRequest() throws IOException {
        String chunked =
                head("POST", "/echo", "Transfer-Encoding: chunked")
                        + "2;x=y\r\nab\r\n01\r\nc\r\n0\r\nTrailer: z\r\n\r\n";
        assertThat(answer(chunked + head("GET", "/none"))).contains("\r\n\r\nabcHTTP/1.1 404");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 1\r\nContent-Length: 2",
                "Content-Length: -1",
                "Content-Length: one",
                "Content-Length: 99999999999999999999",
                "Content-Length: 2\r\nTransfer-Encoding: chunked",
                "Host: y"
            })
    void aHeadOfTwoMeaningsIsRefusedAndEndsTheConnection(String line) throws IOException {
        String request = head("POST", "/echo", line) + "hi" + head("GET", "/echo");
        assertThat(answer(request)).startsWith("HTTP/1.1 400 ").doesNotContain("200 OK");
        assertThat(served).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "gzip, chunked", "chunked, chunked"})
    void anUnknownTransferEncodingIsRefused(String coding) throws IOException {
        assertThat(answer(head("POST", "/echo", "Transfer-Encoding: " + coding)))
                .startsWith("HTTP/1.1 501 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "", "0x2", "1000000000000000"})
    void aChunkWithoutASizeEndsTheConnection(String size) throws IOException {
        String request = head("POST", "/echo", "Transfer-Encoding: chunked") + size + "\r\nab\r\n";
        assertThat(answer(request + head("GET", "/echo"))).doesNotContain("200 OK");
    }

    @Test
    void aBodyThatBreaksOffIsNotAnswered() throws IOException {
        assertThat(answer(head("POST", "/echo", "Content-Length: 10") + "short")).isEmpty();
        assertThat(answer(head("POST", "/echo", "Transfer-Encoding: chunked") + "5\r\nab"))
                .isEmpty();
    }

    @Test
    void aHeadThatIsTooLongIsRefused() throws IOException {
        assertThat(answer(head("GET", "/echo", "X: " + "y".repeat(20_000))))
                .startsWith("HTTP/1.1 431 ");
        assertThat(answer("GET /" + "y".repeat(20_000))).startsWith("HTTP/1.1 431 ");
    }

    @Test
    void whatIsNoRequestIsRefused() throws IOException {
        assertThat(answer("nonsense\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(answer("GET /echo HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aRefusalIsReadThoughItsRequestHasALongBody() throws IOException {
        try (RawCaller caller = new RawCaller(server.port())) {
            caller.say(head("PUT", "/refuse", "Content-Length: 1000000"));
            assertThat(caller.until("\r\n\r\n")).contains("409", "Connection: close");
            caller.say("x".repeat(1_000_000));
            assertThat(caller.rest()).isEqualTo("not wanted");
        }
    }

    @Test
    void aClientThatWaitsForLeaveIsGivenItOnceItsBodyIsRead() throws IOException {
        String[] lines = {"Content-Length: 2", "Expect: 100-continue"};
        try (RawCaller caller = new RawCaller(server.port())) {
            caller.say(head("POST", "/echo", lines));
            assertThat(caller.until("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
            assertThat(caller.say("hi").until("hi")).startsWith("HTTP/1.1 200 ");
        }
        try (RawCaller caller = new RawCaller(server.port())) {
            assertThat(caller.say(head("POST", "/refuse", lines)).rest()).contains(" 409 ");
        }
    }

    @Test
    void aFaultIsA500AndTheConnectionServesOn() throws IOException {
        for (String path : new String[] {"/fail", "/disk", "/silent"}) {
            assertThat(answer(head("GET", path) + head("GET", "/parameter?a=%20b")))
                    .startsWith("HTTP/1.1 500 ")
                    .endsWith("\r\n\r\n b");
        }
    }

    @Test
    void anAnswerThatIsShorterThanAnnouncedEndsTheConnection() throws IOException {
        assertThat(answer(head("GET", "/short") + head("GET", "/echo"))).endsWith("\r\n\r\nab");
    }

    @Test
    void anAnswerOfUnknownLengthComesInChunks() throws IOException {
        assertThat(answer(head("GET", "/chunked")))
                .contains("Transfer-Encoding: chunked")
                .endsWith("\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");
    }

    @Test
    void headHasNoBody() throws IOException {
        assertThat(answer(head("HEAD", "/parameter?a=b") + head("GET", "/none")))
                .contains("Content-Length: 1\r\n\r\nHTTP/1.1 404");
    }

    @Test
    void anOldClientIsAnsweredOnce() throws IOException {
        assertThat(answer("GET /parameter?a=b HTTP/1.0\r\n\r\n" + head("GET", "/echo")))
                .contains("Connection: close")
                .endsWith("\r\n\r\nb");
    }

    @Test
    void moreConnectionsThanMayBeAreClosed() throws IOException {
        try (ServiceServer small = serving(new Limits(1, LIMITS.idle(), LIMITS.stall()));
                RawCaller first = new RawCaller(small.port())) {
            first.say(head("GET", "/none")).until("\r\n\r\n");
            try (RawCaller second = new RawCaller(small.port())) {
                assertThat(second.rest()).isEmpty();
            }
        }
    }

    @Test
    void whoSaysNothingForTooLongIsEnded() throws IOException {
        Duration brief = Duration.ofMillis(1);
        try (ServiceServer strict = serving(new Limits(4, brief, LIMITS.stall()));
                RawCaller silent = new RawCaller(strict.port())) {
            assertThat(silent.rest()).isEmpty();
        }
        try (ServiceServer strict = serving(new Limits(4, LIMITS.idle(), brief));
                RawCaller slow = new RawCaller(strict.port())) {
            assertThat(slow.say("GET /echo HTTP/1.1\r\n").rest()).isEmpty();
        }
    }

    @Test
    void aRequestUnderWayComesToItsEndWhenTheServerCloses() throws Exception {
        try (RawCaller idle = new RawCaller(server.port());
                RawCaller busy = new RawCaller(server.port())) {
            idle.say(head("GET", "/none")).until("\r\n\r\n");
            busy.say(head("GET", "/wait"));
            begun.await();
            Thread closing = Thread.ofVirtual().start(() -> server.close(Duration.ofMinutes(5)));
            assertThat(idle.rest()).isEmpty();
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> new RawCaller(server.port()));
            mayEnd.countDown();
            assertThat(busy.rest()).contains("Connection: close").endsWith("done");
            closing.join();
        }
    }

    @Test
    void whatTakesLongerThanItsGraceIsCutOff() throws Exception {
        try (RawCaller busy = new RawCaller(server.port())) {
            busy.say(head("GET", "/wait"));
            begun.await();
            server.close(Duration.ofMillis(1));
            assertThat(busy.rest()).isEmpty();
        }
    }

    @Test
    void aBodyIsReadIntoWhateverBufferIsGiven() throws IOException {
        String body = "z".repeat(300_000);
        String answer = answer(head("POST", "/echo", "Content-Length: " + body.length()) + body);
        assertThat(answer).endsWith(body);
        byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
        assertThat(answer).contains("Content-Length: " + bytes.length);
    }
}
