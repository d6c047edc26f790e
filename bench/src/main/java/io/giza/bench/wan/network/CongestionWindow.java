package io.giza.bench.wan.network;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * How many bytes of one direction of a connection may be on their way at a time, as a TCP sender
 * decides it: ten segments at first (RFC 6928), as many more as are acknowledged until the first
 * loss (slow start), half at a loss and one segment a round trip from then on (RFC 5681, 3.1 and
 * 3.2). As Linux does, it grows only while it is used, and is halved for each retransmission
 * timeout that passes without a byte. Used by one thread. Times are those of {@link
 * System#nanoTime}.
 */
final class CongestionWindow {
    static final int SEGMENT = 1460;
    static final int INITIAL = 10 * SEGMENT;

    /** What Linux adds to the round trip for its timeout. */
    private static final long TIMEOUT_MARGIN = TimeUnit.MILLISECONDS.toNanos(200);

    private final long greatest;
    private final boolean restarts;
    private final Deque<Flight> flights = new ArrayDeque<>();
    private long window = INITIAL;
    private long threshold;
    private long inFlight;
    private long lastSent;

    private record Flight(int bytes, long acknowledgedAt) {}

    /**
     * A window that begins small.
     *
     * @param greatest what it grows to at most: the window of the receiver
     * @param restarts whether it shrinks in pauses
     */
    CongestionWindow(long greatest, boolean restarts) {
        this.greatest = greatest;
        this.restarts = restarts;
        this.threshold = greatest;
    }

    /**
     * Returns how many bytes may be sent now.
     *
     * @param roundTrip of the connection, in nanoseconds
     */
    long room(long now, long roundTrip) {
        while (!flights.isEmpty() && flights.element().acknowledgedAt - now <= 0) {
            acknowledged(flights.remove().bytes);
        }
        if (restarts && flights.isEmpty() && window > INITIAL) {
            long timeouts = (now - lastSent) / (roundTrip + TIMEOUT_MARGIN);
            window = Math.max(INITIAL, window >> Math.min(timeouts, Long.SIZE - 1));
        }
        return window - inFlight;
    }

    /** Returns when the next acknowledgement arrives; something must be on its way. */
    long nextAcknowledgement() {
        return flights.element().acknowledgedAt;
    }

    /**
     * Takes note of bytes that are sent, perhaps after a pause.
     *
     * @param acknowledgedAt when the sender hears that they arrived
     */
    void sent(int bytes, long now, long roundTrip, long acknowledgedAt) {
        room(now, roundTrip);
        inFlight += bytes;
        lastSent = now;
        flights.add(new Flight(bytes, acknowledgedAt));
    }

    /** Takes note of a loss. */
    void lost() {
        threshold = Math.max(2L * SEGMENT, inFlight / 2);
        window = threshold;
    }

    private void acknowledged(int bytes) {
        boolean isUsed = window < 2 * inFlight;
        inFlight -= bytes;
        if (isUsed) {
            long growth = window < threshold ? bytes : Math.max(1, (long) SEGMENT * bytes / window);
            window = Math.min(greatest, window + growth);
        }
    }
}
