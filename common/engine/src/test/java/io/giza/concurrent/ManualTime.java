package io.giza.concurrent;

import java.time.Duration;
import java.time.Instant;

/** A clock that moves only by sleeping, without waiting. */
public final class ManualTime implements Time {
    private long nanos;

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public void sleep(Duration duration) {
        nanos += duration.toNanos();
    }
}
