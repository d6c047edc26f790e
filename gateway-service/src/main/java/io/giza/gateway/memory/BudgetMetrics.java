package io.giza.gateway.memory;

import io.giza.concurrent.Budget;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** Shows what is held of budgets for which one waits, beside those for which nobody does. */
public final class BudgetMetrics {
    private BudgetMetrics() {}

    /**
     * Shows a budget of bytes.
     *
     * @param kind what is held, as metrics call it
     */
    public static void register(MeterRegistry metrics, String kind, Budget budget) {
        Gauge.builder("giza.memory.held", budget, each -> (double) each.held())
                .description("Bytes that are held for clients")
                .tag("kind", kind)
                .baseUnit("bytes")
                .register(metrics);
        FunctionCounter.builder("giza.memory.refused", budget, Budget::refused)
                .description("Requests that were refused because too much was held")
                .tag("kind", kind)
                .register(metrics);
    }
}
