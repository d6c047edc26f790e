package io.giza.gateway.s3.connection;

import io.giza.concurrent.Time;

import java.time.Duration;

/**
 * How slow clients may be. One that sends, or takes, next to nothing at a time would otherwise have
 * its connection and its room in the spool for as long as it likes, for the server only ends
 * connections on which nothing moves at all.
 *
 * <p>Only the time counts in which this gateway waited for the client.
 *
 * @param time the clock
 * @param window how long a client is waited for before its speed is judged, again and again
 * @param leastBytesPerSecond how much must have moved per second of waiting
 */
public record SlowClientLimits(Time time, Duration window, long leastBytesPerSecond) {
    /** Watches one of them. */
    public WatchedClient watch() {
        return new WatchedClient(this);
    }
}
