package io.giza.bench.report;

import java.util.Arrays;
import java.util.Collection;

/** How long operations took. */
public final class Latencies {
    private static final int FIRST_CAPACITY = 256;

    private long[] nanos = new long[FIRST_CAPACITY];
    private int count;

    /** Adds one. */
    public void add(long took) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = took;
    }

    /** Returns all of several together. */
    public static Latencies merged(Collection<Latencies> parts) {
        Latencies all = new Latencies();
        for (Latencies part : parts) {
            for (int i = 0; i < part.count; i++) {
                all.add(part.nanos[i]);
            }
        }
        return all;
    }

    /** Returns how many there are. */
    public int count() {
        return count;
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
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(fraction * count) - 1] / 1e6;
    }
}
