package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.MessageFormat;
import io.giza.wire.MetadataRoutes;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The services of a cluster obey nobody who does not carry its token. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InternalEndpointsIT {
    private static final String FRAGMENT =
            "default/6f1c0f3e-0000-4000-8000-000000000001/"
                    + "ab".repeat(32)
                    + "/6f1c0f3e-0000-4000-8000-000000000002.0";

    private final HttpClient client = HttpClient.newHttpClient();
    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(StandaloneOptions.in(folder));
    }

    @AfterAll
    void stop() {
        client.close();
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer ",
                "Bearer wrong",
                "Basic Z2l6YTpnaXph",
                "TOKEN",
                "bearer TOKEN",
                "Bearer TOKENx",
                "Bearer  TOKEN",
                "Bearer TOKE"
            })
    void whoeverHasNoTokenOrAWrongOneIsAnswered401(String authorization) throws Exception {
        String token = cluster.token();
        String header =
                authorization
                        .replace("TOKEN", token)
                        .replace("TOKE", token.substring(0, token.length() - 1));
        for (String dc : cluster.names()) {
            for (HttpRequest.Builder request : requests(cluster.status(dc))) {
                if (!header.isEmpty()) {
                    request.header("Authorization", header);
                }
                HttpRequest sent = request.build();
                assertThat(status(sent)).as("%s %s", sent.method(), sent.uri()).isEqualTo(401);
            }
        }
    }

    @Test
    void whoeverHasTheTokenIsAnsweredOtherwise() throws Exception {
        for (HttpRequest.Builder request : requests(cluster.status("dc1"))) {
            HttpRequest sent = request.header("Authorization", "Bearer " + cluster.token()).build();
            assertThat(status(sent)).as("%s %s", sent.method(), sent.uri()).isNotEqualTo(401);
        }
    }

    @Test
    void healthNeedsNoToken() throws Exception {
        DcStatus dc = cluster.status("dc2");
        for (URI service : services(dc)) {
            assertThat(body(service.resolve("/actuator/health")))
                    .contains("\"status\":\"UP\"")
                    .doesNotContain("components", "path");
        }
        assertThat(body(dc.health()))
                .contains("\"status\":\"UP\"")
                .doesNotContain("components", "path");
    }

    @Test
    void aPathThatGoesUpAndDownAgainLeadsNowhere() throws Exception {
        DcStatus dc = cluster.status("dc1");
        for (URI service : services(dc)) {
            for (String path :
                    List.of(
                            "/actuator/health/../metrics",
                            "/actuator/health/%2e%2E/metrics",
                            "/actuator/./health")) {
                HttpRequest.Builder ask = HttpRequest.newBuilder(URI.create(service + path));
                assertThat(status(ask.build())).as("%s %s", service, path).isEqualTo(401);
                ask.header("Authorization", "Bearer " + cluster.token());
                assertThat(status(ask.build())).as("%s %s", service, path).isEqualTo(404);
            }
        }
        URI malformed = URI.create(dc.s3() + "/_giza/health/../metrics");
        assertThat(status(HttpRequest.newBuilder(malformed).build())).isEqualTo(401);
    }

    private static List<URI> services(DcStatus dc) {
        return List.of(dc.metadata(), dc.fragments(), dc.gc(), dc.recovery());
    }

    /** Every kind of internal request, none of which changes anything if it is let through. */
    private static List<HttpRequest.Builder> requests(DcStatus dc) {
        List<HttpRequest.Builder> requests = new ArrayList<>();
        for (String path : List.of(MetadataRoutes.MESSAGES, MetadataRoutes.SCANS)) {
            requests.add(
                    HttpRequest.newBuilder(dc.metadata().resolve(path))
                            .header("Content-Type", MessageFormat.MEDIA_TYPE)
                            .POST(BodyPublishers.ofString("{}")));
        }
        URI fragment = dc.fragments().resolve(FragmentRoutes.PREFIX + FRAGMENT);
        requests.add(HttpRequest.newBuilder(fragment).GET());
        requests.add(HttpRequest.newBuilder(fragment).DELETE());
        requests.add(HttpRequest.newBuilder(fragment).PUT(BodyPublishers.ofString("no fragment")));
        for (String path : List.of("/metrics", "/prometheus", "/health/", "/no/such/path")) {
            requests.add(HttpRequest.newBuilder(dc.s3().resolve("/_giza" + path)));
        }
        for (URI service : services(dc)) {
            requests.add(HttpRequest.newBuilder(service.resolve("/actuator/metrics")).GET());
            requests.add(HttpRequest.newBuilder(service.resolve("/actuator/prometheus")).GET());
            requests.add(HttpRequest.newBuilder(service.resolve("/no/such/path")).GET());
            requests.add(HttpRequest.newBuilder(service.resolve("/actuator/health;x/")));
        }
        return requests;
    }

    private String body(URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    }

    private int status(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }
}
