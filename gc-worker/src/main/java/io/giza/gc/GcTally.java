package io.giza.gc;

import io.giza.commit.VersionCloser;
import io.giza.gc.plan.ExpiryPlan;
import io.giza.gc.sweep.LifecycleAction;
import io.giza.gc.sweep.RowCollector;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.version.FragmentReview;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Counts what this worker did since it started: {@code giza.gc.rows{outcome}}, {@code
 * giza.gc.fragments{outcome}} and {@code giza.gc.orphans.bytes}, the bytes of the fragments that
 * were deleted because no version refers to them or they were poison; {@code
 * giza.gc.lifecycle.looked{outcome}}, objects and uploads of buckets that have a lifecycle, and
 * {@code giza.gc.lifecycle.expired{what}}, what of them was ended; {@code
 * giza.gc.undecided{outcome}}, versions that were undecided for so long that they were closed;
 * {@code giza.gc.clock.differs}, looks at the time of which no quorum shared that of this machine,
 * so that nothing was done by it.
 */
final class GcTally {
    private static final List<String> FRAGMENT_OUTCOMES =
            List.of("referenced", "young", "removed", "undecided");

    private static final List<String> CLOSED_OUTCOMES = List.of("closed", "over", "open");

    private final Map<String, Counter> rows = new LinkedHashMap<>();
    private final Map<String, Counter> fragments = new LinkedHashMap<>();
    private final Map<String, Counter> lifecycleOutcomes = new LinkedHashMap<>();
    private final Map<String, Counter> expired = new LinkedHashMap<>();
    private final Map<String, Counter> closed = new LinkedHashMap<>();
    private final Counter bytes;
    private final Counter clockDisagreements;
    private volatile Optional<String> clock = Optional.empty();

    GcTally(MeterRegistry registry) {
        Arrays.stream(RowCollector.Outcome.values())
                .map(GcTally::name)
                .forEach(name -> rows.put(name, registry.counter("giza.gc.rows", "outcome", name)));
        FRAGMENT_OUTCOMES.forEach(
                name ->
                        fragments.put(
                                name, registry.counter("giza.gc.fragments", "outcome", name)));
        Arrays.stream(LifecycleAction.Outcome.values())
                .map(GcTally::name)
                .forEach(
                        name ->
                                lifecycleOutcomes.put(
                                        name,
                                        registry.counter(
                                                "giza.gc.lifecycle.looked", "outcome", name)));
        Arrays.stream(ExpiryPlan.ExpiryKind.values())
                .map(GcTally::name)
                .forEach(
                        name ->
                                expired.put(
                                        name,
                                        registry.counter(
                                                "giza.gc.lifecycle.expired", "what", name)));
        CLOSED_OUTCOMES.forEach(
                name -> closed.put(name, registry.counter("giza.gc.undecided", "outcome", name)));
        clockDisagreements = registry.counter("giza.gc.clock.differs");
        bytes = registry.counter("giza.gc.orphans.bytes");
    }

    void row(RowCollector.Outcome outcome) {
        counter(rows, name(outcome)).increment();
    }

    void fragment(Item item, FragmentReview.Outcome outcome) {
        counter(fragments, nameOf(outcome)).increment();
        if (outcome instanceof FragmentReview.Removed) {
            bytes.increment(item.length());
        }
    }

    void closed(VersionCloser.Outcome outcome) {
        String name =
                switch (outcome) {
                    case VersionCloser.Closed closing -> closing.closedHere() ? "closed" : "over";
                    case VersionCloser.Open _ -> "open";
                };
        counter(closed, name).increment();
    }

    void clock(Optional<String> disagreement) {
        clock = disagreement;
        if (disagreement.isPresent()) {
            clockDisagreements.increment();
        }
    }

    /** Returns what was wrong with the time of this machine at the last look; empty if nothing. */
    Optional<String> clock() {
        return clock;
    }

    void lifecycle(LifecycleAction.Outcome outcome) {
        counter(lifecycleOutcomes, name(outcome)).increment();
    }

    void expired(ExpiryPlan.ExpiryKind kind) {
        counter(expired, name(kind)).increment();
    }

    /** Returns how many objects and uploads with a lifecycle stood how, since the start. */
    Map<String, Long> lifecycleOutcomes() {
        return counts(lifecycleOutcomes);
    }

    /** Returns how much of what kind was ended because it had expired, since the start. */
    Map<String, Long> expired() {
        return counts(expired);
    }

    /** Returns how many rows were found in which state, since the start. */
    Map<String, Long> rows() {
        return counts(rows);
    }

    /** Returns how many fragments were found in which state, since the start. */
    Map<String, Long> fragments() {
        return counts(fragments);
    }

    /** Returns the bytes of the fragments that were removed as orphans. */
    long bytes() {
        return (long) bytes.count();
    }

    private static Counter counter(Map<String, Counter> counters, String name) {
        Counter counter = counters.get(name);
        if (counter == null) {
            throw new IllegalStateException("no counter for " + name);
        }
        return counter;
    }

    private static Map<String, Long> counts(Map<String, Counter> counters) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counters.forEach((name, counter) -> counts.put(name, (long) counter.count()));
        return counts;
    }

    private static String name(Enum<?> outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    private static String nameOf(FragmentReview.Outcome outcome) {
        return switch (outcome) {
            case FragmentReview.Referenced _ -> "referenced";
            case FragmentReview.Young _ -> "young";
            case FragmentReview.Removed _ -> "removed";
            case FragmentReview.Undecided _ -> "undecided";
        };
    }
}
