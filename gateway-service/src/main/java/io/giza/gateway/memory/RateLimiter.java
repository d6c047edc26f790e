package io.giza.gateway.memory;

import io.giza.concurrent.Time;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** How often something may be done: so many times a second, and as many at once after a pause. */
public final class RateLimiter {
    private final Time time;
    private final long intervalNanos;
    private final long burstNanos;

    /** When the next one would be due if all were done at equal intervals. */
    private final AtomicLong theoreticalArrival;

    /**
     * Makes a rate.
     *
     * @param perSecond how many times a second, at least 1
     */
    public RateLimiter(Time time, int perSecond) {
        this.time = time;
        this.burstNanos = Duration.ofSeconds(1).toNanos();
        this.intervalNanos = burstNanos / perSecond;
        this.theoreticalArrival = new AtomicLong(time.ticks().nanos() - burstNanos);
    }

    /** Tells whether it may be done once more now, and counts it if so. */
    public boolean tryAcquire() {
        while (true) {
            long now = time.ticks().nanos();
            long last = theoreticalArrival.get();
            long next = Math.max(last - now, -burstNanos) + intervalNanos;
            if (next > 0) {
                return false;
            }
            if (theoreticalArrival.compareAndSet(last, now + next)) {
                return true;
            }
        }
    }
}
