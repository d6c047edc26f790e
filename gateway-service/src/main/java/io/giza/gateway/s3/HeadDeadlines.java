package io.giza.gateway.s3;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Until when the heads of requests must be complete of which something has arrived.
 *
 * @param <S> a connection
 */
final class HeadDeadlines<S> {
    private final Time time;
    private final Map<S, Deadline> incomplete = new ConcurrentHashMap<>();
    private volatile Duration longest = Duration.ofSeconds(30);

    HeadDeadlines(Time time) {
        this.time = time;
    }

    /** Sets how long a head may take from its first byte to its last. */
    void limit(Duration duration) {
        longest = duration;
    }

    /** Tells whether a head should be complete, now that more of it is there. */
    boolean isOver(S connection) {
        Deadline end = incomplete.get(connection);
        if (end == null || !end.hasPassed(time)) {
            return false;
        }
        incomplete.remove(connection);
        return true;
    }

    /**
     * Notes what came of the bytes that were there.
     *
     * @param more whether more bytes are awaited of a head
     * @param hadWholeHead whether another head was completed by them, right before that one
     */
    void note(S connection, boolean more, boolean hadWholeHead) {
        if (!more) {
            incomplete.remove(connection);
        } else if (hadWholeHead) {
            incomplete.put(connection, time.after(longest));
        } else if (!incomplete.containsKey(connection)) {
            incomplete.put(connection, time.after(longest));
        }
    }

    /** The connection has ended. */
    void forget(S connection) {
        incomplete.remove(connection);
    }
}
