package io.giza.service;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.micrometer.metrics.actuate.endpoint.MetricsEndpoint;

/**
 * What a service says of itself.
 *
 * @param health how it is
 * @param metrics what it counts
 * @param prometheus the same, as Prometheus reads it
 * @param build what it was built from
 */
public record Management(
        HealthEndpoint health,
        MetricsEndpoint metrics,
        PrometheusMeterRegistry prometheus,
        BuildInformation build) {
    /** Returns what says it at paths below a prefix, which ends with a slash. */
    public ManagementHandler below(String prefix) {
        return new ManagementHandler(prefix, this);
    }
}
