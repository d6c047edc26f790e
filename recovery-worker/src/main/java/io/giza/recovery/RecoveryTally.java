package io.giza.recovery;

import io.giza.model.DcName;
import io.giza.recovery.fragments.FragmentScrub;
import io.giza.recovery.replacement.ReplacementStatus;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.version.VersionRebuild;
import io.giza.version.VersionRepair;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Counts what this worker did since it started: {@code giza.recovery.rows{outcome}}, {@code
 * giza.recovery.versions{outcome}}, {@code giza.recovery.rebuilt.fragments} and {@code .bytes}, and
 * {@code giza.scrub.fragments{finding}} and {@code giza.scrub.bytes}. How far it is with filling a
 * data center, {@code giza.recovery.replacement.rows.done{of}}, {@code .rows.total}, {@code
 * .bytes.done} and {@code .bytes.total}.
 */
final class RecoveryTally implements FragmentScrub.Tally {
    private static final String UNEXAMINED = "unexamined";
    private static final List<String> VERSIONS =
            List.of("whole", "nothing", "unsettled", "lost", "undecided");

    private final MeterRegistry registry;
    private final Map<String, Counter> rows = new LinkedHashMap<>();
    private final Map<String, Counter> versions = new LinkedHashMap<>();
    private final Map<String, Counter> examined = new LinkedHashMap<>();
    private final Counter rebuiltFragments;
    private final Counter rebuiltBytes;
    private final Counter examinedBytes;

    RecoveryTally(MeterRegistry registry) {
        this.registry = registry;
        for (RowCatchUp.Outcome outcome : RowCatchUp.Outcome.values()) {
            rows.put(
                    name(outcome),
                    registry.counter("giza.recovery.rows", "outcome", name(outcome)));
        }
        for (String name : VERSIONS) {
            versions.put(name, registry.counter("giza.recovery.versions", "outcome", name));
        }
        for (Finding finding : Finding.values()) {
            examined.put(
                    name(finding),
                    registry.counter("giza.scrub.fragments", "finding", name(finding)));
        }
        examined.put(UNEXAMINED, registry.counter("giza.scrub.fragments", "finding", UNEXAMINED));
        rebuiltFragments = registry.counter("giza.recovery.rebuilt.fragments");
        rebuiltBytes = registry.counter("giza.recovery.rebuilt.bytes");
        examinedBytes = registry.counter("giza.scrub.bytes");
    }

    void row(RowCatchUp.Outcome outcome) {
        counter(rows, name(outcome)).increment();
    }

    @Override
    public void repaired(VersionRepair.Outcome outcome) {
        counter(versions, outcome.tag()).increment();
        if (outcome instanceof VersionRepair.Whole whole) {
            rebuiltFragments.increment(whole.rebuilt());
            rebuiltBytes.increment(whole.bytes());
        }
    }

    /** What became of a version of which a data center that is being filled is due a part. */
    void rebuilt(VersionRebuild.Outcome outcome) {
        switch (outcome) {
            case VersionRebuild.Whole whole -> {
                counter(versions, "whole").increment();
                rebuiltFragments.increment(whole.rebuilt());
                rebuiltBytes.increment(whole.bytes());
            }
            case VersionRebuild.NotApplicable _, VersionRebuild.Deleted _ ->
                    counter(versions, "nothing").increment();
            case VersionRebuild.Lost _ -> counter(versions, "lost").increment();
            case VersionRebuild.Undecided _ -> counter(versions, "undecided").increment();
        }
    }

    /** Shows as gauges how far this worker is with filling a data center; 0 while it is not. */
    void registerGauges(DcName dc, Supplier<Optional<ReplacementStatus>> replacement) {
        gauge(dc, "rows.done", replacement, ReplacementStatus::rows);
        gauge(dc, "rows.total", replacement, ReplacementStatus::ofRows);
        gauge(dc, "bytes.done", replacement, ReplacementStatus::bytes);
        gauge(dc, "bytes.total", replacement, ReplacementStatus::ofBytes);
    }

    private void gauge(
            DcName dc,
            String what,
            Supplier<Optional<ReplacementStatus>> replacement,
            ToLongFunction<ReplacementStatus> value) {
        Gauge.builder(
                        "giza.recovery.replacement." + what,
                        () -> replacement.get().map(value::applyAsLong).orElse(0L))
                .tag("of", dc.value())
                .register(registry);
    }

    @Override
    public void examined(Examination found) {
        counter(examined, name(found.finding())).increment();
        examinedBytes.increment(found.bytes());
    }

    @Override
    public void unexamined() {
        counter(examined, UNEXAMINED).increment();
    }

    /** Returns what was done since the start. */
    RecoveryCounts counts() {
        return new RecoveryCounts(
                counts(rows),
                counts(versions),
                (long) rebuiltFragments.count(),
                (long) rebuiltBytes.count(),
                counts(examined),
                (long) examinedBytes.count());
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

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
