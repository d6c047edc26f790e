package io.giza.commit;

import io.giza.model.DcName;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** What the metadata path measures; names in docs/reference/metrics.md. */
public final class CommitMetrics {
    private final MeterRegistry registry;
    private final AtomicInteger queued = new AtomicInteger();

    /** The kinds of ballots. */
    enum Round {
        FAST,
        CONFIRM,
        CLASSIC
    }

    /** Counts into {@code registry}. */
    public CommitMetrics(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("giza.commit.queue.length", queued, AtomicInteger::get).register(registry);
    }

    void ended(CommitResult result) {
        String outcome =
                switch (result) {
                    case CommitResult.Committed committed -> lower(committed.path());
                    case CommitResult.Repeated _ -> "repeated";
                    case CommitResult.Withdrawn _ -> "withdrawn";
                    case CommitResult.Fenced _ -> "fenced";
                    case CommitResult.Unavailable _ -> "unavailable";
                    case CommitResult.Unknown _ -> "unknown";
                };
        count("giza.commit.ended", "outcome", outcome);
    }

    void read(String outcome) {
        count("giza.commit.reads", "outcome", outcome);
    }

    /** A ballot of ours decided its instance, or did not. */
    void round(Round kind, boolean decided) {
        Counter.builder("giza.commit.rounds")
                .tag("kind", lower(kind))
                .tag("result", decided ? "decided" : "failed")
                .register(registry)
                .increment();
    }

    /** Another record took the version at which ours was offered. */
    void conflict() {
        Counter.builder("giza.commit.conflicts").register(registry).increment();
    }

    /** A proposer pauses before its next ballot. */
    void backedOff(Duration pause) {
        Timer.builder("giza.commit.backoffs").register(registry).record(pause);
    }

    /** A data center answered a request of a round. */
    void answered(DcName dc, Duration took) {
        Timer.builder("giza.commit.round.latency")
                .tag("dc", dc.value())
                .register(registry)
                .record(took);
    }

    /** So many more, or fewer, wait for their turn. */
    void queued(int more) {
        queued.addAndGet(more);
    }

    /** Somebody's wait for its turn ended: it has its turn, or it was refused. */
    void waited(Duration length, boolean admitted) {
        Timer.builder("giza.commit.queue.wait")
                .tag("result", admitted ? "turn" : "refused")
                .register(registry)
                .record(length);
    }

    private void count(String name, String tag, String value) {
        Counter.builder(name).tag(tag, value).register(registry).increment();
    }

    private static String lower(Enum<?> each) {
        return each.name().toLowerCase(Locale.ROOT);
    }
}
