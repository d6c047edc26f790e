package io.giza.gateway.spool;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * Bytes that wait: appended, and read once in the same order. Damage is found when they are read.
 * For one task at a time.
 */
public interface SpoolFile extends AutoCloseable {
    /** Makes files. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes one that is empty.
         *
         * @throws UncheckedIOException if the disk fails
         */
        SpoolFile create();
    }

    /**
     * Appends the bytes of a buffer.
     *
     * @throws UncheckedIOException if the disk fails or is full; {@link #unread} counts what was
     *     appended before
     */
    void append(ByteBuffer bytes);

    /**
     * Reads some of the bytes that were not read yet, at least one.
     *
     * @return how many
     * @throws UncheckedIOException if the disk fails, or what it gives back is not what was
     *     appended
     */
    int read(byte[] target, int offset, int length);

    /** Returns how many bytes were appended and not read yet. */
    long unread();

    /** Throws all away. */
    @Override
    void close();
}
