package io.giza.stripe;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Time;
import io.giza.erasure.StripeLayout;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory in which all puts of a gateway hold their stripes: a fixed number of stripes at a
 * time, and their arrays used again and again. Objects whose only stripe is small do not count.
 *
 * <p>One account gets half of them at most where there are several. A client may send as slowly as
 * it is allowed to, and holds its stripe for so long; those of other accounts must not wait for it.
 */
public final class StripeBuffers {
    /** Shards up to this length are made when needed, and thrown away. */
    private static final int SMALL_SHARD_BYTES = 64 << 10;

    private final Tasks tasks;
    private final Room room;
    private final Inbox<Permit> permits;
    private final Map<String, Inbox<Permit>> permitsOfAccounts = new ConcurrentHashMap<>();
    private final Inbox<byte[][]> used;

    /** The right to hold a stripe. */
    private enum Permit {
        STRIPE
    }

    /**
     * How much room there is.
     *
     * @param stripes how many stripes are held at most, of all puts together
     * @param accounts how many accounts share them; one alone may hold all
     * @param patience how long a put waits for its first stripe
     */
    public record Room(int stripes, int accounts, Duration patience) {
        private int perAccount() {
            return accounts < 2 ? stripes : stripes - stripes / 2;
        }
    }

    /** Makes room; it takes no memory before it is needed. */
    public StripeBuffers(Tasks tasks, Room room) {
        this.tasks = tasks;
        this.room = room;
        permits = permits(room.stripes);
        used = tasks.inbox(room.stripes);
    }

    /** Returns how long a put waits for its first stripe. */
    Duration patience() {
        return room.patience;
    }

    private Inbox<Permit> permits(int count) {
        Inbox<Permit> all = tasks.inbox(count);
        for (int i = 0; i < count; i++) {
            all.put(Permit.STRIPE);
        }
        return all;
    }

    /** Borrows room for a stripe of an account's put, waiting for it until the deadline. */
    Optional<FramedStripe> borrow(
            StripeLayout layout, String account, Deadline deadline, Time time) {
        if (isSmall(layout)) {
            return Optional.of(new FramedStripe(layout, fresh(layout)));
        }
        return permit(account, deadline, time)
                .map(
                        permit ->
                                used.take(time.after(Duration.ZERO))
                                        .filter(arrays -> fits(arrays, layout))
                                        .orElseGet(() -> fresh(layout)))
                .map(arrays -> new FramedStripe(layout, arrays));
    }

    /** Takes the account's permit first: who waits for that has none that others wait for. */
    private Optional<Permit> permit(String account, Deadline deadline, Time time) {
        Inbox<Permit> own = ofAccount(account);
        if (own.take(deadline).isEmpty()) {
            return Optional.empty();
        }
        Optional<Permit> permit = permits.take(deadline);
        if (permit.isEmpty()) {
            own.offer(Permit.STRIPE, time.after(Duration.ZERO));
        }
        return permit;
    }

    /** There are as many as accounts are configured. */
    private Inbox<Permit> ofAccount(String account) {
        Inbox<Permit> own = permitsOfAccounts.get(account);
        if (own == null) {
            Inbox<Permit> fresh = permits(room.perAccount());
            Inbox<Permit> before = permitsOfAccounts.putIfAbsent(account, fresh);
            own = before == null ? fresh : before;
        }
        return own;
    }

    /**
     * Takes a stripe's room back.
     *
     * @param account whose put borrowed it
     * @param reusable whether nobody reads its arrays any more; otherwise they are left to them
     */
    void giveBack(FramedStripe stripe, String account, boolean reusable, Time time) {
        if (isSmall(stripe.layout())) {
            return;
        }
        // There is always place for what was taken out.
        if (reusable) {
            used.offer(stripe.shards(), time.after(Duration.ZERO));
        }
        permits.offer(Permit.STRIPE, time.after(Duration.ZERO));
        ofAccount(account).offer(Permit.STRIPE, time.after(Duration.ZERO));
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
