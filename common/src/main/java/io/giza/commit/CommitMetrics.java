package io.giza.commit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.Locale;

/** Counters of the metadata path; names in docs/metrics.md. */
public final class CommitMetrics {
    private final MeterRegistry registry;

    /** Counts into {@code registry}. */
    public CommitMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void ended(CommitResult result) {
        String outcome =
                switch (result) {
                    case CommitResult.Committed committed ->
                            committed.path().name().toLowerCase(Locale.ROOT);
                    case CommitResult.Repeated _ -> "repeated";
                    case CommitResult.Withdrawn _ -> "withdrawn";
                    case CommitResult.Fenced _ -> "fenced";
                    case CommitResult.Unavailable _ -> "unavailable";
                    case CommitResult.Unknown _ -> "unknown";
                };
        Counter.builder("giza.commit.ended").tag("outcome", outcome).register(registry).increment();
    }

    void read(String outcome) {
        Counter.builder("giza.commit.reads").tag("outcome", outcome).register(registry).increment();
    }
}
