package io.giza.gc;

import io.giza.commit.VersionCloser;
import io.giza.gc.plan.ExpiryPlan;
import io.giza.gc.sweep.LifecycleAction;
import io.giza.gc.sweep.RowCollector;
import io.giza.metrics.CounterFamily;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.version.FragmentReview;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Counts what this worker did since it started; names in docs/reference/metrics.md. */
final class GcTally {
    private final CounterFamily<RowCollector.Outcome> rows;
    private final CounterFamily<String> fragments;
    private final CounterFamily<LifecycleAction.Outcome> lifecycleOutcomes;
    private final CounterFamily<ExpiryPlan.ExpiryKind> expired;
    private final CounterFamily<Closing> closed;
    private final Counter bytes;
    private final Counter clockDisagreements;
    private volatile Optional<String> clock = Optional.empty();

    /** What became of a version that was undecided for long. */
    private enum Closing {
        CLOSED,
        OVER,
        OPEN
    }

    GcTally(MeterRegistry registry) {
        rows =
                CounterFamily.of(
                        registry,
                        "giza.gc.rows",
                        "Rows that a sweep looked at",
                        "outcome",
                        RowCollector.Outcome.class);
        fragments =
                CounterFamily.of(
                        registry,
                        "giza.gc.fragments",
                        "Fragments that a sweep looked at",
                        "outcome",
                        FragmentReview.TAGS);
        lifecycleOutcomes =
                CounterFamily.of(
                        registry,
                        "giza.gc.lifecycle.looked",
                        "Objects and uploads of buckets that have a lifecycle",
                        "outcome",
                        LifecycleAction.Outcome.class);
        expired =
                CounterFamily.of(
                        registry,
                        "giza.gc.lifecycle.expired",
                        "What was ended because it had expired",
                        "what",
                        ExpiryPlan.ExpiryKind.class);
        closed =
                CounterFamily.of(
                        registry,
                        "giza.gc.undecided",
                        "Versions that two looks found undecided",
                        "outcome",
                        Closing.class);
        clockDisagreements =
                Counter.builder("giza.gc.clock.differs")
                        .description("Looks at the time that no quorum shared with this machine")
                        .register(registry);
        bytes =
                Counter.builder("giza.gc.orphans.bytes")
                        .description("Bytes of fragments that no version referred to, or poison")
                        .baseUnit("bytes")
                        .register(registry);
    }

    void row(RowCollector.Outcome outcome) {
        rows.increment(outcome);
    }

    void fragment(Item item, FragmentReview.Outcome outcome) {
        fragments.increment(outcome.tag());
        if (outcome instanceof FragmentReview.Removed) {
            bytes.increment(item.length());
        }
    }

    void closed(VersionCloser.Outcome outcome) {
        closed.increment(
                switch (outcome) {
                    case VersionCloser.Closed closing ->
                            closing.closedHere() ? Closing.CLOSED : Closing.OVER;
                    case VersionCloser.Open _ -> Closing.OPEN;
                });
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
        lifecycleOutcomes.increment(outcome);
    }

    void expired(ExpiryPlan.ExpiryKind kind) {
        expired.increment(kind);
    }

    /** Returns how many objects and uploads with a lifecycle stood how, since the start. */
    Map<String, Long> lifecycleOutcomes() {
        return named(lifecycleOutcomes);
    }

    /** Returns how much of what kind was ended because it had expired, since the start. */
    Map<String, Long> expired() {
        return named(expired);
    }

    /** Returns how many rows were found in which state, since the start. */
    Map<String, Long> rows() {
        return named(rows);
    }

    /** Returns how many fragments were found in which state, since the start. */
    Map<String, Long> fragments() {
        return fragments.counts();
    }

    /** Returns the bytes of the fragments that were removed as orphans. */
    long bytes() {
        return (long) bytes.count();
    }

    private static Map<String, Long> named(CounterFamily<? extends Enum<?>> family) {
        Map<String, Long> counts = new LinkedHashMap<>();
        family.counts().forEach((key, count) -> counts.put(CounterFamily.lower(key), count));
        return counts;
    }
}
