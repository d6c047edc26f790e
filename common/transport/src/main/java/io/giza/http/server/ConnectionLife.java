package io.giza.http.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How long a connection lives: it is served by one thread, and ended by others if it takes too
 * long, or if nothing is under way on it and the server wants no more.
 */
final class ConnectionLife {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLife.class);

    private final SocketChannel channel;
    private final Limits limits;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
    private volatile boolean isEnding;

    /** Since when it is ending, in nanoseconds. */
    private volatile long endingSince;

    /** When the last request was answered, in nanoseconds. */
    private volatile long restingSince;

    /** Whether a step failed, so that nothing more can be said over it. */
    private boolean isBroken;

    /** Whether what is under way is a body that comes, so that it can end before the rest does. */
    private volatile boolean isReading;

    /** Whether that took too long. */
    private volatile boolean isInputEnded;

    /** Whether it rests without a thread. */
    private volatile boolean isPaused;

    /** When what is under way must be over, in nanoseconds; 0 if nothing is. */
    private volatile long end;

    private enum State {
        /** Before the first request. */
        NEW,
        /** Between requests. */
        RESTING,
        /** A request is under way. */
        SERVING,
        ENDED
    }

    /**
     * Begins with a connection that was just made.
     *
     * @param limits how long it is kept once the server ends
     */
    ConnectionLife(SocketChannel channel, Limits limits) {
        this.channel = channel;
        this.limits = limits;
    }

    /** A step that may wait for the other side. */
    interface Step<T> {
        T run() throws IOException;
    }

    /**
     * Takes a step; the connection is ended if it takes longer than it may. A step within another
     * may take no longer than that one.
     */
    <T> T within(Duration limit, Step<T> step) throws IOException {
        long outer = end;
        long own = System.nanoTime() + limit.toNanos() | 1;
        end = outer != 0 && outer - own < 0 ? outer : own;
        try {
            return step.run();
        } catch (IOException e) {
            isBroken = true;
            throw e;
        } finally {
            end = outer;
        }
    }

    /**
     * Reads something of the other side, which finds an end if it takes longer than it may: so an
     * answer can be given that says why.
     *
     * @throws SocketTimeoutException if that was its end
     */
    <T> T reading(Duration limit, Step<T> step) throws IOException {
        isReading = true;
        try {
            return within(limit, step);
        } catch (IOException e) {
            if (isInputEnded) {
                var late = new SocketTimeoutException("nothing came for " + limit);
                late.initCause(e);
                throw late;
            }
            throw e;
        } finally {
            isReading = false;
        }
    }

    /** Has whoever reads from it, in any thread, find its end; it can still be written to. */
    void endInput() {
        try {
            channel.shutdownInput();
        } catch (IOException e) {
            LOG.debug("A connection had ended", e);
        }
    }

    /** Has whoever writes to it, in any thread, fail. */
    void endOutput() {
        try {
            channel.shutdownOutput();
        } catch (IOException e) {
            LOG.debug("A connection had ended", e);
        }
    }

    /** Notes that no request is under way; false if no other is wanted either. */
    boolean rest() {
        restingSince = System.nanoTime();
        state.compareAndSet(State.SERVING, State.RESTING);
        return switch (state.get()) {
            case NEW -> true;
            case RESTING, SERVING -> !isEnding || limits.lastRest().isPositive();
            case ENDED -> false;
        };
    }

    /** Notes that its thread leaves it, for as long as it may rest. */
    void pause() {
        end = System.nanoTime() + limits.idle().toNanos() | 1;
        isPaused = true;
    }

    /** Notes that a thread serves it again. */
    void resume() {
        isPaused = false;
        end = 0;
    }

    /** Notes that a request is under way; false if the connection was ended before. */
    boolean begin() {
        return state.compareAndSet(State.RESTING, State.SERVING)
                || state.compareAndSet(State.NEW, State.SERVING);
    }

    /** Tells whether a request is under way. */
    boolean isServing() {
        return state.get() == State.SERVING;
    }

    /** Tells whether a step failed; asked by the thread that serves the connection. */
    boolean isBroken() {
        return isBroken;
    }

    /** Tells whether the server wants no more requests. */
    boolean isEnding() {
        return isEnding;
    }

    /** Ends it as soon as no request is under way, and had time to come. */
    void endSoon() {
        endingSince = System.nanoTime();
        isEnding = true;
        closeIfUnused(endingSince);
    }

    /** Ends it if the server wants no more, and it was not used for as long as that is waited. */
    void closeIfUnused(long now) {
        boolean isLate = now - endingSince > limits.firstRequest().toNanos();
        boolean isRested = now - restingSince >= limits.lastRest().toNanos();
        if (isEnding
                && ((isLate && state.compareAndSet(State.NEW, State.ENDED))
                        || (isRested && state.compareAndSet(State.RESTING, State.ENDED)))) {
            close();
        }
    }

    /** Ends it if what is under way should be over; asked now and then by another thread. */
    void closeIfLate(long now) {
        long last = end;
        if (last == 0 || now - last <= 0) {
            return;
        }
        if (isReading && !isInputEnded) {
            isInputEnded = true;
            endInput();
        } else {
            close();
        }
    }

    /** Ends it at once. */
    void close() {
        state.set(State.ENDED);
        if (isPaused) {
            // This wakes it, and its new thread closes it.
            endInput();
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("A connection could not be closed", e);
        }
    }
}
