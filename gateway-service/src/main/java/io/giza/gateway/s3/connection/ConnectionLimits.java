package io.giza.gateway.s3.connection;

/**
 * How many connections clients may have.
 *
 * @param maxConnections in all; more wait until one ends
 * @param maxWide how many have large buffers at a time; the others do with small ones
 */
public record ConnectionLimits(int maxConnections, int maxWide) {
    /**
     * What a connection takes whose request's head is arriving. It is 18 KiB while it is idle, and
     * some 120 KiB while it is served: all shares of the memory for clients together leave that.
     */
    private static final int BYTES = 64 << 10;

    private static final int LEAST = 256;
    private static final int MOST = 16 << 10;

    /** Returns as many as there is memory for; large buffers get half. */
    public static ConnectionLimits within(long bytes) {
        int most = Math.clamp(bytes / BYTES, LEAST, MOST);
        int wide = Math.clamp(bytes / 2 / (2L * LimitedEndpoint.WIDE_BYTES), 16, MOST);
        return new ConnectionLimits(most, wide);
    }
}
