package io.giza.gateway.s3.logging;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.ParallelTasks;
import io.giza.concurrent.Surroundings;
import io.giza.metrics.CounterFamily;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Gathers the records of requests by bucket until they are delivered. No request waits for that:
 * whether a bucket's records are wanted at all is asked beside the requests. What is held is
 * bounded; what is beyond is dropped and counted, as S3 promises no complete log either.
 *
 * <p>A delivery is a request for the bucket that gets it, and is recorded there. Such records wait
 * for those of a client, so that a bucket which logs into itself comes to rest.
 */
public final class BucketLogs {
    /** So much of one bucket is delivered before its time. */
    static final long PIECE_BYTES = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(BucketLogs.class);
    private static final int PARALLELISM = 16;
    private static final Duration STEP = Duration.ofMillis(20);

    private final LogSink sink;
    private final Surroundings surroundings;
    private final long most;
    private final CounterFamily<Fate> fates;
    private final Map<String, LogBuffer> buffers = new ConcurrentHashMap<>();
    private final AtomicLong held = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();

    /** What becomes of records, as metrics call it. */
    private enum Fate {
        DELIVERED,
        OVERFLOWED,
        REFUSED
    }

    /**
     * Gathers records.
     *
     * @param sink takes them
     * @param most how many bytes it holds at most; those of one bucket take a quarter
     */
    BucketLogs(LogSink sink, Surroundings surroundings, long most, MeterRegistry metrics) {
        this.sink = sink;
        this.surroundings = surroundings;
        this.most = most;
        this.fates =
                CounterFamily.of(
                        metrics,
                        "giza.bucket.log.records",
                        "Records of server access logs of buckets, by what became of them",
                        "fate",
                        Fate.class);
        Gauge.builder("giza.bucket.log.held", held, AtomicLong::get)
                .description("Records of server access logs that wait for their delivery")
                .baseUnit("bytes")
                .register(metrics);
    }

    /**
     * Gathers the records of a gateway.
     *
     * @param delivery takes them
     */
    public static BucketLogs of(
            LogDelivery delivery,
            BucketLogProperties properties,
            Surroundings surroundings,
            MeterRegistry metrics) {
        return new BucketLogs(delivery, surroundings, properties.memory().bytes(), metrics);
    }

    /** Returns what delivers the records again and again, to its end. */
    public SmartLifecycle shippedEvery(Duration interval) {
        return new LogShipping(this, interval, surroundings);
    }

    /** Forgets where the records of a bucket go, which was changed here. */
    public void forget(String bucket) {
        sink.forget(bucket);
    }

    /**
     * Notes a request that is over.
     *
     * @param request what becomes its record; not asked where nobody wants it
     */
    public void add(String bucket, Supplier<LoggedRequest> request) {
        if (!bucket.isEmpty() && !sink.isKnownUnwanted(bucket)) {
            add(bucket, request.get().toLine());
        }
    }

    private void add(String bucket, LogLine line) {
        if (held.addAndGet(line.size()) > most) {
            drop(line);
            return;
        }
        AtomicBoolean isFull = new AtomicBoolean();
        LogBuffer after =
                buffers.compute(
                        bucket,
                        (_, before) -> {
                            isFull.set(before != null && isFull(before, line));
                            return before != null && isFull.get()
                                    ? before
                                    : LogBuffer.with(before, line);
                        });
        if (isFull.get()) {
            drop(line);
        } else if (after.isNew()) {
            fork(() -> forgetIfUnwanted(bucket));
        } else if (!after.isDeferred()
                && after.bytes() >= PIECE_BYTES
                && after.bytes() - line.size() < PIECE_BYTES) {
            fork(() -> deliver(bucket));
        }
    }

    private boolean isFull(LogBuffer buffer, LogLine line) {
        return buffer.bytes() + line.size() > most / 4
                || (line.isOfDelivery() && buffer.isFullOfDeliveries());
    }

    private void drop(LogLine line) {
        held.addAndGet(-line.size());
        fates.increment(Fate.OVERFLOWED);
    }

    private void fork(Runnable task) {
        underWay.incrementAndGet();
        surroundings
                .tasks()
                .fork(
                        "bucket-log",
                        () -> {
                            try {
                                task.run();
                            } finally {
                                underWay.decrementAndGet();
                            }
                        });
    }

    private void forgetIfUnwanted(String bucket) {
        if (sink.isUnwanted(bucket)) {
            LogBuffer forgotten = buffers.remove(bucket);
            if (forgotten != null) {
                held.addAndGet(-forgotten.bytes());
            }
        }
    }

    /** Delivers all that was gathered; what cannot be delivered now waits for the next time. */
    void deliverAll() {
        List<String> due =
                buffers.entrySet().stream()
                        .filter(each -> each.getValue().isDue())
                        .map(Map.Entry::getKey)
                        .toList();
        for (int from = 0; from < due.size(); from += PARALLELISM) {
            List<Supplier<Boolean>> work =
                    due.subList(from, Math.min(due.size(), from + PARALLELISM)).stream()
                            .<Supplier<Boolean>>map(bucket -> () -> deliver(bucket))
                            .toList();
            ParallelTasks.runAll(surroundings, "bucket-log", work);
        }
    }

    /** Delivers all that was gathered, once, also what others are delivering. */
    void deliverLast(Duration patience) {
        Deadline end = surroundings.time().after(patience);
        fork(this::deliverAll);
        while (underWay.get() > 0 && !end.hasPassed(surroundings.time())) {
            surroundings.time().sleep(STEP);
        }
        if (underWay.get() > 0 || buffers.values().stream().anyMatch(LogBuffer::isDue)) {
            LOG.atWarn()
                    .addKeyValue("bytes", held.get())
                    .log("records of requests are lost that could not be delivered");
        }
    }

    /** Delivers what was gathered of a bucket; true if nothing is left. */
    private boolean deliver(String bucket) {
        LogBuffer taken = take(bucket);
        if (taken == null) {
            return true;
        }
        List<LogLine> lines = taken.lines();
        LogSink.Outcome outcome = deliver(bucket, lines);
        switch (outcome) {
            case DELIVERED -> lines.forEach(_ -> fates.increment(Fate.DELIVERED));
            case REFUSED -> lines.forEach(_ -> fates.increment(Fate.REFUSED));
            case UNWANTED -> {}
            case LATER -> {
                buffers.compute(bucket, (_, newer) -> LogBuffer.deferred(lines, newer));
                return false;
            }
        }
        held.addAndGet(-taken.bytes());
        return true;
    }

    private @Nullable LogBuffer take(String bucket) {
        while (true) {
            LogBuffer known = buffers.get(bucket);
            if (known == null || !known.isDue()) {
                return null;
            }
            if (buffers.remove(bucket, known)) {
                return known;
            }
        }
    }

    private LogSink.Outcome deliver(String bucket, List<LogLine> lines) {
        try {
            return sink.deliver(bucket, lines, this::add);
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("bucket", bucket).log("records are lost");
            return LogSink.Outcome.REFUSED;
        }
    }
}
