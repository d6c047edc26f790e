package io.giza.stripe.read;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Time;
import io.giza.erasure.StripeLayout;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Buffers for the blocks that reads hold, used again and again: to make and to clear new ones would
 * cost a read of a large object more than to verify it. They lie outside of the heap, where sockets
 * neither fill nor send them by way of a copy. Nobody waits here: who finds none makes one. Whoever
 * borrows buffers has them alone until it gives them back, overwrites what it uses of them, and may
 * also keep them.
 */
public final class ReadBuffers {
    /** Keeps nothing. */
    public static final ReadBuffers NONE = new ReadBuffers(List.of(), 0, () -> 0);

    private static final int SMALL_BYTES = StripeLayout.FRAMED_BLOCK_BYTES;
    private static final int LARGE_BYTES = StripeLayout.blockOffset(FramedBlocks.BLOCKS_PER_BUFFER);

    /** By the size of their buffers, small ones first; none where nothing is kept. */
    private final List<Pool> pools;

    private final int minLength;
    private final LongSupplier room;
    private final AtomicLong pooledBytes = new AtomicLong();

    /**
     * Buffers of one size.
     *
     * @param free those that nobody has
     */
    private record Pool(Inbox<ByteBuffer> free, int bytes) {}

    private ReadBuffers(List<Pool> pools, int minLength, LongSupplier room) {
        this.pools = pools;
        this.minLength = minLength;
        this.room = room;
    }

    /**
     * Keeps buffers of a block and of several.
     *
     * @param count how many of each at most
     * @param minLength the bytes of the least that is read into them: shorter ones are cheaply made
     * @param room how many bytes they may be together now, such as what reads do not hold
     */
    public static ReadBuffers pooled(Tasks tasks, int count, int minLength, LongSupplier room) {
        return new ReadBuffers(
                List.of(
                        new Pool(tasks.inbox(count), SMALL_BYTES),
                        new Pool(tasks.inbox(count), LARGE_BYTES)),
                minLength,
                room);
    }

    /** Returns how many bytes are kept. */
    public long pooledBytes() {
        return pooledBytes.get();
    }

    /**
     * Returns room for blocks, with anything in it.
     *
     * @param length the bytes of all blocks and their checksums
     */
    FramedBlocks borrow(int length, Time time) {
        List<ByteBuffer> buffers = new ArrayList<>();
        for (int left = length; left > 0; left -= LARGE_BYTES) {
            buffers.add(buffer(Math.min(left, LARGE_BYTES), length, time));
        }
        return new FramedBlocks(buffers);
    }

    private ByteBuffer buffer(int bytes, int all, Time time) {
        if (pools.isEmpty() || all < minLength) {
            return ByteBuffer.allocate(bytes);
        }
        Pool pool = bytes > SMALL_BYTES ? pools.getLast() : pools.getFirst();
        Optional<ByteBuffer> again = take(pool, time);
        long maximum = room.getAsLong();
        for (Pool each : pools) {
            while (pooledBytes.get() > maximum && take(each, time).isPresent()) {
                // It is left to the collector.
            }
        }
        return again.orElseGet(() -> ByteBuffer.allocateDirect(pool.bytes)).limit(bytes);
    }

    private Optional<ByteBuffer> take(Pool pool, Time time) {
        Optional<ByteBuffer> buffer = pool.free.take(time.after(Duration.ZERO));
        buffer.ifPresent(each -> pooledBytes.addAndGet(-pool.bytes));
        return buffer;
    }

    /** Takes buffers back that nobody uses any more. */
    void giveBack(FramedBlocks blocks, Time time) {
        for (ByteBuffer buffer : blocks.buffers()) {
            pools.stream()
                    .filter(pool -> buffer.isDirect() && buffer.capacity() == pool.bytes)
                    .forEach(pool -> keep(pool, buffer.clear(), time));
        }
    }

    /** Where there is no place for it, it is left to the collector. */
    private void keep(Pool pool, ByteBuffer buffer, Time time) {
        boolean fits = pooledBytes.addAndGet(pool.bytes) <= room.getAsLong();
        if (!fits || !pool.free.offer(buffer, time.after(Duration.ZERO))) {
            pooledBytes.addAndGet(-pool.bytes);
        }
    }
}
