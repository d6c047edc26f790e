package io.giza.service;

import io.giza.level.LiveLevel;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.micrometer.metrics.actuate.endpoint.MetricsEndpoint;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a service says of itself.
 *
 * @param health how it is
 * @param metrics what it counts
 * @param prometheus the same, as Prometheus reads it
 * @param build what it was built from
 * @param level which formats it reads and writes; null where it is part of no cluster
 */
public record Management(
        HealthEndpoint health,
        MetricsEndpoint metrics,
        PrometheusMeterRegistry prometheus,
        BuildInformation build,
        @Nullable LiveLevel level) {
    /** Returns what the process is, and which format levels it reads and writes. */
    public Map<String, Object> info() {
        Map<String, Object> info = new TreeMap<>(build.toMap());
        if (level != null) {
            info.put("reads", level.range().newest());
            info.put("writes", level.written());
        }
        return info;
    }

    /** Returns what says it at paths below a prefix, which ends with a slash. */
    public ManagementHandler below(String prefix) {
        return new ManagementHandler(prefix, this);
    }
}
