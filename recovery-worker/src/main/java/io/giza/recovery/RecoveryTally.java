package io.giza.recovery;

import io.giza.metrics.CounterFamily;
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

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Counts what this worker did since it started, and shows how far it is with filling a data center;
 * names in docs/reference/metrics.md.
 */
final class RecoveryTally implements FragmentScrub.Tally {
    private static final String UNEXAMINED = "unexamined";
    private static final List<String> FINDINGS =
            Stream.concat(
                            Arrays.stream(Finding.values()).map(CounterFamily::lower),
                            Stream.of(UNEXAMINED))
                    .toList();

    private final MeterRegistry registry;
    private final CounterFamily<RowCatchUp.Outcome> rows;
    private final CounterFamily<String> versions;
    private final CounterFamily<String> examined;
    private final Counter rebuiltFragments;
    private final Counter rebuiltBytes;
    private final Counter examinedBytes;

    RecoveryTally(MeterRegistry registry) {
        this.registry = registry;
        rows =
                CounterFamily.of(
                        registry,
                        "giza.recovery.rows",
                        "Rows that were compared",
                        "outcome",
                        RowCatchUp.Outcome.class);
        versions =
                CounterFamily.of(
                        registry,
                        "giza.recovery.versions",
                        "Versions of which something was missing or damaged",
                        "outcome",
                        VersionRepair.TAGS);
        examined =
                CounterFamily.of(
                        registry,
                        "giza.scrub.fragments",
                        "Fragments that were read and checked where they lie",
                        "finding",
                        FINDINGS);
        rebuiltFragments =
                Counter.builder("giza.recovery.rebuilt.fragments")
                        .description("Fragments that were rebuilt")
                        .register(registry);
        rebuiltBytes = bytes("giza.recovery.rebuilt.bytes", "Bytes of fragments that were rebuilt");
        examinedBytes = bytes("giza.scrub.bytes", "Bytes of fragments that were checked");
    }

    private Counter bytes(String name, String description) {
        return Counter.builder(name).description(description).baseUnit("bytes").register(registry);
    }

    void row(RowCatchUp.Outcome outcome) {
        rows.increment(outcome);
    }

    @Override
    public void repaired(VersionRepair.Outcome outcome) {
        versions.increment(outcome.tag());
        if (outcome instanceof VersionRepair.Whole whole) {
            rebuiltFragments.increment(whole.rebuilt());
            rebuiltBytes.increment(whole.bytes());
        }
    }

    /** What became of a version of which a data center that is being filled is due a part. */
    void rebuilt(VersionRebuild.Outcome outcome) {
        switch (outcome) {
            case VersionRebuild.Whole whole -> {
                versions.increment("whole");
                rebuiltFragments.increment(whole.rebuilt());
                rebuiltBytes.increment(whole.bytes());
            }
            case VersionRebuild.NotApplicable _, VersionRebuild.Deleted _ ->
                    versions.increment("nothing");
            case VersionRebuild.Lost _ -> versions.increment("lost");
            case VersionRebuild.Undecided _ -> versions.increment("undecided");
        }
    }

    /** Shows as a gauge how many versions a job knows that are not whole. */
    void registerBacklog(String job, Supplier<Number> versions) {
        Gauge.builder("giza.recovery.backlog", versions)
                .description("Versions that are known to lack fragments")
                .tag("job", job)
                .register(registry);
    }

    /** Shows as a gauge how many keys are hinted that a data center missed writes to. */
    void registerHints(DcName dc, Supplier<Number> keys) {
        Gauge.builder("giza.recovery.hints", keys)
                .description("Keys whose writes a data center missed")
                .tag("of", dc.value())
                .register(registry);
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
                .description("How far a data center is filled that takes the place of a lost one")
                .tag("of", dc.value())
                .register(registry);
    }

    @Override
    public void examined(Examination found) {
        examined.increment(CounterFamily.lower(found.finding()));
        examinedBytes.increment(found.bytes());
    }

    @Override
    public void unexamined() {
        examined.increment(UNEXAMINED);
    }

    /** Returns what was done since the start. */
    RecoveryCounts counts() {
        return new RecoveryCounts(
                named(rows.counts()),
                versions.counts(),
                (long) rebuiltFragments.count(),
                (long) rebuiltBytes.count(),
                examined.counts(),
                (long) examinedBytes.count());
    }

    private static Map<String, Long> named(Map<RowCatchUp.Outcome, Long> counts) {
        Map<String, Long> named = new LinkedHashMap<>();
        counts.forEach((outcome, count) -> named.put(CounterFamily.lower(outcome), count));
        return named;
    }
}
