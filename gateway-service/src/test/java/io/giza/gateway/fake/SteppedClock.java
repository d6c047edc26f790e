package io.giza.gateway.fake;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that stands still, and tasks that wait to be run. */
public final class SteppedClock implements Time, Tasks {
    private final List<Runnable> forked = new ArrayList<>();
    private long nanos;
    private Duration suspended = Duration.ZERO;

    /** Goes on. */
    public void advance(Duration duration) {
        nanos += duration.toNanos();
    }

    /** Suspends the machine: its steady clock stands. */
    public void suspend(Duration duration) {
        suspended = suspended.plus(duration);
    }

    /** Returns the tasks that were given and not run yet. */
    public List<Runnable> forked() {
        return forked;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void sleep(Duration duration) {
        advance(duration);
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos).plus(suspended);
    }

    @Override
    public void fork(String name, Runnable body) {
        forked.add(body);
    }

    @Override
    public <T> Inbox<T> inbox(int capacity) {
        throw new UnsupportedOperationException();
    }
}
