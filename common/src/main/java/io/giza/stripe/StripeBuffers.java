package io.giza.stripe;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Time;
import io.giza.erasure.StripeLayout;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;

/**
 * The memory in which all puts of a gateway hold their stripes: a fixed number of stripes at a
 * time, and their arrays used again and again. Objects whose only stripe is small do not count.
 *
 * <p>A client may send as slowly as it is allowed to, and holds its stripe for so long. Those of
 * other accounts and keys must not wait for it, see {@link Budget}.
 */
public final class StripeBuffers {
    /** Shards up to this length are made when needed, and thrown away. */
    private static final int SMALL_SHARD_BYTES = 64 << 10;

    private final Room room;
    private final Budget stripes;
    private final Inbox<byte[][]> used;

    /**
     * How much room there is.
     *
     * @param stripes how many stripes are held at most, of all puts together
     * @param accounts how many accounts share them; one alone may hold all
     * @param patience how long a put waits for its first stripe
     */
    public record Room(int stripes, int accounts, Duration patience) {}

    /** A stripe that is borrowed, and the room for it, of which small ones take none. */
    record Borrowed(FramedStripe stripe, Budget.@Nullable Share room) {}

    /** Makes room; it takes no memory before it is needed. */
    public StripeBuffers(Tasks tasks, Room room) {
        this.room = room;
        stripes = new Budget(tasks, new Budget.Limits(room.stripes, room.accounts));
        used = tasks.inbox(room.stripes);
    }

    /** Returns how long a put waits for its first stripe. */
    Duration patience() {
        return room.patience;
    }

    /** Returns what is held, in stripes. */
    public Budget stripes() {
        return stripes;
    }

    /** Borrows room for a stripe of an account's put, waiting for it until the deadline. */
    Optional<Borrowed> borrow(StripeLayout layout, String account, Deadline deadline, Time time) {
        if (isSmall(layout)) {
            return Optional.of(new Borrowed(new FramedStripe(layout, fresh(layout)), null));
        }
        return stripes.take(account, 1, deadline, time)
                .map(share -> new Borrowed(new FramedStripe(layout, arrays(layout, time)), share));
    }

    private byte[][] arrays(StripeLayout layout, Time time) {
        return used.take(time.after(Duration.ZERO))
                .filter(arrays -> fits(arrays, layout))
                .orElseGet(() -> fresh(layout));
    }

    /**
     * Takes a stripe's room back.
     *
     * @param reusable whether nobody reads its arrays any more; otherwise they are left to them
     */
    void giveBack(Borrowed borrowed, boolean reusable, Time time) {
        Budget.Share share = borrowed.room();
        if (share == null) {
            return;
        }
        // There is always place for what was taken out.
        if (reusable) {
            used.offer(borrowed.stripe().shards(), time.after(Duration.ZERO));
        }
        share.close();
    }

    /** Arrays may have served a put of another layout. */
    private static boolean fits(byte[][] arrays, StripeLayout layout) {
        return arrays.length == layout.coding().fragments()
                && arrays[0].length == layout.framedShardLength(0);
    }

    static byte[][] fresh(StripeLayout layout) {
        return new byte[layout.coding().fragments()][layout.framedShardLength(0)];
    }

    private static boolean isSmall(StripeLayout layout) {
        return layout.stripes() <= 1 && layout.framedShardLength(0) <= SMALL_SHARD_BYTES;
    }
}
