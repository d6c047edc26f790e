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
    private final int least;
    private final LongSupplier room;
    private final AtomicLong kept = new AtomicLong();

    private ReadBuffers(@Nullable Inbox<byte[]> used, int least, LongSupplier room) {
        this.used = used;
        this.least = least;
        this.room = room;
    }

    /**
     * Keeps arrays of up to 4 MiB.
     *
     * @param count how many at most
     * @param least the bytes of the shortest that are kept: shorter ones are cheaply made
     * @param room how many bytes they may be together now, such as what reads do not hold
     */
    public static ReadBuffers keeping(Tasks tasks, int count, int least, LongSupplier room) {
        return new ReadBuffers(tasks.inbox(count), least, room);
    }

    /** Returns how many bytes are kept. */
    public long kept() {
        return kept.get();
    }

    /** Returns an array of this length, with anything in it. */
    byte[] borrow(int length, Time time) {
        if (used == null || isLeftOut(length)) {
            return new byte[length];
        }
        Optional<byte[]> again = take(used, time);
        long most = room.getAsLong();
        while (kept.get() > most && take(used, time).isPresent()) {
            // It is left to the collector.
        }
        return again.filter(array -> array.length == length).orElseGet(() -> new byte[length]);
    }

    private Optional<byte[]> take(Inbox<byte[]> from, Time time) {
        Optional<byte[]> array = from.take(time.after(Duration.ZERO));
        array.ifPresent(each -> kept.addAndGet(-each.length));
        return array;
    }

    /** Takes an array back that nobody uses any more. */
    void giveBack(byte[] array, Time time) {
        if (used == null || isLeftOut(array.length)) {
            return;
        }
        // Where there is no place for it, it is left to the collector.
        boolean fits = kept.addAndGet(array.length) <= room.getAsLong();
        if (!fits || !used.offer(array, time.after(Duration.ZERO))) {
            kept.addAndGet(-array.length);
        }
    }

    private boolean isLeftOut(int length) {
        return length < least || length > MAX_BYTES;
    }
}
