package io.giza.concurrent;

import java.time.Duration;
import java.time.InstantSource;

/** The clock that core and shell see: a wall clock for records, a steady one for waiting. */
public interface Time extends InstantSource {
    /** Returns the steady clock's reading in nanoseconds; only differences mean anything. */
    long nanos();

    /**
     * Waits for {@code duration}.
     *
     * @throws IllegalStateException if the process stops meanwhile
     */
    void sleep(Duration duration);

    /** Returns a reading of the steady clock, for speed alone. */
    default Ticks ticks() {
        return new Ticks(nanos());
    }

    /** Returns what both clocks say now. */
    default Moment moment() {
        return new Moment(nanos(), instant());
    }

    /** Returns the deadline that is {@code duration} from now. */
    default Deadline after(Duration duration) {
        return new Deadline(nanos() + duration.toNanos());
    }

    /** Returns when something that is asked for now will be {@code lifetime} old. */
    default Expiry expiry(Duration lifetime) {
        return new Expiry(moment(), lifetime);
    }
}
