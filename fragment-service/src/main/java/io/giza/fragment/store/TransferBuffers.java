package io.giza.fragment.store;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * The buffers through which blobs pass between sockets and files. A bounded number of large ones
 * lies outside of the heap, where neither side copies them, aligned as direct writes need it; they
 * are lent, taken back and lent again. Who comes when all are lent, or has little to carry, gets a
 * small one of the heap: slower, and nobody waits. For any number of threads.
 */
public final class TransferBuffers {
    /** Where direct writes begin and end; a multiple of what disks ask for. */
    static final int ALIGNMENT = 4096;

    static final int LARGE_BYTES = 512 << 10;
    private static final int SMALL_BYTES = 16 << 10;

    private final BlockingQueue<ByteBuffer> free;
    private final Semaphore available;

    /**
     * Makes buffers; they take no memory before they are needed.
     *
     * @param large how many large ones there are at most
     */
    public TransferBuffers(int large) {
        free = new ArrayBlockingQueue<>(large);
        available = new Semaphore(large);
    }

    /**
     * Lends a buffer, to be given back by {@link #giveBack}.
     *
     * @param length how many bytes are to be carried, more or less
     */
    public ByteBuffer lend(long length) {
        if (length <= SMALL_BYTES || !available.tryAcquire()) {
            return ByteBuffer.allocate(Math.clamp(length, 1, SMALL_BYTES));
        }
        ByteBuffer buffer = free.poll();
        return buffer == null
                ? ByteBuffer.allocateDirect(LARGE_BYTES + ALIGNMENT)
                        .alignedSlice(ALIGNMENT)
                        .limit(LARGE_BYTES)
                        .slice()
                : buffer;
    }

    /** Takes back what was lent; once only. */
    public void giveBack(ByteBuffer buffer) {
        if (buffer.isDirect()) {
            free.add(buffer.clear());
            available.release();
        }
    }
}
