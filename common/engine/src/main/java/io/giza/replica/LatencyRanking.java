package io.giza.replica;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.DcName;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Distances as one gateway measures them by reading: a moving average per data center, the newest
 * reads weighing most, and the 95th percentile of the newest 64 reads for what is late. Short and
 * long reads are measured apart.
 *
 * <p>A data center that is never read from is never measured, so what is known of it counts less
 * with time: after five minutes it is taken to be half as far, and so on until it is tried again.
 */
public final class LatencyRanking implements Nearness {
    /** Reads of at most this many bytes from one fragment are short. */
    static final int SHORT_BYTES = 256 << 10;

    /** Nothing is late sooner: another request costs about as much as this much waiting. */
    static final Duration MIN_LATE_AFTER = Duration.ofMillis(20);

    /** What is known of a data center that was not read from for this long counts half. */
    static final Duration HALF_LIFE = Duration.ofMinutes(5);

    /** How near a data center is assumed to be that was not read from lately. */
    static final Duration UNMEASURED_DISTANCE = Duration.ofMillis(5);

    private static final Duration HOME_DISTANCE = Duration.ofMillis(1);
    private static final Duration FAILURE_MEMORY = Duration.ofSeconds(5);

    private final Time time;
    private final DcName home;
    private final Predicate<DcName> suspected;
    private final Duration hedge;
    private final Map<DcName, Deadline> failures = new ConcurrentHashMap<>();
    private final Map<ReadClass, LatencyHistory> histories = new ConcurrentHashMap<>();

    private record ReadClass(DcName dc, boolean isLong) {}

    /**
     * Begins with nothing measured.
     *
     * @param home the data center of this gateway, the nearest until something else is measured
     * @param suspected tells of data centers that fail otherwise
     * @param hedge what is late while little is measured, and the most that is ever waited for a
     *     data center that usually takes less than half of it
     */
    public LatencyRanking(Time time, DcName home, Predicate<DcName> suspected, Duration hedge) {
        this.time = time;
        this.home = home;
        this.suspected = suspected;
        this.hedge = hedge;
    }

    @Override
    public Duration distance(DcName dc, int bytes) {
        LatencyHistory history = histories.get(readClass(dc, bytes));
        if (history == null) {
            return dc.equals(home) ? HOME_DISTANCE : UNMEASURED_DISTANCE;
        }
        Duration known = history.averageAt(time.ticks(), HALF_LIFE);
        boolean isOld = !history.isFresh(time.ticks(), HALF_LIFE) && !dc.equals(home);
        return isOld ? longer(known, UNMEASURED_DISTANCE) : known;
    }

    /**
     * The percentile, but not much more than twice the median: a data center that stalled for half
     * a minute now and then is not given half a minute each time.
     */
    @Override
    public Duration lateAfter(DcName dc, int bytes) {
        LatencyHistory history = histories.get(readClass(dc, bytes));
        if (history == null || !history.hasEnoughSamples()) {
            return hedge;
        }
        Duration most = longer(hedge, history.median().multipliedBy(2));
        Duration late = history.percentile95();
        return shorter(most, longer(late, MIN_LATE_AFTER));
    }

    @Override
    public boolean isHome(DcName dc) {
        return dc.equals(home);
    }

    @Override
    public boolean isSuspect(DcName dc) {
        Deadline until = failures.get(dc);
        return (until != null && !until.hasPassed(time)) || suspected.test(dc);
    }

    @Override
    public void answered(DcName dc, int bytes, Duration took) {
        failures.remove(dc);
        note(dc, bytes, took);
    }

    @Override
    public void cancelled(DcName dc, int bytes, Duration waited) {
        // It would have taken longer than that; which is news only if so much was not expected.
        if (waited.compareTo(distance(dc, bytes)) > 0) {
            note(dc, bytes, waited);
        }
    }

    @Override
    public void failed(DcName dc) {
        failures.put(dc, time.after(FAILURE_MEMORY));
    }

    private void note(DcName dc, int bytes, Duration took) {
        Ticks now = time.ticks();
        histories.compute(
                readClass(dc, bytes),
                (reads, history) -> LatencyHistory.after(history, took, now, HALF_LIFE));
    }

    private static ReadClass readClass(DcName dc, int bytes) {
        return new ReadClass(dc, bytes > SHORT_BYTES);
    }

    private static Duration longer(Duration left, Duration right) {
        return left.compareTo(right) >= 0 ? left : right;
    }

    private static Duration shorter(Duration left, Duration right) {
        return left.compareTo(right) <= 0 ? left : right;
    }

    /** The newest reads from one data center. Immutable. */
    private record LatencyHistory(
            long[] nanos, long average, long middle, long upper, Ticks measuredAt) {
        private static final int MAX_SAMPLES = 64;
        private static final int MIN_SAMPLES = 16;
        private static final int WEIGHT = 8;

        static LatencyHistory after(
                @Nullable LatencyHistory before, Duration took, Ticks now, Duration halfLife) {
            long newest = took.toNanos();
            if (before == null) {
                return new LatencyHistory(new long[] {newest}, newest, newest, newest, now);
            }
            int kept = Math.min(before.nanos.length, MAX_SAMPLES - 1);
            long[] nanos = new long[kept + 1];
            System.arraycopy(before.nanos, before.nanos.length - kept, nanos, 0, kept);
            nanos[kept] = newest;
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            long average =
                    before.isFresh(now, halfLife)
                            ? before.average + (newest - before.average) / WEIGHT
                            : newest;
            return new LatencyHistory(
                    nanos,
                    average,
                    sorted[sorted.length / 2],
                    sorted[sorted.length * 95 / 100],
                    now);
        }

        boolean hasEnoughSamples() {
            return nanos.length >= MIN_SAMPLES;
        }

        boolean isFresh(Ticks now, Duration halfLife) {
            return measuredAt.until(now).compareTo(halfLife) < 0;
        }

        Duration averageAt(Ticks now, Duration halfLife) {
            long halvings =
                    Math.min(measuredAt.until(now).toNanos() / halfLife.toNanos(), Long.SIZE - 1);
            return Duration.ofNanos(average >> Math.max(0, halvings));
        }

        Duration median() {
            return Duration.ofNanos(middle);
        }

        Duration percentile95() {
            return Duration.ofNanos(upper);
        }
    }
}
