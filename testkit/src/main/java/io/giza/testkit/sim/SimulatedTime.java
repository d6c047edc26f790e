package io.giza.testkit.sim;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import java.time.Duration;
import java.time.Instant;

/**
 * The clocks of one group. The steady clock starts anywhere, as the machine's does, now and then
 * just below its wrap-around; the wall clock is off by up to a second.
 */
final class SimulatedTime implements Time {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private final Scheduler scheduler;
    private final long originNanos;
    private final Duration wallClockError;

    SimulatedTime(Scheduler scheduler, long originNanos, Duration wallClockError) {
        this.scheduler = scheduler;
        this.originNanos = originNanos;
        this.wallClockError = wallClockError;
    }

    @Override
    public long nanos() {
        return originNanos + scheduler.now();
    }

    @Override
    public Instant instant() {
        return BEGINNING.plusNanos(scheduler.now()).plus(wallClockError);
    }

    @Override
    public void sleep(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos <= 0) {
            scheduler.reschedule("sleeps not at all");
            return;
        }
        long until = scheduler.now() + nanos;
        while (scheduler.now() < until) {
            scheduler.waitUntil(until, "sleeps");
        }
    }

    /** Returns the deadline as a reading of the scheduler's clock. */
    long toInternal(Deadline deadline) {
        long left = deadline.nanos() - nanos();
        return left > Scheduler.NEVER / 2 ? Scheduler.NEVER : scheduler.now() + left;
    }
}
