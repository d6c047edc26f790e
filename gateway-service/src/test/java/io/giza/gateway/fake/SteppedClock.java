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

    /** Goes on. */
    public void advance(Duration duration) {
        nanos += duration.toNanos();
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
        return Instant.EPOCH.plusNanos(nanos);
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
