package io.giza.service;

import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.micrometer.metrics.actuate.endpoint.MetricsEndpoint;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Health and metrics, with what Spring's actuator knows, below a prefix: {@code health} and {@code
 * health/readiness} and {@code health/liveness}, {@code metrics} with a name behind it or without,
 * {@code prometheus}, and {@code info}.
 */
public final class ManagementHandler implements RequestHandler {
    private static final String HEALTH = "health";
    private static final String METRICS = "metrics";
    private static final String PROMETHEUS = "prometheus";
    private static final String INFO = "info";
    private static final String READINESS = HEALTH + "/readiness";
    private static final String LIVENESS = HEALTH + "/liveness";

    private static final String JSON = "application/json";
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;

    private final String prefix;
    private final HealthEndpoint health;
    private final MetricsEndpoint metrics;
    private final PrometheusMeterRegistry prometheus;
    private final Supplier<Map<String, Object>> info;
    private final HttpCodeStatusMapper codes = HttpCodeStatusMapper.getDefault();

    /**
     * Serves what is below a prefix.
     *
     * @param prefix what all paths begin with, a slash at its end
     */
    ManagementHandler(String prefix, Management management) {
        this.prefix = prefix;
        this.health = management.health();
        this.metrics = management.metrics();
        this.prometheus = management.prometheus();
        this.info = management::info;
    }

    /** Returns the paths that say nothing but how the service is, and need no token. */
    public Set<String> openPaths() {
        return Set.of(prefix + HEALTH, prefix + READINESS, prefix + LIVENESS);
    }

    /** Tells whether a path is below its prefix. */
    public boolean has(String path) {
        return path.startsWith(prefix);
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        if (!Set.of("GET", "HEAD").contains(exchange.method())) {
            exchange.with("Allow", "GET, HEAD")
                    .answer(METHOD_NOT_ALLOWED, "this path is read by GET");
            return;
        }
        String path = has(exchange.path()) ? exchange.path().substring(prefix.length()) : "";
        switch (path) {
            case HEALTH -> answer(exchange, health.health());
            case READINESS -> answer(exchange, health.healthForPath("readiness"));
            case LIVENESS -> answer(exchange, health.healthForPath("liveness"));
            case METRICS -> json(exchange, OK, metrics.listNames());
            case PROMETHEUS -> scrape(exchange);
            case INFO -> json(exchange, OK, info.get());
            default -> metric(exchange, path);
        }
    }

    private void answer(Exchange exchange, @Nullable HealthDescriptor found) throws IOException {
        if (found == null) {
            exchange.answer(NOT_FOUND, "this service has no such group");
            return;
        }
        json(
                exchange,
                codes.getStatusCode(found.getStatus()),
                Map.of("status", found.getStatus().getCode()));
    }

    private void metric(Exchange exchange, String path) throws IOException {
        Object found;
        try {
            found = metric(path, exchange.parameters("tag"));
        } catch (InvalidEndpointRequestException e) {
            exchange.answer(BAD_REQUEST, String.valueOf(e.getMessage()));
            return;
        }
        if (found == null) {
            exchange.answer(NOT_FOUND, "there is no such path");
        } else {
            json(exchange, OK, found);
        }
    }

    private @Nullable Object metric(String path, List<String> tags) {
        String before = METRICS + "/";
        return path.startsWith(before)
                ? metrics.metric(path.substring(before.length()), tags)
                : null;
    }

    /** OpenMetrics for those who ask for it, as Prometheus does; text for people. */
    private void scrape(Exchange exchange) throws IOException {
        String accepted = exchange.header("Accept");
        String type =
                accepted != null && accepted.contains("application/openmetrics-text")
                        ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                        : "text/plain; version=0.0.4; charset=utf-8";
        exchange.answer(OK, type, prometheus.scrape(type).getBytes(StandardCharsets.UTF_8));
    }

    private static void json(Exchange exchange, int status, Object answer) throws IOException {
        exchange.answer(status, JSON, JsonMapper.shared().writeValueAsBytes(answer));
    }
}
