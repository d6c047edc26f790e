package io.giza.gateway.s3;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.concurrent.Trace;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * Tells of slow requests which services they called, and how long each took. What a request waited
 * for its own client does not count. One is told of in a second at most: where all are slow, a few
 * say why.
 */
public final class SlowRequestLog {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(SlowRequestLog.class);

    private final Time time;
    private final long limitNanos;
    private final AtomicReference<Deadline> next;

    /**
     * Makes the log.
     *
     * @param limit how long a request may take without being told of; 0 for any time
     */
    public SlowRequestLog(Time time, Duration limit) {
        this.time = time;
        this.limitNanos = limit.isZero() ? Long.MAX_VALUE : limit.toNanos();
        this.next = new AtomicReference<>(time.after(Duration.ZERO));
    }

    /** Tells of a request that is over, if it was slow. */
    void logIfSlow(ServedRequest request, Ticks ended) {
        long took =
                request.started().until(ended).toNanos() - request.reply().client().waitedNanos();
        if (took < limitNanos || !isDue()) {
            return;
        }
        LOG.atWarn()
                .addKeyValue("operation", request.operation().label())
                .addKeyValue("status", request.reply().status())
                .addKeyValue("milliseconds", millis(took))
                .addKeyValue("calls", request.trace().hopCount())
                .log("slow request: {}", timeline(request.trace(), request.started()));
    }

    private boolean isDue() {
        Deadline due = next.get();
        return due.hasPassed(time) && next.compareAndSet(due, time.after(PAUSE));
    }

    private static String timeline(Trace trace, Ticks started) {
        String calls =
                trace.hops().stream()
                        .map(
                                hop ->
                                        started.until(hop.start()).toMillis()
                                                + "-"
                                                + started.until(hop.end()).toMillis()
                                                + " ms "
                                                + hop.name()
                                                + " "
                                                + hop.outcome())
                        .collect(Collectors.joining(", "));
        return calls.isEmpty() ? "it called no service" : calls;
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
