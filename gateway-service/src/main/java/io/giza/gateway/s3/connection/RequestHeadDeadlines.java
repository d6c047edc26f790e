package io.giza.gateway.s3.connection;

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
final class RequestHeadDeadlines<S> {
    private final Time time;
    private final Map<S, Deadline> incomplete = new ConcurrentHashMap<>();
    private volatile Duration maxDuration = Duration.ofSeconds(30);

    RequestHeadDeadlines(Time time) {
        this.time = time;
    }

    /** Sets how long a head may take from its first byte to its last. */
    void setMaxDuration(Duration duration) {
        maxDuration = duration;
    }

    /** Tells whether a head should be complete, now that more of it is there. */
    boolean isOverdue(S connection) {
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
     * @param awaitsMore whether more bytes are awaited of a head
     * @param completedHead whether another head was completed by them, right before that one
     */
    void update(S connection, boolean awaitsMore, boolean completedHead) {
        if (!awaitsMore) {
            incomplete.remove(connection);
        } else if (completedHead) {
            incomplete.put(connection, time.after(maxDuration));
        } else if (!incomplete.containsKey(connection)) {
            incomplete.put(connection, time.after(maxDuration));
        }
    }

    /** The connection has ended. */
    void forget(S connection) {
        incomplete.remove(connection);
    }
}
