package io.giza.gateway.spool;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.gateway.service.ClientTarget;
import io.giza.stripe.read.ByteTarget;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Sends bytes to a client that may be slow. As long as it takes them promptly they go to it at
 * once, without a copy. Then they are appended to a file of the {@link Spool}, at the speed at
 * which they can be read, and {@link #drain} sends them on. For one task; another one waits for the
 * client.
 */
final class SpooledOutput implements ByteTarget, AutoCloseable {
    /** What is held of what a client is waited for with. */
    private static final int PIECE_BYTES = 16 << 10;

    private static final int STEP_BYTES = 1 << 20;

    /** The first window. */
    private static final long LEAST_WINDOW_BYTES = 256 << 10;

    /** More is read when these were taken. */
    private static final long MOST_WINDOW_BYTES = 64L << 20;

    /** How long a client may keep memory waiting at a time. */
    private static final Duration PATIENCE = Duration.ofMillis(100);

    /** How long in all, beside what it earns by each MiB that it took. */
    private static final Duration MOST_PATIENCE = Duration.ofMillis(250);

    /** The same during a shortage of memory for reads. */
    private static final Duration HURRY = Duration.ofMillis(10);

    private static final Duration EARNED_PER_MIB = Duration.ofMillis(50);
    private static final double MIB = 1 << 20;

    /** The server ends a connection on which nothing moves long before. */
    private static final Duration LONGEST_SILENCE = Duration.ofHours(2);

    private final Surroundings surroundings;
    private final Spool spool;
    private final String account;
    private final BooleanSupplier isCrowded;
    private final ClientTarget client;
    private final long length;
    private byte[] piece = new byte[0];
    private long accepted;
    private long patienceNanos = MOST_PATIENCE.toNanos();

    /** What tells that the client took the piece, while it is waited for. */
    private @Nullable Inbox<Taken> waiting;

    private Spool.@Nullable Entry spooled;
    private long appended;

    /**
     * Bytes that are read ahead of the client: as many as it took before, so that stalled clients
     * cost little.
     */
    private long window;

    /** That the client took a piece, or why not. */
    private record Taken(Optional<Exception> failure) {}

    /** Neither the client nor the spool takes more for now. */
    static final class FullException extends IOException {
        private static final long serialVersionUID = 1L;

        FullException() {
            super("the client is slow, and the spool has no room", null);
        }
    }

    /**
     * Sends to a client.
     *
     * @param isCrowded whether other reads wait for memory
     * @param length how many bytes it is sent in all
     */
    SpooledOutput(
            Surroundings surroundings,
            Spool spool,
            String account,
            BooleanSupplier isCrowded,
            ClientTarget client,
            long length) {
        this.surroundings = surroundings;
        this.spool = spool;
        this.account = account;
        this.isCrowded = isCrowded;
        this.client = client;
        this.length = length;
    }

    /** Returns how many bytes the client, or the spool, took. */
    long accepted() {
        return accepted;
    }

    /**
     * Takes bytes.
     *
     * @throws FullException if it took only some of them
     * @throws IOException if the client takes nothing more
     */
    @Override
    public void write(ByteBuffer... bytes) throws IOException {
        long before = ClientTarget.remaining(bytes);
        long start = accepted;
        try {
            if (waiting == null && spooled == null) {
                send(bytes);
            }
            for (ByteBuffer each : bytes) {
                append(each);
            }
        } finally {
            accepted = start + before - ClientTarget.remaining(bytes);
        }
    }

    /** Sends to the client for as long as it is prompt. */
    private void send(ByteBuffer... bytes) throws IOException {
        long left = ClientTarget.remaining(bytes);
        client.writeNow(bytes);
        while (ClientTarget.remaining(bytes) > 0) {
            if (!sendPiece(bytes)) {
                return;
            }
            client.writeNow(bytes);
        }
        double earned = (left - ClientTarget.remaining(bytes)) / MIB * EARNED_PER_MIB.toNanos();
        patienceNanos = Math.min(MOST_PATIENCE.toNanos(), patienceNanos + (long) earned);
    }

    /** Waits for the client with a copy of the next bytes; false if it is slow. */
    private boolean sendPiece(ByteBuffer... bytes) throws IOException {
        Inbox<Taken> taken = surroundings.tasks().inbox(1);
        ByteBuffer copy = copyOfNext(bytes);
        waiting = taken;
        surroundings.tasks().fork("send", () -> taken.put(sendNow(copy)));
        Time time = surroundings.time();
        Ticks since = time.ticks();
        Duration most = isCrowded.getAsBoolean() ? HURRY : PATIENCE;
        Duration patience = Duration.ofNanos(Math.clamp(patienceNanos, 1, most.toNanos()));
        boolean isTaken = awaitTaken(patience);
        patienceNanos -= since.elapsedNanos(time);
        return isTaken;
    }

    private ByteBuffer copyOfNext(ByteBuffer... bytes) {
        ByteBuffer copy = ByteBuffer.wrap(piece());
        for (ByteBuffer each : bytes) {
            int count = Math.min(copy.remaining(), each.remaining());
            copy.put(each.slice(each.position(), count));
            each.position(each.position() + count);
        }
        return copy.flip();
    }

    private byte[] piece() {
        if (piece.length == 0) {
            piece = new byte[(int) Math.min(PIECE_BYTES, length)];
        }
        return piece;
    }

    private Taken sendNow(ByteBuffer bytes) {
        try {
            client.write(bytes);
            return new Taken(Optional.empty());
        } catch (IOException | RuntimeException e) {
            return new Taken(Optional.of(e));
        }
    }

    private boolean awaitTaken(Duration patience) throws IOException {
        Inbox<Taken> awaited = waiting;
        if (awaited == null) {
            return true;
        }
        Optional<Taken> taken = awaited.take(surroundings.time().after(patience));
        if (taken.isEmpty()) {
            return false;
        }
        waiting = null;
        if (taken.get().failure().isPresent()) {
            throw new IOException("the client takes no more", taken.get().failure().get());
        }
        return true;
    }

    private void append(ByteBuffer bytes) throws FullException {
        while (bytes.hasRemaining()) {
            Spool.Entry to = spooled;
            if (to == null) {
                to = open();
            }
            long room = Math.min(window, to.share().amount()) - appended;
            if (room <= 0) {
                if (appended >= window || !to.share().grow(STEP_BYTES)) {
                    throw new FullException();
                }
                continue;
            }
            append(to.file(), bytes, (int) Math.min(room, bytes.remaining()));
        }
    }

    /** A disk that fails may have taken some of them, which the client is sent, and only once. */
    private void append(SpoolFile file, ByteBuffer bytes, int count) throws FullException {
        long before = file.unread();
        try {
            file.append(bytes.slice(bytes.position(), count));
        } catch (UncheckedIOException e) {
            throw new FullException();
        } finally {
            int taken = (int) (file.unread() - before);
            bytes.position(bytes.position() + taken);
            appended += taken;
        }
    }

    private Spool.Entry open() throws FullException {
        Deadline now = surroundings.time().after(Duration.ZERO);
        try {
            Spool.Entry opened =
                    spool.open(account, Math.min(LEAST_WINDOW_BYTES, length), now)
                            .orElseThrow(FullException::new);
            spooled = opened;
            appended = 0;
            window = Math.clamp(accepted, LEAST_WINDOW_BYTES, MOST_WINDOW_BYTES);
            return opened;
        } catch (UncheckedIOException e) {
            throw new FullException();
        }
    }

    /**
     * Waits until the client has taken all that was accepted.
     *
     * @throws IOException if it takes nothing more
     */
    void drain() throws IOException {
        if (!awaitTaken(LONGEST_SILENCE)) {
            throw new IOException("the client took nothing for " + LONGEST_SILENCE);
        }
        Spool.Entry from = spooled;
        if (from == null) {
            return;
        }
        while (from.file().unread() > 0) {
            byte[] next = piece();
            int count = from.file().read(next, 0, next.length);
            client.write(ByteBuffer.wrap(next, 0, count));
        }
        close();
    }

    @Override
    public void close() {
        Spool.Entry open = spooled;
        spooled = null;
        if (open != null) {
            open.close();
        }
    }
}
