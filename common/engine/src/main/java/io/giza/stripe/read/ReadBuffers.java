package io.giza.stripe.read;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Time;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Arrays for the blocks that reads hold, used again and again: to make and to clear new ones would
 * cost a read of a large object more than to verify it. Nobody waits here: who finds none makes
 * one. Whoever borrows an array has it alone until it gives it back, overwrites what it uses of it,
 * and may also keep it.
 */
public final class ReadBuffers {
    /** Keeps nothing. */
    public static final ReadBuffers NONE = new ReadBuffers(null, 0, () -> 0);

    private static final int MAX_BYTES = 4 << 20;

    private final @Nullable Inbox<byte[]> used;
    private final int minLength;
    private final LongSupplier room;
    private final AtomicLong pooledBytes = new AtomicLong();

    private ReadBuffers(@Nullable Inbox<byte[]> used, int minLength, LongSupplier room) {
        this.used = used;
        this.minLength = minLength;
        this.room = room;
    }

    /**
     * Keeps arrays of up to 4 MiB.
     *
     * @param count how many at most
     * @param minLength the bytes of the shortest that are kept: shorter ones are cheaply made
     * @param room how many bytes they may be together now, such as what reads do not hold
     */
    public static ReadBuffers pooled(Tasks tasks, int count, int minLength, LongSupplier room) {
        return new ReadBuffers(tasks.inbox(count), minLength, room);
    }

    /** Returns how many bytes are kept. */
    public long pooledBytes() {
        return pooledBytes.get();
    }

    /** Returns an array of this length, with anything in it. */
    byte[] borrow(int length, Time time) {
        if (used == null || isNotPooled(length)) {
            return new byte[length];
        }
        Optional<byte[]> again = take(used, time);
        long maximum = room.getAsLong();
        while (pooledBytes.get() > maximum && take(used, time).isPresent()) {
            // It is left to the collector.
        }
        return again.filter(array -> array.length == length).orElseGet(() -> new byte[length]);
    }

    private Optional<byte[]> take(Inbox<byte[]> from, Time time) {
        Optional<byte[]> array = from.take(time.after(Duration.ZERO));
        array.ifPresent(each -> pooledBytes.addAndGet(-each.length));
        return array;
    }

    /** Takes an array back that nobody uses any more. */
    void giveBack(byte[] array, Time time) {
        if (used == null || isNotPooled(array.length)) {
            return;
        }
        // Where there is no place for it, it is left to the collector.
        boolean fits = pooledBytes.addAndGet(array.length) <= room.getAsLong();
        if (!fits || !used.offer(array, time.after(Duration.ZERO))) {
            pooledBytes.addAndGet(-array.length);
        }
    }

    private boolean isNotPooled(int length) {
        return length < minLength || length > MAX_BYTES;
    }
}
