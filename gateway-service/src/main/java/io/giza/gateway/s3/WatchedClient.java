package io.giza.gateway.s3;

import io.giza.concurrent.Client;

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
    /** Who is to keep memory that others wait for moves so much a second, or is on its way out. */
    private static final long LEAST_WHILE_SCARCE = 64 << 10;

    /**
     * What moved at once counts for later, up to so much: a system takes or gives megabytes in a
     * moment, and then nothing until the other side has gone on by a good part of them.
     */
    private static final long MOST_AHEAD = 512 << 10;

    /** Who moves so much at once has a body that is worth large buffers. */
    private static final int LARGE_BYTES = 16 << 10;

    private static final double NANOS_PER_SECOND = 1e9;

    private final SlowClients limits;
    private final ClientConnection connection;

    /** What moved, less what had to while it was waited for, in bytes; not below 0. */
    private double ahead = LEAST_WHILE_SCARCE;

    private boolean isWaitedFor;
    private long waitedForSince;
    private boolean isSentTo;
    private boolean dropped;
    private boolean ended;
    private boolean cutShort;

    /** Of the thread that serves it alone. */
    private boolean isWide;

    WatchedClient(SlowClients limits, ClientConnection connection) {
        this.limits = limits;
        this.connection = connection;
    }

    private static double seconds(long nanos) {
        return nanos / NANOS_PER_SECOND;
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
        double waited = isWaitedFor ? seconds(limits.time().nanos() - waitedForSince) : 0;
        return ahead < waited * LEAST_WHILE_SCARCE
                ? OptionalLong.of((long) (ahead / waited))
                : OptionalLong.empty();
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

    /**
     * Tells whether its body broke off because it was too slow to keep what others waited for. If
     * it was whole by then, what became of the request is no matter of that.
     */
    synchronized boolean isCutShort() {
        return cutShort;
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
        double left = Math.max(0, ahead - seconds(waitedNanos) * LEAST_WHILE_SCARCE);
        ahead = Math.min(MOST_AHEAD, left + count);
    }

    private synchronized void brokeOff() {
        isWaitedFor = false;
        cutShort = dropped;
    }

    private synchronized void sends() {
        isSentTo = true;
    }

    /** How fast one body moves. */
    private final class Pace {
        private long waitedNanos;
        private long bytes;

        void note(long since, int count) throws SocketTimeoutException {
            long waited = limits.time().nanos() - since;
            int more = Math.max(0, count);
            moved(waited, more);
            waitedNanos += waited;
            bytes += more;
            if (waitedNanos < limits.window().toNanos()) {
                return;
            }
            if (bytes < limits.leastBytesPerSecond() * seconds(waitedNanos)) {
                throw new SocketTimeoutException(
                        bytes + " bytes moved in " + Duration.ofNanos(waitedNanos) + " of waiting");
            }
            waitedNanos = 0;
            bytes = 0;
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
            int count;
            try {
                count = input.read(target, offset, length);
            } catch (IOException | RuntimeException e) {
                brokeOff();
                throw e;
            }
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
            try {
                // The container sends a buffer as it is, and would copy an array into its own.
                output.write(ByteBuffer.wrap(source, offset, length));
            } catch (IOException | RuntimeException e) {
                brokeOff();
                throw e;
            }
            pace.note(start, length);
        }

        @Override
        public void flush() throws IOException {
            output.flush();
        }
    }
}
