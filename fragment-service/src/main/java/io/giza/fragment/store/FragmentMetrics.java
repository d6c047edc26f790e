package io.giza.fragment.store;

import io.giza.metrics.CounterFamily;
import io.giza.metrics.Latencies;
import io.giza.stripe.FragmentInventory.Finding;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** What a fragment-service measures; names in docs/reference/metrics.md. */
public final class FragmentMetrics {
    private FragmentMetrics() {}

    /** Returns what counts bytes of fragments that go one way. */
    public static Counter bytes(MeterRegistry meters, String direction) {
        return Counter.builder("giza.fragment.bytes")
                .description("Bytes of fragments that were received, sent, or read to examine them")
                .baseUnit("bytes")
                .tag("direction", direction)
                .register(meters);
    }

    /** Returns the timer of forces of files and folders. */
    public static Timer forces(MeterRegistry meters) {
        return Latencies.timer(
                        "giza.fragment.force",
                        "How long it took to force a file or a folder to disk")
                .register(meters);
    }

    /** Returns what counts the findings of examinations. */
    static CounterFamily<Finding> findings(MeterRegistry meters) {
        return CounterFamily.of(
                meters,
                "giza.fragment.examined",
                "Fragments that were read from beginning to end, by what was found",
                "finding",
                Finding.class);
    }
}
