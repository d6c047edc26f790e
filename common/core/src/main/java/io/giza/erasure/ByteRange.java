package io.giza.erasure;

/**
 * A range of bytes.
 *
 * @param from the first byte
 * @param to one past the last byte
 */
public record ByteRange(long from, long to) {
    /** No bytes. */
    public static final ByteRange EMPTY = new ByteRange(0, 0);

    public ByteRange {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("not a range of bytes: " + from + " to " + to);
        }
    }

    /** Returns the range of {@code length} bytes from {@code offset}. */
    public static ByteRange of(long offset, long length) {
        return new ByteRange(offset, Math.addExact(offset, length));
    }

    /** Tells whether it has no bytes. */
    public boolean isEmpty() {
        return from == to;
    }

    /** Returns the number of bytes. */
    public long length() {
        return to - from;
    }
}
