package io.giza.gc.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.giza.gc.event.EventSender;
import io.giza.service.webhook.NotificationProperties.Webhook;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

class HttpEventSenderTest {
    private static final byte[] BODY = "{\"Records\":[]}".getBytes(StandardCharsets.UTF_8);
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @TempDir Path folder;
    private HttpServer server;
    private Path secret;
    private volatile int status = 200;

    @BeforeEach
    void start() throws IOException {
        secret = Files.writeString(folder.resolve("secret"), "secret\n");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(Thread::startVirtualThread);
        server.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            requests.add(
                    exchange.getRequestMethod()
                            + " "
                            + exchange.getRequestURI()
                            + " "
                            + exchange.getRequestHeaders().getFirst("Giza-Signature")
                            + " "
                            + new String(body, StandardCharsets.UTF_8));
            if (status == 0) {
                end.await();
                return;
            }
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private EventSender.Result send(Duration timeout) {
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/events?a=b";
        Webhook hook = new Webhook(url, secret.toString(), timeout);
        try (HttpEventSender sender =
                new HttpEventSender(Map.of("hook", hook), InstantSource.fixed(NOW))) {
            return sender.send("hook", BODY);
        }
    }

    private EventSender.Result send() {
        return send(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 202, 204})
    void aSignedMessageIsPosted(int ok) {
        status = ok;
        assertThat(send()).isInstanceOf(EventSender.Taken.class);
        String signature =
                WebhookSignature.of("secret".getBytes(StandardCharsets.UTF_8), NOW, BODY);
        assertThat(requests).containsExactly("POST /events?a=b " + signature + " {\"Records\":[]}");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 307, 400, 410, 500, 503})
    void nothingElseIsASuccessAndNoRedirectionIsFollowed(int failed) {
        status = failed;
        assertThat(send()).isEqualTo(new EventSender.NotTaken("it answered with status " + failed));
        assertThat(requests).hasSize(1);
    }

    @Test
    void aWebhookThatDoesNotAnswerIsGivenUp() {
        status = 0;
        assertThat(send(Duration.ofMillis(50))).isInstanceOf(EventSender.NotTaken.class);
    }

    @Test
    void withoutASecretNothingIsSent() throws IOException {
        Files.writeString(secret, "\n");
        assertThat(send()).isEqualTo(new EventSender.NotTaken("its secret-file is empty"));
        Files.delete(secret);
        assertThat(send()).isInstanceOf(EventSender.NotTaken.class);
        assertThat(requests).isEmpty();
    }

    @Test
    void theSecretIsReadAnewForEachMessage() throws IOException {
        send();
        Files.writeString(secret, "another");
        send();
        assertThat(requests).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void aWebhookThatIsNotConfiguredTakesNothing() {
        try (HttpEventSender sender = new HttpEventSender(Map.of(), InstantSource.fixed(NOW))) {
            assertThat(sender.send("gone", BODY)).isInstanceOf(EventSender.NotTaken.class);
        }
    }
}
