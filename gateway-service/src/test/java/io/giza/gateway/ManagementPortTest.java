package io.giza.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RunningGateway;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Probes and Prometheus have a port of their own. */
class ManagementPortTest {
    private static HttpResponse<String> get(int port, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + port + path);
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/health",
                "/actuator/health/readiness",
                "/actuator/health/liveness",
                "/actuator/info",
                "/actuator/metrics",
                "/actuator/prometheus"
            })
    void itTellsHowTheServiceIsWithoutAToken(String path) throws Exception {
        try (RunningGateway gateway = new RunningGateway("management.server.port=0")) {
            assertThat(gateway.managementPort()).isNotEqualTo(gateway.port());
            assertThat(get(gateway.managementPort(), path).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void nothingElseIsThere() throws Exception {
        try (RunningGateway gateway = new RunningGateway("management.server.port=0")) {
            assertThat(get(gateway.managementPort(), "/").statusCode()).isEqualTo(404);
            assertThat(get(gateway.managementPort(), "/_giza/keys").statusCode()).isEqualTo(404);
            assertThat(get(gateway.port(), "/actuator/health").body()).contains("NoSuchBucket");
        }
    }
}
