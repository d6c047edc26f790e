package io.giza.gateway.spool;

import io.giza.concurrent.ReadWatch;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.service.ObjectBody;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    /** The same during a shortage of memory for stripes, each time. */
    private static final Duration HURRY = Duration.ofMillis(20);

    private final Time time;
    private final Spool spool;
    private final BooleanSupplier isCrowded;
    private final ObjectBody body;
    private final StripeLayout layout;
    private final Runnable giveBack;

    private final StagedBytes staged = new StagedBytes();

    /** How much of the body was received. */
    private long received;

    /** Where the bytes of the stripe were put that is being filled. */
    private final List<Piece> filled = new ArrayList<>();

    private final SpooledBody spooled;
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
     * @param isCrowded whether other puts wait for memory
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
        this.body = body;
        this.layout = layout;
        this.spooled = new SpooledBody(spool, account, Math.min(WINDOW_BYTES, layout.objectSize()));
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
            // Many puts may wait for memory at a time: each holds little meanwhile.
            int probed = isCrowded.getAsBoolean() ? FIRST_BYTES : PROBE_BYTES;
            probe(Math.min(end, start + probed));
        }
        if (state != State.PROBING && received < end) {
            // Nothing is held of a put of which nothing was begun: so it may be received whole.
            // One that is under way goes on, with memory for as long as its client takes.
            boolean isFirst = stripe == 0;
            if (!receiveSlowly(isFirst ? window() : end, spool.timeout()) && isFirst) {
                spool.countRefusal();
                return false;
            }
        } else if (spooled.unread() == 0) {
            spooled.endTurn();
        }
        state = State.FILLING;
        watch(PATIENCE);
        return true;
    }

    /**
     * Receives a prepared body into the spool, all of it or {@link #WINDOW_BYTES}, for want of
     * memory for its first stripe.
     *
     * @return false if there is no room
     */
    public boolean receiveAhead() throws IOException {
        state = State.SLOW;
        boolean isReceived = spool.isThere() && receiveSlowly(window(), Duration.ZERO);
        state = State.FILLING;
        watch(PATIENCE);
        return isReceived;
    }

    private long window() {
        return Math.min(layout.objectSize(), WINDOW_BYTES);
    }

    /** Tells whether some of the body waits in the spool. */
    public boolean isUnderWay() {
        return spooled.unread() > 0;
    }

    /** Receives the first bytes of a stripe, for as long as they come promptly. */
    private void probe(long end) throws IOException {
        state = State.PROBING;
        watch(PROBE_PATIENCE);
        while (state == State.PROBING && received < end) {
            receive(received == 0 ? FIRST_BYTES : PROBE_BYTES);
        }
    }

    /** Receives into the spool, and waits for a turn; false if there is no room in time. */
    private boolean receiveSlowly(long until, Duration patience) throws IOException {
        if (!spool.isThere()) {
            return true;
        }
        spooled.endTurn();
        if (!spooled.open(time.after(patience))) {
            return false;
        }
        SpoolFile file = spooled.file();
        body.watch(null);
        staged.moveTo(file);
        staged.free();
        while (received < until) {
            receive(SLOW_BYTES);
            if (staged.isFull()) {
                staged.moveTo(file);
            }
        }
        staged.moveTo(file);
        staged.free();
        spooled.takeTurn();
        return true;
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
        if (spooled.unread() > 0) {
            return spooled.file().read(target, offset, length);
        }
        return staged.take(target, offset, length);
    }

    /** Receives something, and judges the client by how long that took. */
    private void receive(int most) throws IOException {
        int count = staged.receive(body, (int) Math.min(most, layout.objectSize() - received));
        if (count < 0) {
            // The body knows what was announced, and says what is wrong with its end.
            body.finish();
            throw new IOException("the body ended after fewer bytes than announced");
        }
        received += count;
        if (received == layout.objectSize()) {
            body.watch(null);
        }
        if (patienceNanos <= 0) {
            beforeLongWait();
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
                spooled.endTurn();
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
        if (!spooled.open(time.after(Duration.ZERO))) {
            return false;
        }
        SpoolFile file = spooled.file();
        try {
            filled.forEach(
                    each -> file.append(ByteBuffer.wrap(each.bytes, each.offset, each.length)));
        } catch (UncheckedIOException e) {
            // The bytes are in the memory of the stripe, too.
            spooled.discard();
            return false;
        }
        filled.clear();
        return true;
    }

    @Override
    public void close() {
        body.watch(null);
        spooled.close();
    }
}
