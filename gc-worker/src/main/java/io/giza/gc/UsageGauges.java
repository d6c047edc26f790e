package io.giza.gc;

import io.giza.usage.Usage;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/**
 * What accounts hold, as gauges; names in docs/reference/metrics.md. A worker that sweeps no rows
 * does not know what changed, and shows none.
 */
final class UsageGauges {
    private final BooleanSupplier isSweeping;
    private volatile Optional<Map<String, Usage>> usage = Optional.empty();

    /**
     * Makes gauges, which are not registered yet.
     *
     * @param isSweeping tells whether this worker sweeps rows
     */
    UsageGauges(BooleanSupplier isSweeping) {
        this.isSweeping = isSweeping;
    }

    /** Hears what each account holds. */
    void note(Map<String, Usage> byAccount) {
        usage = Optional.of(Map.copyOf(byAccount));
    }

    /** Shows what these accounts hold. */
    void register(MeterRegistry meters, Collection<String> accounts) {
        for (String account : accounts) {
            register(meters, account, "giza.usage.objects", Usage::objects);
            register(meters, account, "giza.usage.versions", Usage::versions);
            register(meters, account, "giza.usage.bytes", Usage::chargedBytes);
            register(meters, account, "giza.usage.stored.bytes", Usage::storedBytes);
        }
    }

    private void register(
            MeterRegistry meters, String account, String name, ToLongFunction<Usage> value) {
        Gauge.builder(name, this, each -> each.value(account, value))
                .description("What the buckets of the account hold, as the last sweeps found it")
                .tag("account", account)
                .register(meters);
    }

    private double value(String account, ToLongFunction<Usage> value) {
        return usage.filter(_ -> isSweeping.getAsBoolean())
                .map(all -> (double) value.applyAsLong(all.getOrDefault(account, Usage.NONE)))
                .orElse(Double.NaN);
    }
}
