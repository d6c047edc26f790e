package io.giza.gc;

import io.giza.gc.event.EventListener;
import io.giza.metrics.CounterFamily;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How events of buckets fare, by webhook; names in docs/reference/metrics.md. Events for a webhook
 * that the configuration has no more count as those of {@value #OTHERS}.
 */
final class EventMetrics implements EventListener {
    private static final String OTHERS = "none";

    private final Map<String, EnumMap<Outcome, Counter>> counters = new TreeMap<>();
    private final Map<String, Backlog> backlogs = new ConcurrentHashMap<>();

    private record Backlog(long count, Duration oldest) {
        static final Backlog EMPTY = new Backlog(0, Duration.ZERO);
    }

    /**
     * Registers meters.
     *
     * @param webhooks the names of those that there are
     */
    EventMetrics(MeterRegistry registry, Collection<String> webhooks) {
        webhooks.forEach(webhook -> register(registry, webhook));
        register(registry, OTHERS);
    }

    private void register(MeterRegistry registry, String webhook) {
        EnumMap<Outcome, Counter> own = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            own.put(
                    outcome,
                    Counter.builder("giza.notifications.events")
                            .description("What became of events, or of tries to send them")
                            .tag("webhook", webhook)
                            .tag("outcome", CounterFamily.lower(outcome))
                            .register(registry));
        }
        counters.put(webhook, own);
        Gauge.builder("giza.notifications.backlog", () -> backlogOf(webhook).count())
                .description("Events that are still to be sent, as the worker at it knows")
                .tag("webhook", webhook)
                .register(registry);
        Gauge.builder(
                        "giza.notifications.oldest",
                        () -> backlogOf(webhook).oldest().toMillis() / 1e3)
                .description("How long the oldest event that is still to be sent has waited")
                .baseUnit("seconds")
                .tag("webhook", webhook)
                .register(registry);
    }

    private Backlog backlogOf(String webhook) {
        return backlogs.getOrDefault(webhook, Backlog.EMPTY);
    }

    private String known(String webhook) {
        return counters.containsKey(webhook) ? webhook : OTHERS;
    }

    @Override
    public void count(String webhook, Outcome outcome) {
        Objects.requireNonNull(Objects.requireNonNull(counters.get(known(webhook))).get(outcome))
                .increment();
    }

    @Override
    public void backlog(String webhook, long count, Duration oldest) {
        backlogs.put(known(webhook), new Backlog(count, oldest));
    }
}
