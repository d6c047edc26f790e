package io.giza.bench.report;

import org.HdrHistogram.Histogram;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** How long operations took: in microseconds, and to three digits where they are more. */
public final class Latencies {
    private static final int DIGITS = 3;

    private final Histogram micros = new Histogram(DIGITS);

    /** Adds one, in nanoseconds. */
    public void add(long took) {
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(took));
    }

    /** Returns all of several together. */
    public static Latencies merged(Collection<Latencies> parts) {
        Latencies all = new Latencies();
        parts.forEach(part -> all.micros.add(part.micros));
        return all;
    }

    /** Returns how many there are. */
    public long count() {
        return micros.getTotalCount();
    }

    /**
     * Returns the smallest latency that at least a fraction of all do not exceed (nearest rank), in
     * milliseconds; 0 if there are none.
     *
     * @param fraction above 0, at most 1
     */
    public double percentileMillis(double fraction) {
        if (fraction <= 0 || fraction > 1) {
            throw new IllegalArgumentException("no fraction: " + fraction);
        }
        return micros.getValueAtPercentile(100 * fraction) / 1e3;
    }
}
