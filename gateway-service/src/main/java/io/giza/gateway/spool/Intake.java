package io.giza.gateway.spool;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.ReadWatch;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.service.ObjectBody;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Receives the body of a put. A body that comes fast goes to the memory of its stripe at once. One
 * that keeps the gateway waiting is received into the {@link Spool} instead, and takes memory only
 * when the bytes of a whole stripe are there: memory is held by puts that work, not by puts that
 * wait. What had come of the stripe by then is moved to the spool, and its memory given back.
 *
 * <p>Nothing but the spool knows of a short object before all of it is there, so neither memory nor
 * connections between data centers wait for its client. For one task.
 */
public final class Intake implements ReadWatch, AutoCloseable {
    /** What a client has to send promptly before memory is taken for it. */
    private static final int PROBE_BYTES = 64 << 10;

    private static final int FIRST_BYTES = 8 << 10;

    /** While the client is slow: thousands may be. */
    private static final int SLOW_BYTES = 8 << 10;

    /** So much of a slow body is received before anything is begun with it, or all of it. */
    private static final long WINDOW_BYTES = 64L << 20;

    /** How long the first bytes of a stripe may be waited for in all. */
    private static final Duration PROBE_PATIENCE = Duration.ofMillis(50);

    /** How long the rest of it may be, while it has memory. */
    private static final Duration PATIENCE = Duration.ofMillis(250);

    /** How long at a time, while others wait for memory. */
    private static final Duration HURRY = Duration.ofMillis(20);

    private final Time time;
    private final Spool spool;
    private final BooleanSupplier isCrowded;
    private final String account;
    private final ObjectBody body;
    private final StripeLayout layout;
    private final Runnable giveBack;

    /** Bytes of the body that were received, and neither spooled nor given to a stripe. */
    private byte[] staged = new byte[0];

    private int stagedFrom;
    private int stagedTo;

    /** How much of the body was received. */
    private long received;

    /** Where the bytes of the stripe were put that is being filled. */
    private final List<Piece> filled = new ArrayList<>();

    private Spool.@Nullable Entry spooled;

    /** Null until the bytes of a slow client are written, and when all of them were. */
    private Budget.@Nullable Share turn;

    private State state = State.PROBING;
    private long patienceNanos;

    private enum State {
        /** The first bytes of a stripe are received, for which nothing is held. */
        PROBING,
        /** They did not come promptly. */
        SLOW,
        /** The stripe has memory. */
        FILLING,
        /** It had, and gave it back. */
        GIVEN_BACK
    }

    private record Piece(byte[] bytes, int offset, int length) {}

    /**
     * Receives a body of which nothing was read.
     *
     * @param isCrowded whether others wait for the memory of stripes
     * @param account whose put it is
     * @param giveBack called when the memory of all stripes is to be given back
     */
    public Intake(
            Surroundings surroundings,
            Spool spool,
            BooleanSupplier isCrowded,
            String account,
            ObjectBody body,
            StripeLayout layout,
            Runnable giveBack) {
        this.time = surroundings.time();
        this.spool = spool;
        this.isCrowded = isCrowded;
        this.account = account;
        this.body = body;
        this.layout = layout;
        this.giveBack = giveBack;
    }

    /**
     * Waits until a stripe may take memory: its bytes are there, or come fast.
     *
     * @return false if its client is slow, there is no room in the spool, and it is the first
     */
    public boolean prepare(long stripe) throws IOException {
        filled.clear();
        long start = layout.stripeStart(stripe);
        long end = start + layout.stripeLength(stripe);
        if (state != State.GIVEN_BACK) {
            // Who waits for memory then keeps little of it.
            int probed = isCrowded.getAsBoolean() ? FIRST_BYTES : PROBE_BYTES;
            probe(Math.min(end, start + probed));
        }
        if (state != State.PROBING && received < end) {
            // Nothing is held of a put of which nothing was begun: so it may be received whole.
            long until = stripe == 0 ? Math.min(layout.objectSize(), WINDOW_BYTES) : end;
            endTurn();
            boolean isReceived = receiveSlowly(until);
            if (!isReceived && stripe == 0) {
                return false;
            }
            // One that is under way goes on, with memory for as long as its client takes.
            takeTurn();
        } else if (unread() == 0) {
            endTurn();
        }
        state = State.FILLING;
        watch(PATIENCE);
        return true;
    }

    /** Receives the first bytes of a stripe, for as long as they come promptly. */
    private void probe(long end) throws IOException {
        state = State.PROBING;
        watch(PROBE_PATIENCE);
        while (state == State.PROBING && received < end) {
            receive(received == 0 ? FIRST_BYTES : PROBE_BYTES);
        }
    }

    /** Receives into the spool; false if that has no room. */
    private boolean receiveSlowly(long until) throws IOException {
        if (!spool.isThere()) {
            return true;
        }
        if (spooled == null && !openSpool(time.after(spool.timeout()))) {
            return false;
        }
        body.watch(null);
        moveToSpool();
        staged = new byte[0];
        while (received < until) {
            receive(SLOW_BYTES);
            if (stagedTo == staged.length) {
                moveToSpool();
            }
        }
        moveToSpool();
        staged = new byte[0];
        return true;
    }

    /** Waits with nothing held: so a turn lasts until all that was spooled is written. */
    private void takeTurn() {
        if (unread() > 0) {
            turn = spool.turn(account, unread()).orElse(null);
        }
    }

    private long unread() {
        return spooled == null ? 0 : spooled.file().unread();
    }

    private void endTurn() {
        if (turn != null) {
            turn.close();
            turn = null;
        }
    }

    private boolean openSpool(Deadline deadline) {
        long left = Math.min(WINDOW_BYTES, layout.objectSize());
        try {
            spooled = spool.open(account, left, deadline).orElse(null);
        } catch (UncheckedIOException e) {
            return false;
        }
        return spooled != null;
    }

    private void moveToSpool() {
        Spool.Entry to = spooled;
        if (to != null) {
            to.file().append(ByteBuffer.wrap(staged, stagedFrom, stagedTo - stagedFrom));
            stagedFrom = 0;
            stagedTo = 0;
        }
    }

    /**
     * Fills a part of an array with the next bytes.
     *
     * @return false if the memory of the stripe was given back meanwhile
     */
    public boolean fill(byte[] target, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int count = take(target, offset + done, length - done);
            if (count > 0) {
                filled.add(new Piece(target, offset + done, count));
                done += count;
            } else {
                receive(PROBE_BYTES);
            }
            if (state == State.GIVEN_BACK) {
                return false;
            }
        }
        return true;
    }

    /** Takes what is there: first what waits in the spool, which came first. */
    private int take(byte[] target, int offset, int length) {
        if (unread() > 0) {
            return Objects.requireNonNull(spooled).file().read(target, offset, length);
        }
        int count = Math.min(length, stagedTo - stagedFrom);
        System.arraycopy(staged, stagedFrom, target, offset, count);
        stagedFrom += count;
        return count;
    }

    /** Receives something, and judges the client by how long that took. */
    private void receive(int most) throws IOException {
        makeRoom(most);
        int count = body.read(staged, stagedTo, staged.length - stagedTo);
        if (count < 0) {
            // The body knows what was announced, and says what is wrong with its end.
            body.finish();
            throw new IOException("the body ended after fewer bytes than announced");
        }
        received += count;
        stagedTo += count;
        if (received == layout.objectSize()) {
            body.watch(null);
        }
        if (patienceNanos <= 0) {
            beforeLongWait();
        }
    }

    private void makeRoom(int most) {
        if (stagedFrom == stagedTo) {
            stagedFrom = 0;
            stagedTo = 0;
        }
        int wanted = (int) Math.min(most, layout.objectSize() - received);
        boolean isFull = stagedTo == staged.length;
        if (isFull || (stagedTo == 0 && staged.length < wanted)) {
            staged = Arrays.copyOf(staged, stagedTo + wanted);
        }
    }

    private void watch(Duration patience) {
        patienceNanos = patience.toNanos();
        body.watch(received < layout.objectSize() ? this : null);
    }

    @Override
    public Duration patience() {
        Duration left = Duration.ofNanos(patienceNanos);
        boolean isHurried = left.compareTo(HURRY) > 0 && isCrowded.getAsBoolean();
        return isHurried ? HURRY : left;
    }

    @Override
    public void waited(Duration duration) {
        patienceNanos -= duration.toNanos();
    }

    /** Lets nothing be held while the client is waited for, if it is to be waited for. */
    @Override
    public void beforeLongWait() {
        boolean isWhole = received == layout.objectSize();
        switch (state) {
            case PROBING -> {
                if (!isWhole && spool.isThere()) {
                    giveBack.run();
                    state = State.SLOW;
                }
            }
            case FILLING -> {
                endTurn();
                if (!isWhole && spoolFilled()) {
                    giveBack.run();
                    state = State.GIVEN_BACK;
                }
                patienceNanos = PATIENCE.toNanos();
            }
            case SLOW, GIVEN_BACK -> {}
        }
    }

    /** Copies what the stripe has to the spool, if there is room; else it keeps its memory. */
    private boolean spoolFilled() {
        if (spooled == null && !openSpool(time.after(Duration.ZERO))) {
            return false;
        }
        Spool.Entry to = Objects.requireNonNull(spooled);
        try {
            filled.forEach(
                    each ->
                            to.file()
                                    .append(ByteBuffer.wrap(each.bytes, each.offset, each.length)));
        } catch (UncheckedIOException e) {
            // What it holds of the stripe is in memory, too.
            spooled = null;
            to.close();
            return false;
        }
        filled.clear();
        return true;
    }

    @Override
    public void close() {
        body.watch(null);
        endTurn();
        if (spooled != null) {
            spooled.close();
            spooled = null;
        }
    }
}
