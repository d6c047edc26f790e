package io.giza.version;

import io.giza.metrics.CounterFamily;
import io.giza.model.DcName;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

import java.util.Collection;
import java.util.List;

/** Counts what became of versions; names in docs/reference/metrics.md. */
public final class VersionMetrics {
    private final CounterFamily<Confirmation> confirmed;
    private final CounterFamily<DcName> degraded;
    private final Counter lost;
    private final CounterFamily<String> abandoned;
    private final CounterFamily<String> collected;
    private final CounterFamily<String> reviewed;
    private final CounterFamily<String> repaired;

    /** Whether the version of a put whose uploads ended late still stands. */
    public enum Confirmation {
        STANDS,
        DELETED,
        UNKNOWN
    }

    /**
     * Counts in a registry.
     *
     * @param dcs the data centers that fragments are put into
     */
    public VersionMetrics(MeterRegistry registry, Collection<DcName> dcs) {
        confirmed =
                CounterFamily.of(
                        registry,
                        "giza.version.confirmed",
                        "Puts whose uploads ended so late that they asked whether they still stand",
                        "outcome",
                        Confirmation.class);
        degraded =
                CounterFamily.of(
                        registry,
                        "giza.put.degraded",
                        "Fragments that were not known to be stored when their put was answered",
                        dcs,
                        dc -> Tags.of("dc", dc.value()));
        lost =
                Counter.builder("giza.version.lost")
                        .description("Visible versions whose data cannot be decoded any more")
                        .register(registry);
        abandoned =
                outcomes(
                        registry,
                        "giza.version.abandoned",
                        "Attempts to settle versions whose data may never come",
                        Abandonment.TAGS);
        collected =
                outcomes(
                        registry,
                        "giza.version.collected",
                        "Attempts to delete the fragments of deleted versions",
                        VersionCollection.TAGS);
        reviewed =
                outcomes(
                        registry,
                        "giza.fragment.reviewed",
                        "Fragments of which a worker asked whether a version refers to them",
                        FragmentReview.TAGS);
        repaired =
                outcomes(
                        registry,
                        "giza.version.repaired",
                        "Attempts to repair versions that lack something",
                        VersionRepair.TAGS);
    }

    private static CounterFamily<String> outcomes(
            MeterRegistry registry, String name, String description, List<String> tags) {
        return CounterFamily.of(registry, name, description, "outcome", tags);
    }

    /** A put whose uploads ended late asked whether its version still stands. */
    public void confirmed(Confirmation outcome) {
        confirmed.increment(outcome);
    }

    /** A put was acknowledged though a fragment is not known to be stored where it belongs. */
    public void degraded(DcName dc) {
        degraded.increment(dc);
    }

    /** The data of a live version is lost. */
    public void lost() {
        lost.increment();
    }

    void abandoned(Abandonment.Outcome outcome) {
        abandoned.increment(outcome.tag());
    }

    void collected(VersionCollection.Outcome outcome) {
        collected.increment(outcome.tag());
    }

    void reviewed(FragmentReview.Outcome outcome) {
        reviewed.increment(outcome.tag());
    }

    void repaired(VersionRepair.Outcome outcome) {
        repaired.increment(outcome.tag());
    }
}
