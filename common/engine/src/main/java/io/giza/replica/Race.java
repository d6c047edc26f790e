package io.giza.replica;

import io.giza.model.DcName;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Compares how long data centers take for the same work. The last data center is late if it takes
 * far longer than the others. A race notes nothing after a failure, nor about a slow data center
 * that is not the last. Thread-safe, since an operation does not wait for all data centers.
 */
public final class Race {
    /** A late data center takes this many times as long as the others. */
    private static final int FACTOR = 5;

    private final Duration grace;
    private final Promptness promptness;

    /** The duration of each; zero after a failure, null before its end. */
    private final AtomicReferenceArray<@Nullable Duration> taken;

    /**
     * Begins a race.
     *
     * @param grace the minimum lag of a late data center
     * @param promptness receives the notes
     * @param size the number of data centers
     */
    public Race(Duration grace, Promptness promptness, int size) {
        this.grace = grace;
        this.promptness = promptness;
        this.taken = new AtomicReferenceArray<>(size);
    }

    /** Clears a result: another data center takes the place. */
    public void restart(int index) {
        taken.set(index, null);
    }

    /** Notes a failure, or an end that says nothing about speed. */
    public void failed(int index) {
        taken.set(index, Duration.ZERO);
    }

    /** Notes that a data center finished. */
    public void finished(int index, DcName dc, Duration took) {
        // Zero is a failure.
        Duration own = took.plusNanos(1);
        taken.set(index, own);
        Duration others = Duration.ZERO;
        boolean isLast = true;
        for (int i = 0; i < taken.length(); i++) {
            Duration other = taken.get(i);
            if (other != null && other.isZero()) {
                return;
            }
            if (i != index && other != null) {
                others = Collections.max(List.of(others, other));
            }
            isLast &= other != null;
        }
        if (!isLate(own, others)) {
            promptness.prompt(dc);
        } else if (isLast) {
            promptness.late(dc);
        }
    }

    private boolean isLate(Duration took, Duration others) {
        Duration lag = took.minus(others);
        return lag.compareTo(grace) > 0 && lag.compareTo(others.multipliedBy(FACTOR - 1)) > 0;
    }
}
