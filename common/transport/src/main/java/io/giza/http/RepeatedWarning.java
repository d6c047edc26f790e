package io.giza.http;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ObjLongConsumer;

/**
 * Warns of a condition that lasts, such as a full disk: once a minute, with how many requests met
 * it since, and without their stack traces. A log line for each would fill the disk that is full.
 */
public final class RepeatedWarning {
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final ObjLongConsumer<String> log;
    private final Time time;
    private final AtomicLong times = new AtomicLong();
    private final AtomicReference<@Nullable Deadline> quietUntil = new AtomicReference<>();

    /** Begins without a warning. */
    public RepeatedWarning(Logger log, Time time) {
        this(
                (sentence, times) ->
                        log.atWarn().addKeyValue("requests", times).log("{}", sentence),
                time);
    }

    /**
     * Writes elsewhere.
     *
     * @param log takes a sentence and the number of requests
     */
    RepeatedWarning(ObjLongConsumer<String> log, Time time) {
        this.log = log;
        this.time = time;
    }

    /** Notes that a request met the condition. */
    public void occurred(String sentence) {
        times.incrementAndGet();
        Deadline quiet = quietUntil.get();
        boolean isDue = quiet == null || quiet.hasPassed(time);
        if (isDue && quietUntil.compareAndSet(quiet, time.after(QUIET))) {
            log.accept(sentence, times.getAndSet(0));
        }
    }
}
