package io.giza.gateway.admission;

import io.giza.concurrent.Budget;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** The metrics of a {@link ConcurrencyLimit}. */
public final class AdmissionMetrics {
    private AdmissionMetrics() {}

    /** Registers them. */
    public static void register(MeterRegistry metrics, ConcurrencyLimit limit) {
        Budget requests = limit.requests();
        Gauge.builder("giza.admission.held", requests, Budget::held)
                .description("Requests that count against the limit")
                .register(metrics);
        Gauge.builder("giza.admission.limit", requests, Budget::capacity)
                .description("How many requests may begin at a time")
                .register(metrics);
        FunctionCounter.builder("giza.admission.refused", requests, Budget::refused)
                .description("Requests that were refused because they could not begin in time")
                .register(metrics);
    }
}
