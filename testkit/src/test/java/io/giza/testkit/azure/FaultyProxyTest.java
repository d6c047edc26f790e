package io.giza.testkit.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

class FaultyProxyTest {
    private final BlockingQueue<String> applied = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final FaultyProxy proxy;
    private final HttpClient client = HttpClient.newHttpClient();

    FaultyProxyTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy = FaultyProxy.inFrontOf(server.getAddress().getPort());
    }

    @BeforeEach
    void startServer() {
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void whatNobodyDisturbsArrivesAndIsAnswered() throws Exception {
        assertThat(put("a?b=%2F", "one").body()).isEqualTo("PUT /a?b=%2F one");
        assertThat(put("a", "x".repeat(100_000)).statusCode()).isEqualTo(200);
        assertThat(put("chunked", "two").body()).isEqualTo("PUT /chunked two");

        assertThat(proxy.calls()).hasSize(3);
        assertThat(proxy.calls().getFirst().target()).isEqualTo("/a?b=%2F");
        assertThat(proxy.calls().getFirst().header("If-Match")).contains("\"7\"");
        assertThat(proxy.calls().getFirst().isWrite()).isTrue();
    }

    @Test
    void aRefusedCallDoesNotReachTheServer() throws Exception {
        proxy.applyToNext(HttpCall::isWrite, Fault.BUSY);

        HttpResponse<String> response = put("a", "one");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).contains("1");
        assertThat(response.headers().firstValue("x-ms-error-code")).contains("ServerBusy");
        assertThat(response.body()).contains("ServerBusy");
        assertThat(applied).isEmpty();
        assertThat(put("a", "two").statusCode()).isEqualTo(200);
    }

    @Test
    void everyCallIsRefusedUntilCalm() throws Exception {
        proxy.applyToAll(
                call -> true, new Fault.Refuse(429, "TooManyRequests", Duration.ofSeconds(2)));

        assertThat(put("a", "one").statusCode()).isEqualTo(429);
        assertThat(put("a", "two").statusCode()).isEqualTo(429);
        assertThat(proxy.isArmed()).isTrue();

        proxy.clearFaults();
        assertThat(put("a", "three").statusCode()).isEqualTo(200);
    }

    @Test
    void aLostRequestIsNotApplied() {
        proxy.applyToAll(call -> true, new Fault.LoseRequest());

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> put("a", "one"));
        assertThat(applied).isEmpty();
    }

    @Test
    void aLostResponseIsOfACallThatWasApplied() {
        proxy.applyToAll(call -> true, new Fault.LoseResponse());

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> put("a", "one"));
        assertThat(applied).contains("PUT /a one");
    }

    @Test
    void aTruncatedUploadNeverArrivesWhole() {
        proxy.applyToAll(call -> true, new Fault.TruncateUpload(2));

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> put("a", "one"));
        assertThat(applied).isEmpty();
    }

    @Test
    void aTruncatedResponseEndsEarly() {
        proxy.applyToAll(call -> true, new Fault.TruncateResponse(3));

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> put("a", "one"));
        assertThat(applied).contains("PUT /a one");
    }

    @Test
    void aHeldCallIsAppliedWhenItIsLetGo() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        proxy.applyToNext(call -> call.target().equals("/held"), new Fault.Hold(latch));
        CompletableFuture<HttpResponse<String>> held =
                client.sendAsync(request("held", "late"), HttpResponse.BodyHandlers.ofString());

        while (proxy.isArmed()) {
            Thread.onSpinWait();
        }
        assertThat(put("a", "early").statusCode()).isEqualTo(200);
        latch.countDown();

        assertThat(held.get().statusCode()).isEqualTo(200);
        assertThat(applied).containsExactly("PUT /a early", "PUT /held late");
    }

    @Test
    void aHeldCallIsAppliedThoughItsCallerHasGone() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        proxy.applyToNext(call -> true, new Fault.Hold(latch));
        HttpRequest shortTimeout =
                HttpRequest.newBuilder(request("held", "late"), (_, _) -> true)
                        .timeout(Duration.ofMillis(50))
                        .build();

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(
                        () -> client.send(shortTimeout, HttpResponse.BodyHandlers.discarding()));
        latch.countDown();

        assertThat(applied.take()).isEqualTo("PUT /held late");
    }

    @Test
    void aDelayedCallArrives() throws Exception {
        proxy.applyToNext(call -> true, new Fault.Delay(Duration.ofMillis(20)));

        assertThat(put("a", "one").body()).isEqualTo("PUT /a one");
    }

    private HttpResponse<String> put(String target, String body) throws Exception {
        return client.send(request(target, body), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String target, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + proxy.port() + "/" + target))
                .header("If-Match", "\"7\"")
                .version(HttpClient.Version.HTTP_1_1)
                .PUT(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String seen =
                    exchange.getRequestMethod()
                            + " "
                            + exchange.getRequestURI()
                            + " "
                            + new String(body, StandardCharsets.UTF_8);
            applied.add(seen);
            byte[] answer = seen.getBytes(StandardCharsets.UTF_8);
            boolean isChunked = exchange.getRequestURI().getPath().equals("/chunked");
            exchange.sendResponseHeaders(200, isChunked ? 0 : answer.length);
            exchange.getResponseBody().write(answer);
        }
    }
}
