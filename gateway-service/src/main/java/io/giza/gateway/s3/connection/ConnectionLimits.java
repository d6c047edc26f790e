package io.giza.gateway.s3.connection;

/**
 * How many connections clients may have.
 *
 * @param maxConnections in all; more wait until one ends
 * @param wideBytes what the large buffers of some take together; the others do with small ones
 */
public record ConnectionLimits(int maxConnections, long wideBytes) {
    /**
     * What a connection takes whose request's head is arriving. It is 18 KiB while it is idle, and
     * some 120 KiB while it is served: all shares of the memory for clients together leave that.
     */
    private static final int BYTES = 64 << 10;

    private static final int LEAST = 256;
    private static final int MOST = 16 << 10;
    private static final long LEAST_WIDE_BYTES = 2 << 20;

    /** Returns as many as there is memory for; large buffers get half. */
    public static ConnectionLimits within(long bytes) {
        int most = Math.clamp(bytes / BYTES, LEAST, MOST);
        return new ConnectionLimits(most, Math.max(bytes / 2, LEAST_WIDE_BYTES));
    }
}
