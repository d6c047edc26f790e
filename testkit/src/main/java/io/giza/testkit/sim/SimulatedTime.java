package io.giza.testkit.sim;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import java.time.Duration;
import java.time.Instant;

/**
 * The clocks of one group. The steady clock starts anywhere, as the machine's does, now and then
 * just below its wrap-around; the wall clock is off by up to a second. A scenario may have them be
 * worse: run at another rate, stand still as on a suspended machine, be wrong by years.
 */
final class SimulatedTime implements Time {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private final Scheduler scheduler;
    private final long originNanos;
    private Duration wallClockError;
    private double rate = 1;
    private long frozenNanos;
    private long frozenSince = Scheduler.NEVER;
    private long suspendedSince = Scheduler.NEVER;
    private long wallLagNanos;

    SimulatedTime(Scheduler scheduler, long originNanos, Duration wallClockError) {
        this.scheduler = scheduler;
        this.originNanos = originNanos;
        this.wallClockError = wallClockError;
    }

    @Override
    public long nanos() {
        long passed = Math.min(scheduler.now(), frozenSince) - frozenNanos;
        return originNanos + (rate == 1 ? passed : Math.round(passed * rate));
    }

    /** Has the steady clock run faster or slower than others, from the beginning on. */
    void runAt(double other) {
        rate = other;
    }

    /** Has the wall clock be wrong. */
    void setWallClockError(Duration error) {
        wallClockError = error;
    }

    /**
     * Has the steady clock stand still for a while that the running task waits for. While it does,
     * another one who asks for it only waits.
     */
    void freeze(Duration duration) {
        if (frozenSince != Scheduler.NEVER) {
            waitFor(duration.toNanos());
            return;
        }
        frozenSince = scheduler.now();
        waitFor(duration.toNanos());
        frozenNanos += scheduler.now() - frozenSince;
        frozenSince = Scheduler.NEVER;
    }

    /**
     * Has both clocks stand still for a while that the running task waits for. The wall clock is
     * behind from then on, until it is set right.
     */
    void suspend(Duration duration) {
        if (frozenSince != Scheduler.NEVER) {
            waitFor(duration.toNanos());
            return;
        }
        suspendedSince = scheduler.now();
        freeze(duration);
        wallLagNanos += scheduler.now() - suspendedSince;
        suspendedSince = Scheduler.NEVER;
    }

    /** Sets the wall clock right after a suspension. */
    void setRight() {
        wallLagNanos = 0;
    }

    @Override
    public Instant instant() {
        long passed = Math.min(scheduler.now(), suspendedSince) - wallLagNanos;
        return BEGINNING.plusNanos(passed).plus(wallClockError);
    }

    @Override
    public void sleep(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos <= 0) {
            scheduler.reschedule("sleeps not at all");
            return;
        }
        waitFor(inside(nanos));
    }

    private long inside(long nanos) {
        return rate == 1 ? nanos : Math.round(nanos / rate);
    }

    private void waitFor(long nanos) {
        long until = scheduler.now() + nanos;
        while (scheduler.now() < until) {
            scheduler.waitUntil(until, "sleeps");
        }
    }

    /** Returns the deadline as a reading of the scheduler's clock. */
    long toInternal(Deadline deadline) {
        long left = deadline.nanos() - nanos();
        return left > Scheduler.NEVER / 2 ? Scheduler.NEVER : scheduler.now() + inside(left);
    }
}
