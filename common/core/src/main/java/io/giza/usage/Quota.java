package io.giza.usage;

/**
 * How much a bucket may hold, or all buckets of an account together. Of either, 0 is no quota.
 *
 * @param bytes bytes of all versions and of the parts of open uploads, as clients sent them
 * @param objects versions of objects, those that are not the newest too
 * @throws IllegalArgumentException if one is negative, or greater than {@link #MOST}
 */
public record Quota(long bytes, long objects) {
    /** The greatest quota. */
    public static final long MOST = 1L << 60;

    /** No quota. */
    public static final Quota NONE = new Quota(0, 0);

    public Quota {
        require("bytes", bytes);
        require("objects", objects);
    }

    private static void require(String name, long value) {
        if (value < 0 || value > MOST) {
            throw new IllegalArgumentException(name + " must be 0, for no quota, to " + MOST);
        }
    }

    /** Tells whether there is none. */
    public boolean isNone() {
        return equals(NONE);
    }

    /**
     * Tells whether it would be exceeded.
     *
     * @param heldBytes the bytes that there would be
     * @param heldObjects the versions that there would be
     */
    public boolean isExceededBy(long heldBytes, long heldObjects) {
        return (bytes > 0 && heldBytes > bytes) || (objects > 0 && heldObjects > objects);
    }
}
