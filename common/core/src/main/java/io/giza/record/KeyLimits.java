package io.giza.record;

/**
 * How much whoever holds an access key may have one gateway do. Of each, 0 is no limit.
 *
 * @param requests requests a second
 * @param received bytes a second that clients send
 * @param sent bytes a second that they are sent
 * @param uploads uploads of objects and parts at once
 * @throws IllegalArgumentException if one is negative, or greater than any gateway serves
 */
public record KeyLimits(long requests, long received, long sent, long uploads) {
    /** The greatest limit of requests and of uploads. */
    public static final long MOST = 1_000_000;

    /** The greatest limit of bytes a second. */
    public static final long MOST_BYTES = 64L << 30;

    /** No limits. */
    public static final KeyLimits NONE = new KeyLimits(0, 0, 0, 0);

    public KeyLimits {
        require("requests", requests, MOST);
        require("received", received, MOST_BYTES);
        require("sent", sent, MOST_BYTES);
        require("uploads", uploads, MOST);
    }

    private static void require(String name, long limit, long most) {
        if (limit < 0 || limit > most) {
            throw new IllegalArgumentException(name + " must be 0, for no limit, to " + most);
        }
    }

    /** Tells whether there is none. */
    public boolean isNone() {
        return equals(NONE);
    }
}
