package io.giza.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.http.server.Limits;
import io.giza.http.server.ServiceServer;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;

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
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** What operators get from the paths of a service. */
class JsonRoutesTest {
    private final AtomicInteger runs = new AtomicInteger();
    private final HttpClient client = HttpClient.newHttpClient();
    private ServiceServer server;

    @BeforeEach
    void start() throws IOException {
        JsonRoutes routes =
                new JsonRoutes()
                        .get("/state", () -> Map.of("state", "well"))
                        .post("/run", () -> Map.of("runs", runs.incrementAndGet()))
                        .get(
                                "/elsewhere",
                                () -> {
                                    throw new ReplicaException.Failed(
                                            new DcName("dc2"), "it is silent", null);
                                })
                        .get(
                                "/broken",
                                () -> {
                                    throw new IllegalStateException("a secret");
                                });
        server =
                new ServiceServer(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        null,
                        routes,
                        Limits.stallingFor(Duration.ofMinutes(1)));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private HttpResponse<String> ask(String method, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void anAnswerIsJson() throws Exception {
        HttpResponse<String> answer = ask("GET", "/state?verbose=1");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.body()).isEqualTo("{\"state\":\"well\"}");
    }

    @Test
    void whatIsDoneByPostIsNotDoneByGet() throws Exception {
        assertThat(ask("GET", "/run").statusCode()).isEqualTo(404);
        assertThat(runs).hasValue(0);
        assertThat(ask("POST", "/run").body()).isEqualTo("{\"runs\":1}");
    }

    @Test
    void anotherPathIsNotThere() throws Exception {
        assertThat(ask("GET", "/states").statusCode()).isEqualTo(404);
        assertThat(ask("POST", "/state").statusCode()).isEqualTo(404);
    }

    @Test
    void aDataCenterThatDoesNotAnswerIsA503ThatNamesIt() throws Exception {
        HttpResponse<String> answer = ask("GET", "/elsewhere");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("dc2", "it is silent");
    }

    @Test
    void aFailureIsA500ThatKeepsItsReason() throws Exception {
        HttpResponse<String> answer = ask("GET", "/broken");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("secret");
    }
}
