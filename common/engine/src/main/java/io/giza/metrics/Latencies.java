package io.giza.metrics;

import io.micrometer.core.instrument.Timer;

import java.time.Duration;
import java.util.stream.DoubleStream;

/** Timers whose distribution is shown, in buckets that are the same everywhere. */
public final class Latencies {
    /** From a call within a machine to what clients give up on. */
    private static final Duration[] BUCKETS =
            DoubleStream.of(1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000)
                    .mapToObj(millis -> Duration.ofNanos((long) (millis * 1e6)))
                    .toArray(Duration[]::new);

    private Latencies() {}

    /** Begins to build a timer. */
    public static Timer.Builder timer(String name, String description) {
        return Timer.builder(name).description(description).serviceLevelObjectives(BUCKETS);
    }
}
