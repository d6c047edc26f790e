package io.giza.stripe.write;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Time;
import io.giza.erasure.StripeLayout;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory in which all puts of a gateway hold their stripes, and their arrays, which are used
 * again and again. A put holds some while its stripes are received, coded and sent, and none while
 * it waits for its client, see {@link StripeWriter#giveBackMemory}.
 */
public final class StripeBuffers {
    /** Shards up to this length are made when needed, and thrown away. */
    private static final int SMALL_SHARD_BYTES = 64 << 10;

    /** More than would be kept of the smallest that are. */
    private static final int MAX_KEPT = 1 << 12;

    private final Limits limits;
    private final Budget memory;
    private final Inbox<byte[][]> used;
    private final AtomicLong kept = new AtomicLong();

    /**
     * How much room there is.
     *
     * @param bytes how much is held at most, of all puts together, parity included
     * @param accounts how many accounts share it; one alone may hold all
     * @param timeout how long a put waits for its first stripe
     */
    public record Limits(long bytes, int accounts, Duration timeout) {}

    /** A stripe that is borrowed, and the share of the put that holds it. */
    record Borrowed(FramedStripe stripe, Budget.Share share) {
        /** Tells whether others wait for it. */
        boolean isWanted() {
            return share.isWanted();
        }
    }

    /** Makes room; it takes no memory before it is needed. */
    public StripeBuffers(Tasks tasks, Limits limits) {
        this.limits = limits;
        memory = new Budget(tasks, new BudgetLimits(limits.bytes, limits.accounts));
        used = tasks.inbox(MAX_KEPT);
    }

    /** Returns how long a put waits for its first stripe. */
    public Duration waitTimeout() {
        return limits.timeout;
    }

    /** Returns what is held, in bytes. */
    public Budget memory() {
        return memory;
    }

    /** Returns what nobody holds and the next put may use again, in bytes. */
    public long kept() {
        return kept.get();
    }

    /** Borrows room for the first stripe of an account's put, waiting for it until the deadline. */
    Optional<Borrowed> borrow(StripeLayout layout, String account, Deadline deadline, Time time) {
        return memory.take(account, bytes(layout), deadline, time)
                .map(share -> new Borrowed(new FramedStripe(layout, arrays(layout, time)), share));
    }

    /** Borrows room for another stripe of the same put, if there is plenty and nobody waits. */
    Optional<Borrowed> borrowAnother(Borrowed first, Time time) {
        StripeLayout layout = first.stripe.layout();
        return first.share.grow(bytes(layout))
                ? Optional.of(
                        new Borrowed(new FramedStripe(layout, arrays(layout, time)), first.share))
                : Optional.empty();
    }

    private byte[][] arrays(StripeLayout layout, Time time) {
        Optional<byte[][]> again = isSmall(layout) ? Optional.empty() : takeKept(time);
        while (kept.get() + memory.held() > limits.bytes && takeKept(time).isPresent()) {
            // It is left to the collector.
        }
        return again.filter(arrays -> fits(arrays, layout)).orElseGet(() -> allocate(layout));
    }

    private Optional<byte[][]> takeKept(Time time) {
        Optional<byte[][]> arrays = used.take(time.after(Duration.ZERO));
        arrays.ifPresent(each -> kept.addAndGet(-bytes(each)));
        return arrays;
    }

    /**
     * Takes a stripe's room back.
     *
     * @param reusable whether nobody reads its arrays any more; otherwise they are left to them
     */
    void giveBack(Borrowed borrowed, boolean reusable, Time time) {
        StripeLayout layout = borrowed.stripe.layout();
        if (reusable && !isSmall(layout)) {
            keep(borrowed.stripe.shards(), time);
        }
        borrowed.share.shrink(bytes(layout));
    }

    private void keep(byte[][] arrays, Time time) {
        kept.addAndGet(bytes(arrays));
        if (!used.offer(arrays, time.after(Duration.ZERO))) {
            kept.addAndGet(-bytes(arrays));
        }
    }

    /** Arrays may have served a put of another layout. */
    private static boolean fits(byte[][] arrays, StripeLayout layout) {
        return arrays.length == layout.coding().fragments()
                && arrays[0].length == layout.framedShardLength(0);
    }

    static byte[][] allocate(StripeLayout layout) {
        return new byte[layout.coding().fragments()][layout.framedShardLength(0)];
    }

    private static boolean isSmall(StripeLayout layout) {
        return layout.stripes() <= 1 && layout.framedShardLength(0) <= SMALL_SHARD_BYTES;
    }

    /** Returns what the first stripe of an object takes, parity included; none takes more. */
    public static long bytes(StripeLayout layout) {
        return (long) layout.coding().fragments() * layout.framedShardLength(0);
    }

    private static long bytes(byte[][] arrays) {
        return (long) arrays.length * arrays[0].length;
    }
}
