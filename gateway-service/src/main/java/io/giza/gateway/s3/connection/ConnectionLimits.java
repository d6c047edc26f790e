package io.giza.gateway.s3.connection;

/** How many connections clients may have. */
public final class ConnectionLimits {
    /**
     * What a connection takes whose request's head is arriving. It is less while it is idle, and
     * more while it is served: all shares of the memory for clients together leave that.
     */
    private static final int BYTES = 64 << 10;

    private static final int LEAST = 256;
    private static final int MOST = 16 << 10;

    private ConnectionLimits() {}

    /** Returns as many as there is memory for. */
    public static int within(long bytes) {
        return Math.clamp(bytes / BYTES, LEAST, MOST);
    }
}
