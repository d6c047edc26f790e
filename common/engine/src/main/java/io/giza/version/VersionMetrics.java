package io.giza.version;

import io.giza.model.DcName;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts what became of versions: {@code giza.version.abandoned{outcome}}, {@code
 * giza.version.collected{outcome}}, {@code giza.version.confirmed{outcome=stands|deleted|unknown}}
 * for puts whose uploads ended late, and {@code giza.version.lost} for versions that were visible,
 * were not deleted, and cannot be decoded any more. Also {@code giza.put.degraded{dc}}.
 */
public final class VersionMetrics {
    private final MeterRegistry registry;

    public VersionMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A put whose uploads ended late asked whether its version still stands. */
    public void confirmed(String outcome) {
        registry.counter("giza.version.confirmed", "outcome", outcome).increment();
    }

    /** A put was acknowledged though a fragment is not known to be stored where it belongs. */
    public void degraded(DcName dc) {
        registry.counter("giza.put.degraded", "dc", dc.value()).increment();
    }

    /** The data of a live version is lost. */
    public void lost() {
        registry.counter("giza.version.lost").increment();
    }

    void abandoned(Abandonment.Outcome outcome) {
        registry.counter("giza.version.abandoned", "outcome", outcome.tag()).increment();
    }

    void collected(VersionCollection.Outcome outcome) {
        registry.counter("giza.version.collected", "outcome", outcome.tag()).increment();
    }

    void reviewed(FragmentReview.Outcome outcome) {
        registry.counter("giza.fragment.reviewed", "outcome", outcome.tag()).increment();
    }

    void repaired(VersionRepair.Outcome outcome) {
        registry.counter("giza.version.repaired", "outcome", outcome.tag()).increment();
    }
}
