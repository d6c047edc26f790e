package io.giza.stripe;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Time;
import io.giza.erasure.StripeLayout;

import java.time.Duration;
import java.util.Optional;

/**
 * The memory in which all puts of a gateway hold their stripes: a fixed number of stripes at a
 * time, and their arrays used again and again. Objects whose only stripe is small do not count.
 */
public final class StripeBuffers {
    /** Shards up to this length are made when needed, and thrown away. */
    private static final int SMALL_SHARD_BYTES = 64 << 10;

    private final Inbox<Permit> permits;
    private final Inbox<byte[][]> used;

    /** The right to hold a stripe. */
    private enum Permit {
        STRIPE
    }

    /**
     * Makes room; it takes no memory before it is needed.
     *
     * @param stripes how many stripes are held at most, of all puts together
     */
    public StripeBuffers(Tasks tasks, int stripes) {
        permits = tasks.inbox(stripes);
        used = tasks.inbox(stripes);
        for (int i = 0; i < stripes; i++) {
            permits.put(Permit.STRIPE);
        }
    }

    /** Borrows room for a stripe, waiting for it until the deadline. */
    Optional<FramedStripe> borrow(StripeLayout layout, Deadline deadline, Time time) {
        if (isSmall(layout)) {
            return Optional.of(new FramedStripe(layout, fresh(layout)));
        }
        return permits.take(deadline)
                .map(
                        permit ->
                                used.take(time.after(Duration.ZERO))
                                        .filter(arrays -> fits(arrays, layout))
                                        .orElseGet(() -> fresh(layout)))
                .map(arrays -> new FramedStripe(layout, arrays));
    }

    /**
     * Takes a stripe's room back.
     *
     * @param reusable whether nobody reads its arrays any more; otherwise they are left to them
     */
    void giveBack(FramedStripe stripe, boolean reusable, Time time) {
        if (isSmall(stripe.layout())) {
            return;
        }
        // There is always place for what was taken out.
        if (reusable) {
            used.offer(stripe.shards(), time.after(Duration.ZERO));
        }
        permits.offer(Permit.STRIPE, time.after(Duration.ZERO));
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
