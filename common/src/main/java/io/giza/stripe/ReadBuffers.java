package io.giza.stripe;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Time;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * Arrays for the blocks that reads hold, used again and again: to make and to clear new ones would
 * cost a read of a large object more than to verify it. Nobody waits here: who finds none makes
 * one. Whoever borrows an array has it alone until it gives it back, overwrites what it uses of it,
 * and may also keep it.
 */
public final class ReadBuffers {
    /** Keeps nothing. */
    public static final ReadBuffers NONE = new ReadBuffers(null, 0);

    private static final int MOST_BYTES = 4 << 20;

    private final @Nullable Inbox<byte[]> used;
    private final int least;

    private ReadBuffers(@Nullable Inbox<byte[]> used, int least) {
        this.used = used;
        this.least = least;
    }

    /**
     * Keeps arrays of up to 4 MiB.
     *
     * @param count how many at most
     * @param least the bytes of the shortest that are kept: shorter ones are cheaply made
     */
    public static ReadBuffers keeping(Tasks tasks, int count, int least) {
        return new ReadBuffers(tasks.inbox(count), least);
    }

    /** Returns an array of this length, with anything in it. */
    byte[] borrow(int length, Time time) {
        if (used == null || isLeftOut(length)) {
            return new byte[length];
        }
        return used.take(time.after(Duration.ZERO))
                .filter(array -> array.length == length)
                .orElseGet(() -> new byte[length]);
    }

    /** Takes an array back that nobody uses any more. */
    void giveBack(byte[] array, Time time) {
        if (used != null && !isLeftOut(array.length)) {
            // Where there is no place for it, it is left to the collector.
            used.offer(array, time.after(Duration.ZERO));
        }
    }

    private boolean isLeftOut(int length) {
        return length < least || length > MOST_BYTES;
    }
}
