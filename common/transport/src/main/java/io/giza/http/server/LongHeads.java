package io.giza.http.server;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the memory of long heads of requests. Most heads are short, and thousands of connections
 * may have one; a long one takes some forty KiB until its request is answered, so that as many
 * would be more than the heap has. Requests with one wait for their turn.
 */
final class LongHeads {
    /** A head of up to so much is short. */
    static final int SHORT_BYTES = 4 << 10;

    private final Semaphore places;

    /** Allows so many at a time. */
    LongHeads(int most) {
        places = new Semaphore(most, true);
    }

    /** Takes a place; false if none becomes free in time. */
    boolean enter(Duration patience) {
        try {
            return places.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void leave() {
        places.release();
    }
}
