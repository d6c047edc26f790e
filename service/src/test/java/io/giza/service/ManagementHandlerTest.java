package io.giza.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.http.server.Limits;
import io.giza.http.server.ServiceServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.DefaultHealthContributorRegistry;
import org.springframework.boot.micrometer.metrics.actuate.endpoint.MetricsEndpoint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** What is said of how a service is. */
class ManagementHandlerTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile Status status = Status.UP;
    private ServiceServer server;

    /** All there is, with nothing but its status. */
    private record Everything() implements HealthEndpointGroup {
        @Override
        public boolean isMember(String name) {
            return true;
        }

        @Override
        public boolean showComponents(SecurityContext context) {
            return false;
        }

        @Override
        public boolean showDetails(SecurityContext context) {
            return false;
        }

        @Override
        public StatusAggregator getStatusAggregator() {
            return StatusAggregator.getDefault();
        }

        @Override
        public HttpCodeStatusMapper getHttpCodeStatusMapper() {
            return HttpCodeStatusMapper.getDefault();
        }

        @Override
        public @Nullable AdditionalHealthEndpointPath getAdditionalPath() {
            return null;
        }
    }

    @BeforeEach
    void start() throws IOException {
        var contributors = new DefaultHealthContributorRegistry();
        HealthIndicator store = () -> Health.status(status).withDetail("disk", "secret").build();
        contributors.registerContributor("store", store);
        var groups =
                HealthEndpointGroups.of(new Everything(), Map.of("readiness", new Everything()));
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.counter("giza.test", "kind", "one").increment(3);
        server =
                new ServiceServer(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        null,
                        new Management(
                                        new HealthEndpoint(contributors, null, groups, null),
                                        new MetricsEndpoint(registry),
                                        registry,
                                        new BuildInformation("gc-worker", "1.2.3", "c0ffee"),
                                        null)
                                .below("/actuator/"),
                        Limits.stallingFor(Duration.ofMinutes(1)));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private HttpResponse<String> ask(String method, String path, String accept) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + "/actuator" + path);
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .header("Accept", accept)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return ask("GET", path, "*/*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health", "/health/readiness"})
    void healthIsAStatusAlone(String path) throws Exception {
        assertThat(get(path).statusCode()).isEqualTo(200);
        assertThat(get(path).body()).isEqualTo("{\"status\":\"UP\"}");

        status = Status.DOWN;
        assertThat(get(path).statusCode()).isEqualTo(503);
        assertThat(get(path).body()).isEqualTo("{\"status\":\"DOWN\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/health/liveness",
                "/health/store",
                "/metrics/none",
                "/metrics/",
                "/env",
                "/"
            })
    void whatIsNotThereIsA404(String path) throws Exception {
        assertThat(get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void metricsAreNamedAndSelectedByTheirTags() throws Exception {
        assertThat(get("/metrics").body()).contains("giza.test");
        assertThat(get("/metrics/giza.test").body()).contains("3.0");
        assertThat(get("/metrics/giza.test?tag=kind:one").body()).contains("3.0");
        assertThat(get("/metrics/giza.test?tag=kind:two").statusCode()).isEqualTo(404);
    }

    @Test
    void aTagThatMakesNoSenseIsRefused() throws Exception {
        assertThat(get("/metrics/giza.test?tag=kind").statusCode()).isEqualTo(400);
    }

    @Test
    void prometheusGetsTheFormatThatItAsksFor() throws Exception {
        HttpResponse<String> text = get("/prometheus");
        HttpResponse<String> open =
                ask("GET", "/prometheus", "application/openmetrics-text;version=1.0.0,*/*;q=0.1");

        assertThat(text.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("text/plain");
        assertThat(text.body()).contains("giza_test_total{kind=\"one\"} 3.0");
        assertThat(open.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("application/openmetrics-text");
        assertThat(open.body()).endsWith("# EOF\n");
    }

    @Test
    void itSaysWhatItWasBuiltFrom() throws Exception {
        assertThat(get("/info").statusCode()).isEqualTo(200);
        assertThat(get("/info").body())
                .contains("\"version\":\"1.2.3\"", "\"commit\":\"c0ffee\"", "gc-worker");
    }

    @Test
    void nothingIsChanged() throws Exception {
        HttpResponse<String> answer = ask("POST", "/health", "*/*");

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD");
        assertThat(ask("HEAD", "/health", "*/*").body()).isEmpty();
    }
}
