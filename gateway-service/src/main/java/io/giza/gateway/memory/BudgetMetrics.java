package io.giza.gateway.memory;

import io.giza.concurrent.Budget;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.function.ToDoubleFunction;

/**
 * The metrics of budgets. The Admin API, {@code giza status} and the console show every kind that
 * has them.
 */
public final class BudgetMetrics {
    /** The gauge of the bytes that are held, by {@link #KIND}. */
    public static final String HELD = "giza.memory.held";

    /** The gauge of the bytes that may be held, by {@link #KIND}. */
    public static final String LIMIT = "giza.memory.limit";

    /** The counter of requests that were refused because too much was held, by {@link #KIND}. */
    public static final String REFUSED = "giza.memory.refused";

    /** The tag that says of which budget a metric is. */
    public static final String KIND = "kind";

    private BudgetMetrics() {}

    /**
     * Registers the metrics of a budget of bytes.
     *
     * @param kind what is held, as metrics call it
     */
    public static void register(MeterRegistry metrics, String kind, Budget budget) {
        gauges(metrics, kind, budget, Budget::held, Budget::capacity);
        FunctionCounter.builder(REFUSED, budget, Budget::refused)
                .description("Requests that were refused because too much was held")
                .tag(KIND, kind)
                .register(metrics);
    }

    /** Registers how much of a budget is held, and how much may be. */
    static <T> void gauges(
            MeterRegistry metrics,
            String kind,
            T budget,
            ToDoubleFunction<T> held,
            ToDoubleFunction<T> limit) {
        Gauge.builder(HELD, budget, held)
                .description("Bytes that are held for clients")
                .tag(KIND, kind)
                .baseUnit("bytes")
                .register(metrics);
        Gauge.builder(LIMIT, budget, limit)
                .description("Bytes that may be held for clients")
                .tag(KIND, kind)
                .baseUnit("bytes")
                .register(metrics);
    }
}
