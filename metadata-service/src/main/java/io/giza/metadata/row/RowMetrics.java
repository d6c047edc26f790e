package io.giza.metadata.row;

import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.paxos.Vote;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;

/** Counters of the rows of a data center; names in docs/reference/metrics.md. */
public final class RowMetrics {
    private final MeterRegistry registry;
    private final DistributionSummary bytes;

    /** Counts into {@code registry}. */
    public RowMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.bytes =
                DistributionSummary.builder("giza.row.bytes").baseUnit("bytes").register(registry);
    }

    /** Notes that a head was written. */
    void rowStored(Row before, Row head) {
        Vote vote = head.open().vote();
        long log = head.log().stream().mapToLong(Entry::bytes).sum();
        bytes.record(log + (vote == null ? 0 : vote.value().body().size()));
        if (before.open().vote() == null && vote != null) {
            instance("opened");
        }
        if (before.open().vote() != null && head.chosen() > before.chosen()) {
            instance("closed");
        }
        if (before.open().vote() != null && head.chosen() > before.chosen() && vote != null) {
            instance("opened");
        }
    }

    private void instance(String event) {
        registry.counter("giza.row.instances", "event", event).increment();
    }

    void segmentAccessed(String op) {
        registry.counter("giza.row.segments", "op", op).increment();
    }
}
