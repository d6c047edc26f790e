package io.giza.fragment.store;

import io.giza.concurrent.Time;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;

/** A clock that only moves when somebody waits for it, and then at once. */
final class ManualTime implements Time {
    private Duration slept = Duration.ZERO;
    private SleepListener listener = () -> {};

    /** Something that is looked at. */
    @FunctionalInterface
    interface SleepListener {
        void run() throws IOException;
    }

    /** Has this done whenever somebody begins to wait. */
    void whenSleeping(SleepListener seen) {
        listener = seen;
    }

    /** Returns for how long all together have waited. */
    synchronized Duration slept() {
        return slept;
    }

    @Override
    public synchronized long nanos() {
        return slept.toNanos();
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos());
    }

    @Override
    public void sleep(Duration duration) {
        try {
            listener.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        synchronized (this) {
            slept = slept.plus(duration);
        }
    }
}
