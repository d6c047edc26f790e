package io.giza.fragment.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.giza.concurrent.VirtualThreads;
import io.giza.fragment.store.UnreadableMediumException;
import io.giza.http.server.Exchange;
import io.giza.http.server.Limits;
import io.giza.http.server.ServiceServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;

class DiskConditionsTest {
    private static final int REQUESTS = 5;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Logger log = (Logger) LoggerFactory.getLogger("io.giza");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private ServiceServer server;

    @BeforeEach
    void start() throws IOException {
        lines.start();
        log.addAppender(lines);
        server =
                new ServiceServer(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        null,
                        new DiskConditions(DiskConditionsTest::fail, new VirtualThreads(), meters),
                        Limits.stallingFor(Duration.ofMinutes(1)));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        log.detachAppender(lines);
    }

    private static void fail(Exchange exchange) throws IOException {
        switch (exchange.path()) {
            case "/full" -> throw new IOException("No space left on device");
            case "/unreadable" ->
                    throw new UnreadableMediumException(new IOException("Input/output error"));
            case "/begun" -> {
                exchange.begin(200, 2);
                exchange.writeNow(ByteBuffer.wrap(new byte[1]));
                throw new UnreadableMediumException(new IOException("Input/output error"));
            }
            default -> throw new IOException("something else");
        }
    }

    private int ask(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
        return client.send(
                        HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private double count(String condition) {
        return meters.get("giza.fragment.disk.failures")
                .tag("condition", condition)
                .counter()
                .count();
    }

    @Test
    void aFullDiskIsA507AndOneWarningForManyRequests() throws Exception {
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(ask("/full")).isEqualTo(507);
        }
        assertThat(count("full")).isEqualTo(REQUESTS);
        assertThat(lines.list).hasSize(1);
        assertThat(lines.list.getFirst().getLevel()).isEqualTo(Level.WARN);
        assertThat(lines.list.getFirst().getThrowableProxy()).isNull();
    }

    @Test
    void bytesThatAreNotGivenBackAreOneWarningForManyRequests() throws Exception {
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(ask("/unreadable")).isEqualTo(500);
        }
        assertThat(count("unreadable")).isEqualTo(REQUESTS);
        assertThat(lines.list).hasSize(1);
    }

    @Test
    void anAnswerThatHasBegunIsNotWhole() {
        assertThatThrownBy(() -> ask("/begun")).isInstanceOf(IOException.class);
        assertThat(lines.list).hasSize(1);
    }

    @Test
    void anotherFailureKeepsItsStackTrace() throws Exception {
        assertThat(ask("/other")).isEqualTo(500);

        assertThat(lines.list)
                .singleElement()
                .extracting(ILoggingEvent::getLevel)
                .isEqualTo(Level.ERROR);
        assertThat(lines.list.getFirst().getThrowableProxy()).isNotNull();
    }
}
