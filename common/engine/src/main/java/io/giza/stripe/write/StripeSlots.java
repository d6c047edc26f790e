package io.giza.stripe.write;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.erasure.StripeLayout;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * The stripes that one put holds: one is received while the one before it is sent, so two are
 * enough. It waits for the first, takes the second while there is plenty, and gives it back once
 * others wait. It holds none while its client is waited for. So puts never wait for each other in a
 * circle, and none waits for another one's client.
 */
final class StripeSlots {
    private static final int MAX_HELD = 2;

    private final StripeBuffers buffers;
    private final String account;
    private final StripeLayout layout;
    private final Time time;
    private final Deque<StripeBuffers.Borrowed> held = new ArrayDeque<>();
    private long next;

    /** The first stripe of those that are held without a gap. */
    private long first;

    StripeSlots(StripeBuffers buffers, String account, StripeLayout layout, Time time) {
        this.buffers = buffers;
        this.account = account;
        this.layout = layout;
        this.time = time;
    }

    /**
     * Borrows one where none is held, unless the object is empty; false if there is no room in
     * time.
     */
    boolean begin(Deadline deadline) {
        if (layout.stripes() > 0 && held.isEmpty()) {
            buffers.borrow(layout, account, deadline, time).ifPresent(held::addFirst);
        }
        return layout.stripes() == 0 || !held.isEmpty();
    }

    /**
     * Returns the stripe whose memory the next one needs; none may read it any more before {@link
     * #advance}. Negative if there is room that nobody uses.
     */
    long stripeToReuse() {
        if (next > 0 && held.size() < MAX_HELD) {
            buffers.borrowAnother(held.getFirst(), time).ifPresent(held::addFirst);
        }
        return next - held.size();
    }

    /**
     * Gives the one that {@link #stripeToReuse} named back if others wait for it; then ask that
     * again.
     */
    boolean returnIfWanted() {
        boolean gives = held.size() == MAX_HELD && next >= MAX_HELD && held.getFirst().isWanted();
        if (gives) {
            buffers.giveBack(held.removeFirst(), true, time);
        }
        return gives;
    }

    /** Returns the memory for the next stripe. */
    FramedStripe advance() {
        // Those that were never filled come first, then the oldest.
        StripeBuffers.Borrowed borrowed = held.removeFirst();
        held.addLast(borrowed);
        next++;
        return borrowed.stripe();
    }

    /** Returns all stripes from the first on; empty if the first ones are not held any more. */
    Optional<List<FramedStripe>> allIfHeld() {
        // Those that were never filled come first.
        long unfilled = held.size() - next;
        return unfilled < 0 || first > 0
                ? Optional.empty()
                : Optional.of(
                        held.stream().skip(unfilled).map(StripeBuffers.Borrowed::stripe).toList());
    }

    /** Leaves a fragment's bytes to whoever still reads them. */
    void renew(int index) {
        held.forEach(each -> each.stripe().renew(index));
    }

    /**
     * Gives all back that are held; nobody reads them any more.
     *
     * @param written how many stripes were written, after which it goes on
     */
    void giveBackAll(long written) {
        next = written;
        first = written;
        while (!held.isEmpty()) {
            buffers.giveBack(held.removeFirst(), true, time);
        }
    }

    /**
     * Gives all back.
     *
     * @param unread whether nobody reads a stripe, by its number, any more
     */
    void giveBack(LongPredicate unread) {
        for (long stripe = next - held.size(); !held.isEmpty(); stripe++) {
            buffers.giveBack(held.removeFirst(), stripe < 0 || unread.test(stripe), time);
        }
    }
}
