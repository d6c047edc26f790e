package io.giza.http.server;

import java.time.Duration;

/**
 * What a server bears of those who call it.
 *
 * @param maxConnections more are closed as they come
 * @param idle how long a connection may rest between requests
 * @param stall how long a body may stand still
 * @param head how long a head may take, from its first byte to its last
 * @param maxHeadBytes how long a head may be
 * @param maxLongHeads how many requests with a head of more than 4 KiB there may be at a time; more
 *     wait
 * @param maxKeptBytes how much is read of a body that nobody wanted, so that its connection can be
 *     used again; where more is left it is closed
 * @param lastRest how long after its last request a connection is kept once the server ends, since
 *     another may be on its way; zero where callers try again
 * @param firstRequest how long the first request of a connection is waited for once the server
 *     ends: who has just connected is about to send it, and does not expect to be sent away unheard
 */
public record Limits(
        int maxConnections,
        Duration idle,
        Duration stall,
        Duration head,
        int maxHeadBytes,
        int maxLongHeads,
        long maxKeptBytes,
        Duration lastRest,
        Duration firstRequest) {
    /** As many connections as all services of a large cluster have to one. */
    private static final int MAX_CONNECTIONS = 8192;

    private static final int MAX_HEAD_BYTES = 16 << 10;
    private static final int SHARE_OF_LONG_HEADS = 8;
    private static final Duration FIRST_REQUEST = Duration.ofSeconds(5);
    private static final Duration MAX_IDLE = Duration.ofSeconds(60);

    public Limits {
        boolean areDurations = idle.isPositive() && stall.isPositive() && head.isPositive();
        if (maxConnections < 1
                || !areDurations
                || maxHeadBytes < 1
                || maxLongHeads < 1
                || maxKeptBytes < 0
                || lastRest.isNegative()
                || firstRequest.isNegative()) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }

    /** Takes heads as services send them, and closes where a body was not wanted. */
    public Limits(int maxConnections, Duration idle, Duration stall) {
        this(
                maxConnections,
                idle,
                stall,
                stall,
                MAX_HEAD_BYTES,
                longHeads(MAX_HEAD_BYTES),
                0,
                Duration.ZERO,
                FIRST_REQUEST);
    }

    /**
     * Returns how many long heads an eighth of the heap can hold.
     *
     * @param maxHeadBytes how long each may be; parsed, with its buffers, it takes some three times
     *     that
     */
    public static int longHeads(int maxHeadBytes) {
        long share = Runtime.getRuntime().maxMemory() / SHARE_OF_LONG_HEADS;
        return Math.toIntExact(Math.clamp(share / (4L * maxHeadBytes), 64, MAX_CONNECTIONS));
    }

    /** Returns the limits of a service whose requests may stand still for so long. */
    public static Limits stallingFor(Duration stall) {
        return new Limits(MAX_CONNECTIONS, stall.compareTo(MAX_IDLE) > 0 ? stall : MAX_IDLE, stall);
    }
}
