package io.giza.http.server;

import java.time.Duration;

/**
 * What a server bears of those who call it.
 *
 * @param maxConnections more are closed as they come
 * @param idle how long a connection may rest between requests
 * @param stall how long a head may take, and how long a body may stand still
 */
public record Limits(int maxConnections, Duration idle, Duration stall) {
    /** As many connections as all services of a large cluster have to one. */
    private static final int MAX_CONNECTIONS = 8192;

    private static final Duration MAX_IDLE = Duration.ofSeconds(60);

    public Limits {
        if (maxConnections < 1 || !idle.isPositive() || !stall.isPositive()) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }

    /** Returns the limits of a service whose requests may stand still for so long. */
    public static Limits stallingFor(Duration stall) {
        return new Limits(MAX_CONNECTIONS, stall.compareTo(MAX_IDLE) > 0 ? stall : MAX_IDLE, stall);
    }
}
