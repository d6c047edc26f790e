package io.giza.model;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * An immutable sequence of bytes with value equality. Values and rows carry these so that records
 * holding them compare by content.
 */
public final class Bytes {
    /** The empty sequence. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** Returns the bytes of {@code source}, copied. */
    public static Bytes copyOf(byte[] source) {
        return source.length == 0 ? EMPTY : new Bytes(source.clone());
    }

    /**
     * Returns the remaining bytes of {@code source}, copied; the buffer's position is unchanged.
     */
    public static Bytes copyOf(ByteBuffer source) {
        byte[] copy = new byte[source.remaining()];
        source.duplicate().get(copy);
        return new Bytes(copy);
    }

    /** Returns the number of bytes. */
    public int size() {
        return content.length;
    }

    /** Returns a fresh array of these bytes. */
    public byte[] toArray() {
        return content.clone();
    }

    /** Returns a read-only view of these bytes. */
    public ByteBuffer asBuffer() {
        return ByteBuffer.wrap(content).asReadOnlyBuffer();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return content.length + " bytes";
    }
}
