package io.giza.metadata.table.azure;

import io.giza.concurrent.Time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A clock that stands still until somebody sleeps, or it is moved. */
final class ManualTime implements Time {
    private final List<Duration> slept = new ArrayList<>();
    private long nanos;
    private Runnable duringSleep = () -> {};

    /** What happens at the end of the next sleep. */
    synchronized void duringSleep(Runnable action) {
        duringSleep = action;
    }

    synchronized void pass(Duration duration) {
        nanos += duration.toNanos();
    }

    synchronized List<Duration> slept() {
        return List.copyOf(slept);
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public void sleep(Duration duration) {
        Runnable action;
        synchronized (this) {
            slept.add(duration);
            action = duringSleep;
            duringSleep = () -> {};
        }
        pass(duration);
        action.run();
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos());
    }
}
