package io.giza.metadata.row;

import io.giza.metrics.CounterFamily;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.paxos.Vote;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;

/** Counters of the rows of a data center; names in docs/reference/metrics.md. */
public final class RowMetrics {
    private final CounterFamily<InstanceEvent> instances;
    private final CounterFamily<SegmentAccess> segments;
    private final DistributionSummary bytes;

    private enum InstanceEvent {
        OPENED,
        CLOSED
    }

    /** What is done with a segment. */
    enum SegmentAccess {
        SPILLED,
        REWRITTEN,
        READ
    }

    /** Counts into {@code registry}. */
    public RowMetrics(MeterRegistry registry) {
        instances =
                CounterFamily.of(
                        registry,
                        "giza.row.instances",
                        "Versions that were voted for first, and those whose decision was learned",
                        "event",
                        InstanceEvent.class);
        segments =
                CounterFamily.of(
                        registry,
                        "giza.row.segments",
                        "Segments of long rows that were written or read",
                        "op",
                        SegmentAccess.class);
        bytes =
                DistributionSummary.builder("giza.row.bytes")
                        .description("Log and vote in the head of a row that is written")
                        .baseUnit("bytes")
                        .register(registry);
    }

    /** Notes that a head was written. */
    void rowStored(Row before, Row head) {
        Vote vote = head.open().vote();
        long log = head.log().stream().mapToLong(Entry::bytes).sum();
        bytes.record(log + (vote == null ? 0 : vote.value().body().size()));
        if (before.open().vote() == null && vote != null) {
            instances.increment(InstanceEvent.OPENED);
        }
        if (before.open().vote() != null && head.chosen() > before.chosen()) {
            instances.increment(InstanceEvent.CLOSED);
        }
        if (before.open().vote() != null && head.chosen() > before.chosen() && vote != null) {
            instances.increment(InstanceEvent.OPENED);
        }
    }

    void segmentAccessed(SegmentAccess access) {
        segments.increment(access);
    }
}
