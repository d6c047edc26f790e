package io.giza.gateway.s3;

import io.giza.concurrent.Client;
import io.giza.erasure.StripeLayout;

import jakarta.servlet.ServletOutputStream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * A client whose body is received, or who is sent one, and how fast it does its part. Only the time
 * counts in which this gateway waited for it.
 */
final class WatchedClient implements Client {
    /** Who is to keep memory that others wait for has moved so much, or is on its way out. */
    private static final long LEAST_WHILE_SCARCE = 64 << 10;

    /** For how long one has to be waited for before that is said of it. */
    private static final long SCARCE_WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

    /** Who moves so much at once has a body that is worth large buffers. */
    private static final int LARGE_BYTES = 16 << 10;

    private static final double NANOS_PER_SECOND = 1e9;

    private final SlowClients limits;
    private final ClientConnection connection;

    /** How it did in the latest whole window, and since. */
    private Moved before = new Moved(0, 0);

    private Moved lately = new Moved(0, 0);
    private boolean isWaitedFor;
    private long waitedForSince;
    private boolean isSentTo;
    private boolean dropped;
    private boolean ended;

    /** Of the thread that serves it alone. */
    private boolean isWide;

    WatchedClient(SlowClients limits, ClientConnection connection) {
        this.limits = limits;
        this.connection = connection;
    }

    private record Moved(long waitedNanos, long bytes) {
        Moved and(long moreNanos, long moreBytes) {
            return new Moved(waitedNanos + moreNanos, bytes + moreBytes);
        }

        double perSecond() {
            return bytes / (waitedNanos / NANOS_PER_SECOND);
        }
    }

    /** Watches a body that is received; too slow a client is a {@link SocketTimeoutException}. */
    InputStream input(InputStream input) {
        return new Watched(input);
    }

    /** Watches a body that is sent, likewise. */
    OutputStream output(ServletOutputStream output) {
        return new WatchedOutput(output);
    }

    @Override
    public synchronized OptionalLong slowPace() {
        long now = isWaitedFor ? limits.time().nanos() - waitedForSince : 0;
        // Whatever moved before, no more than a block did while it is waited for at once.
        Moved moved =
                now >= SCARCE_WINDOW_NANOS
                        ? new Moved(now, StripeLayout.BLOCK_BYTES)
                        : before.and(lately.waitedNanos + now, lately.bytes);
        return moved.waitedNanos < SCARCE_WINDOW_NANOS || moved.perSecond() > LEAST_WHILE_SCARCE
                ? OptionalLong.empty()
                : OptionalLong.of((long) moved.perSecond());
    }

    @Override
    public synchronized void drop() {
        if (ended) {
            return;
        }
        dropped = true;
        if (isSentTo) {
            connection.endOutput();
        } else {
            connection.endInput();
        }
    }

    /** Its request is over: what its connection does next is none of this one's. */
    synchronized void end() {
        ended = true;
    }

    /** Tells whether it was too slow to keep what others waited for. */
    synchronized boolean isDropped() {
        return dropped;
    }

    private void widenFor(int length) {
        if (length >= LARGE_BYTES && !isWide) {
            isWide = true;
            connection.widen();
        }
    }

    private synchronized long waits() {
        isWaitedFor = true;
        waitedForSince = limits.time().nanos();
        return waitedForSince;
    }

    private synchronized void moved(long waitedNanos, int count) {
        isWaitedFor = false;
        lately = lately.and(waitedNanos, count);
        if (lately.waitedNanos >= SCARCE_WINDOW_NANOS) {
            before = lately;
            lately = new Moved(0, 0);
        }
    }

    private synchronized void sends() {
        isSentTo = true;
    }

    /** How fast one body moves. */
    private final class Pace {
        private Moved all = new Moved(0, 0);

        void note(long since, int count) throws SocketTimeoutException {
            long waited = limits.time().nanos() - since;
            int bytes = Math.max(0, count);
            moved(waited, bytes);
            all = all.and(waited, bytes);
            if (all.waitedNanos < limits.window().toNanos()) {
                return;
            }
            if (all.bytes < limits.leastBytesPerSecond() * (all.waitedNanos / NANOS_PER_SECOND)) {
                throw new SocketTimeoutException(
                        all.bytes
                                + " bytes moved in "
                                + Duration.ofNanos(all.waitedNanos)
                                + " of waiting");
            }
            all = new Moved(0, 0);
        }
    }

    private final class Watched extends InputStream {
        private final InputStream input;
        private final Pace pace = new Pace();

        Watched(InputStream input) {
            this.input = input;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            widenFor(length);
            long start = waits();
            int count = input.read(target, offset, length);
            pace.note(start, count);
            return count;
        }
    }

    private final class WatchedOutput extends OutputStream {
        private final ServletOutputStream output;
        private final Pace pace = new Pace();

        WatchedOutput(ServletOutputStream output) {
            this.output = output;
            sends();
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            widenFor(length);
            long start = waits();
            // The container sends a buffer as it is, and would copy an array into one of its own.
            output.write(ByteBuffer.wrap(source, offset, length));
            pace.note(start, length);
        }

        @Override
        public void flush() throws IOException {
            output.flush();
        }
    }
}
