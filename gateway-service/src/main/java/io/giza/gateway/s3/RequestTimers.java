package io.giza.gateway.s3;

import io.giza.gateway.s3.route.Operation;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** How long S3 requests took, by operation and status. */
public final class RequestTimers {
    private final MeterRegistry metrics;

    /** Looked up here: to build a meter's name for each request costs more than to time it. */
    private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

    /** Makes timers of {@code giza.s3.requests}. */
    public RequestTimers(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    private record Kind(Operation operation, int status) {}

    void record(Operation operation, int status, long nanos) {
        timers.computeIfAbsent(new Kind(operation, status), this::timer)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Kind kind) {
        return Timer.builder("giza.s3.requests")
                .description("S3 requests by operation and status")
                .tag("operation", kind.operation().label())
                .tag("status", Integer.toString(kind.status()))
                .register(metrics);
    }
}
