package io.giza.gateway.s3.connection;

import io.giza.http.server.ConnectionMeters;
import io.giza.metrics.CounterFamily;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.concurrent.atomic.AtomicInteger;

/** Publishes how many connections a gateway has, and how many it refused. */
public final class MeteredConnections implements ConnectionMeters {
    private final AtomicInteger open = new AtomicInteger();
    private final CounterFamily<Refusal> refused;

    /** Registers the meters. */
    public MeteredConnections(MeterRegistry metrics) {
        Gauge.builder("giza.connections.open", open, AtomicInteger::get)
                .description("Connections of clients that are open")
                .register(metrics);
        refused =
                CounterFamily.of(
                        metrics,
                        "giza.connections.refused",
                        "Connections that were closed before anything was served on them",
                        "reason",
                        Refusal.class);
    }

    @Override
    public void opened() {
        open.incrementAndGet();
    }

    @Override
    public void closed() {
        open.decrementAndGet();
    }

    @Override
    public void refused(Refusal reason) {
        refused.increment(reason);
    }
}
