package io.giza.fragment.store;

import java.io.IOException;
import java.time.Duration;

/** What a store lies in is over its limits, and asks to be left alone for a while. */
public final class BusyStoreException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /**
     * Says who is busy.
     *
     * @param retryAfter for how long, zero if it is not said
     */
    public BusyStoreException(String message, Duration retryAfter) {
        super(message);
        this.retryAfter = retryAfter;
    }

    /** Returns for how long, zero if it is not said. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
