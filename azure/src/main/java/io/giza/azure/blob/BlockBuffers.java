package io.giza.azure.blob;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * The buffers that blobs are gathered in, a block each. A bounded number of large ones lies outside
 * of the heap; they are lent, taken back and lent again. Who comes when all are lent, or has little
 * to send, gets a small one of the heap: more requests, and nobody waits. For any number of
 * threads.
 */
public final class BlockBuffers {
    /** The bytes of a large one. */
    public static final int LARGE_BYTES = 4 << 20;

    static final int SMALL_BYTES = 256 << 10;

    private final BlockingQueue<ByteBuffer> free;
    private final Semaphore available;

    /**
     * Makes buffers; they take no memory before they are needed.
     *
     * @param large how many large ones there are at most
     */
    public BlockBuffers(int large) {
        free = new ArrayBlockingQueue<>(large);
        available = new Semaphore(large);
    }

    /**
     * Lends a buffer, to be given back by {@link #giveBack} or {@link #discard}.
     *
     * @param length how many bytes are to be gathered
     */
    ByteBuffer lend(long length) {
        return length <= SMALL_BYTES
                ? ByteBuffer.allocate((int) Math.max(1, length))
                : lendLarge().orElseGet(() -> ByteBuffer.allocate(SMALL_BYTES));
    }

    /** Lends a large one if one is left. */
    Optional<ByteBuffer> lendLarge() {
        if (!available.tryAcquire()) {
            return Optional.empty();
        }
        ByteBuffer buffer = free.poll();
        return Optional.of(buffer == null ? ByteBuffer.allocateDirect(LARGE_BYTES) : buffer);
    }

    /** Takes back what was lent; once only, and nobody may read it any more. */
    void giveBack(ByteBuffer buffer) {
        if (buffer.isDirect()) {
            free.add(buffer.clear());
            available.release();
        }
    }

    /** Forgets what was lent: a request that was given up may still read it. */
    void discard(ByteBuffer buffer) {
        if (buffer.isDirect()) {
            available.release();
        }
    }

    /** Returns how many large ones are not lent. */
    int availableCount() {
        return available.availablePermits();
    }
}
