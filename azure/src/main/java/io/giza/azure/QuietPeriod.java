package io.giza.azure;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How long after a write whose outcome nobody learned it may still be applied. Its request may lie
 * in a buffer on the way or be worked at by the service, but not for longer than the period, which
 * is longer than the time that the service was told to give up after. For any number of threads.
 */
public final class QuietPeriod {
    private final Time time;
    private final Duration period;
    private final AtomicReference<Deadline> end;

    /** Begins with nothing under way. */
    public QuietPeriod(Time time, Duration period) {
        this.time = time;
        this.period = period;
        end = new AtomicReference<>(time.after(Duration.ZERO));
    }

    /** Notes that a write was given up just now, or may have been by an earlier process. */
    public void begin() {
        Deadline later = time.after(period);
        Deadline _ = end.accumulateAndGet(later, Deadline::later);
    }

    /** Returns how long it lasts yet. */
    public Duration remaining() {
        return end.get().remaining(time);
    }

    /** Waits until nothing that was given up can be applied any more. */
    public void await() {
        for (Duration left = remaining(); left.isPositive(); left = remaining()) {
            time.sleep(left);
        }
    }
}
