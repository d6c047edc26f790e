package io.giza.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Counters of one name that differ in their tags. Those that may be expected are there from the
 * start: Prometheus sees no increase in a counter that is born at its first event. To look one up
 * here costs less than to name it.
 *
 * @param <K> what is counted apart
 */
public final class CounterFamily<K> {
    private final Function<K, Counter> registration;
    private final Map<K, Counter> expected = new LinkedHashMap<>();
    private final Map<K, Counter> others = new ConcurrentHashMap<>();

    private CounterFamily(Collection<K> keys, Function<K, Counter> registration) {
        this.registration = registration;
        keys.forEach(key -> expected.put(key, registration.apply(key)));
    }

    /**
     * Registers a counter for each key.
     *
     * @param description what is counted, for those who read a scrape
     * @param keys those that may be expected; others are registered when they are first counted
     */
    public static <K> CounterFamily<K> of(
            MeterRegistry registry,
            String name,
            String description,
            Collection<K> keys,
            Function<K, Tags> tags) {
        return new CounterFamily<>(
                keys,
                key ->
                        Counter.builder(name)
                                .description(description)
                                .tags(tags.apply(key))
                                .register(registry));
    }

    /** Registers a counter for each value of one tag. */
    public static CounterFamily<String> of(
            MeterRegistry registry,
            String name,
            String description,
            String tag,
            List<String> values) {
        return of(registry, name, description, values, value -> Tags.of(tag, value));
    }

    /** Registers a counter for each constant, whose tag is its name in lower case. */
    public static <E extends Enum<E>> CounterFamily<E> of(
            MeterRegistry registry,
            String name,
            String description,
            String tag,
            Class<E> constants) {
        return of(
                registry,
                name,
                description,
                Arrays.asList(constants.getEnumConstants()),
                constant -> Tags.of(tag, lower(constant)));
    }

    /** Counts one more. */
    public void increment(K key) {
        Counter counter = expected.get(key);
        (counter == null ? others.computeIfAbsent(key, registration) : counter).increment();
    }

    /** Returns how many were counted of each key that was expected. */
    public Map<K, Long> counts() {
        Map<K, Long> counts = new LinkedHashMap<>();
        expected.forEach((key, counter) -> counts.put(key, (long) counter.count()));
        return counts;
    }

    /** Returns a constant as tags name it. */
    public static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
