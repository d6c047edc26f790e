package io.giza.commit;

import io.giza.metrics.CounterFamily;
import io.giza.metrics.Latencies;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What the metadata path measures; names in docs/reference/metrics.md. */
public final class CommitMetrics {
    private static final List<String> OUTCOMES =
            Stream.concat(
                            Arrays.stream(DecisionPath.values()).map(CounterFamily::lower),
                            Stream.of("repeated", "withdrawn", "fenced", "unavailable", "unknown"))
                    .toList();

    private final MeterRegistry registry;
    private final ContentionWatch watch;
    private final AtomicInteger queued = new AtomicInteger();
    private final CounterFamily<String> ended;
    private final CounterFamily<ReadOutcome> reads;
    private final CounterFamily<RoundEnd> rounds;
    private final Counter conflicts;
    private final Timer backOffs;
    private final Timer turns;
    private final Timer refusals;
    private final Map<DcName, Timer> answers = new ConcurrentHashMap<>();

    /** The kinds of ballots. */
    enum Round {
        FAST,
        CONFIRM,
        CLASSIC
    }

    /** How a quorum read ended. */
    enum ReadOutcome {
        SETTLED,
        FINISHED,
        UNAVAILABLE
    }

    private record RoundEnd(Round kind, boolean decided) {
        static List<RoundEnd> all() {
            return Arrays.stream(Round.values())
                    .flatMap(kind -> Stream.of(true, false).map(ok -> new RoundEnd(kind, ok)))
                    .toList();
        }

        Tags tags() {
            return Tags.of(
                    "kind", CounterFamily.lower(kind), "result", decided ? "decided" : "failed");
        }
    }

    /** Counts into {@code registry}. */
    public CommitMetrics(MeterRegistry registry) {
        this(registry, ContentionWatch.NONE);
    }

    /**
     * Counts into {@code registry}.
     *
     * @param watch is told of the keys at which writers meet
     */
    public CommitMetrics(MeterRegistry registry, ContentionWatch watch) {
        this.registry = registry;
        this.watch = watch;
        ended =
                CounterFamily.of(
                        registry,
                        "giza.commit.ended",
                        "Records that were offered to their rows, by how that ended",
                        "outcome",
                        OUTCOMES);
        reads =
                CounterFamily.of(
                        registry,
                        "giza.commit.reads",
                        "Quorum reads, by how they ended",
                        "outcome",
                        ReadOutcome.class);
        rounds =
                CounterFamily.of(
                        registry,
                        "giza.commit.rounds",
                        "Ballots that were proposed on",
                        RoundEnd.all(),
                        RoundEnd::tags);
        conflicts =
                Counter.builder("giza.commit.conflicts")
                        .description("Versions that another record took while one was offered")
                        .register(registry);
        backOffs =
                Timer.builder("giza.commit.backoffs")
                        .description("Pauses after a lost classic ballot")
                        .register(registry);
        turns = queueWait("turn");
        refusals = queueWait("refused");
        Gauge.builder("giza.commit.queue.length", queued, AtomicInteger::get)
                .description("Writers that wait for their turn at a key")
                .register(registry);
    }

    private Timer queueWait(String result) {
        return Timer.builder("giza.commit.queue.wait")
                .description("Waits for a turn at a key")
                .tag("result", result)
                .register(registry);
    }

    void ended(CommitResult result) {
        ended.increment(
                switch (result) {
                    case CommitResult.Committed committed -> CounterFamily.lower(committed.path());
                    case CommitResult.Repeated _ -> "repeated";
                    case CommitResult.Withdrawn _ -> "withdrawn";
                    case CommitResult.Fenced _ -> "fenced";
                    case CommitResult.Unavailable _ -> "unavailable";
                    case CommitResult.Unknown _ -> "unknown";
                });
    }

    void read(ReadOutcome outcome) {
        reads.increment(outcome);
    }

    /** A ballot of ours decided its instance, or did not. */
    void round(Round kind, boolean decided) {
        rounds.increment(new RoundEnd(kind, decided));
    }

    /** Another record took the version at which ours was offered. */
    void conflict(ObjectKey key) {
        conflicts.increment();
        watch.conflicted(key);
    }

    /** A proposer pauses before its next ballot. */
    void backedOff(Duration pause) {
        backOffs.record(pause);
    }

    /** A data center answered a request of a round. */
    void answered(DcName dc, Duration took) {
        answers.computeIfAbsent(dc, this::roundLatency).record(took);
    }

    private Timer roundLatency(DcName dc) {
        return Latencies.timer(
                        "giza.commit.round.latency",
                        "Answers of data centers to requests of a ballot")
                .tag("dc", dc.value())
                .register(registry);
    }

    /** So many more, or fewer, wait for their turn. */
    void queued(int more) {
        queued.addAndGet(more);
    }

    /** Somebody's wait for its turn ended: it has its turn, or it was refused. */
    void waited(ObjectKey key, Duration length, boolean admitted) {
        (admitted ? turns : refusals).record(length);
        watch.waited(key);
    }
}
