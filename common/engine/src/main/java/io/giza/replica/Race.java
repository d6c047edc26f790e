package io.giza.replica;

import io.giza.model.DcName;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Compares how long data centers take for the same work. The last one is late if it takes far
 * longer than all others. Nothing is noted of it if one of them failed, nor of one that takes far
 * longer than those before it and is not the last. For any thread, since an operation does not wait
 * for all data centers.
 */
public final class Race {
    /** The late one takes so many times as long as the others. */
    private static final int FACTOR = 5;

    private final Duration grace;
    private final Promptness promptness;

    /** The duration of each; zero after a failure, null before its end. */
    private final AtomicReferenceArray<@Nullable Duration> taken;

    /**
     * Begins a race.
     *
     * @param grace by how much the late one exceeds the others at least
     * @param promptness hears who is late and who is not
     * @param size the number of data centers
     */
    public Race(Duration grace, Promptness promptness, int size) {
        this.grace = grace;
        this.promptness = promptness;
        this.taken = new AtomicReferenceArray<>(size);
    }

    /** Forgets an end: another data center begins in its place. */
    public void restart(int index) {
        taken.set(index, null);
    }

    /** Notes that a data center failed, or did something else. */
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
