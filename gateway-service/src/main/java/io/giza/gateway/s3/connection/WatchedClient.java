package io.giza.gateway.s3.connection;

import io.giza.concurrent.Client;
import io.giza.stripe.read.ByteTarget;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A client whose body is received, or who is sent one, and how fast it does its part. Only the time
 * counts in which this gateway waited for it.
 */
public final class WatchedClient implements Client {
    /** Who is to keep memory that others wait for moves so much a second, or is on its way out. */
    private static final long MIN_PACE_WHILE_SCARCE = 64 << 10;

    /**
     * What moved at once counts for later, up to so much: a system takes or gives megabytes in a
     * moment, and then nothing until the other side has gone on by a good part of them.
     */
    private static final long MAX_CREDIT_BYTES = 512 << 10;

    /** Whoever keeps a piece waiting for longer gets less at a time. */
    private static final Duration SLOW = Duration.ofMillis(250);

    private static final double NANOS_PER_SECOND = 1e9;

    private final SlowClientLimits limits;
    private final ClientConnection connection;

    /** What moved, less what had to while it was waited for, in bytes; not below 0. */
    private double creditBytes = MIN_PACE_WHILE_SCARCE;

    private long receivedBytes;
    private long sentBytes;
    private OptionalLong firstSent = OptionalLong.empty();
    private OptionalLong lastReceived = OptionalLong.empty();
    private long totalWaitedNanos;
    private boolean isWaiting;
    private long waitingSince;
    private boolean isSending;
    private boolean dropped;
    private boolean ended;
    private boolean cutShort;

    WatchedClient(SlowClientLimits limits, ClientConnection connection) {
        this.limits = limits;
        this.connection = connection;
    }

    private static double seconds(long nanos) {
        return nanos / NANOS_PER_SECOND;
    }

    /** Watches a body that is received; too slow a client is a {@link SocketTimeoutException}. */
    public InputStream input(InputStream input) {
        return new WatchedInput(input);
    }

    /** Watches a body that is sent, likewise. */
    public ByteTarget output(ByteTarget target) {
        return new WatchedTarget(target);
    }

    @Override
    public synchronized OptionalLong slowPace() {
        double waited = isWaiting ? seconds(limits.time().nanos() - waitingSince) : 0;
        return creditBytes < waited * MIN_PACE_WHILE_SCARCE
                ? OptionalLong.of((long) (creditBytes / waited))
                : OptionalLong.empty();
    }

    @Override
    public synchronized void drop() {
        if (ended) {
            return;
        }
        dropped = true;
        if (isSending) {
            connection.endOutput();
        } else {
            connection.endInput();
        }
    }

    /** Its request is over: what its connection does next is none of this one's. */
    public synchronized void end() {
        ended = true;
    }

    /**
     * Tells whether its body broke off because it was too slow to keep what others waited for. If
     * it was whole by then, what became of the request is no matter of that.
     */
    public synchronized boolean isCutShort() {
        return cutShort;
    }

    /** Returns how many bytes of its body were received. */
    public synchronized long receivedBytes() {
        return receivedBytes;
    }

    /** Returns how many bytes of an object it was sent. */
    public synchronized long sentBytes() {
        return sentBytes;
    }

    /** Returns when it was sent the first of them, in nanoseconds of the steady clock. */
    public synchronized OptionalLong firstSent() {
        return firstSent;
    }

    /** Returns when the last byte of its body was received, likewise. */
    public synchronized OptionalLong lastReceived() {
        return lastReceived;
    }

    /** Returns for how long it was waited for, while its body moved, in nanoseconds. */
    public synchronized long waitedNanos() {
        return totalWaitedNanos;
    }

    private synchronized long beginWait() {
        isWaiting = true;
        waitingSince = limits.time().nanos();
        return waitingSince;
    }

    private synchronized void recordMoved(long waitedNanos, int count) {
        isWaiting = false;
        totalWaitedNanos += waitedNanos;
        recordTotals(count);
        double left = Math.max(0, creditBytes - seconds(waitedNanos) * MIN_PACE_WHILE_SCARCE);
        creditBytes = Math.min(MAX_CREDIT_BYTES, left + count);
    }

    private synchronized void recordTotals(int count) {
        if (!isSending) {
            receivedBytes += count;
            lastReceived = OptionalLong.of(limits.time().nanos());
            return;
        }
        sentBytes += count;
        if (firstSent.isEmpty() && count > 0) {
            firstSent = OptionalLong.of(limits.time().nanos());
        }
    }

    private synchronized void recordBreak() {
        isWaiting = false;
        cutShort = dropped;
    }

    private synchronized void markSending() {
        isSending = true;
    }

    /** How fast one body moves. */
    private final class Pace {
        private long waitedNanos;
        private long bytes;
        private boolean isSlow;

        /** Tells whether it was waited for so long that it is to be judged by smaller pieces. */
        boolean isSlow() {
            return isSlow;
        }

        void record(long since, int count) throws SocketTimeoutException {
            long waited = limits.time().nanos() - since;
            int more = Math.max(0, count);
            recordMoved(waited, more);
            waitedNanos += waited;
            isSlow = waited > SLOW.toNanos();
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

    private final class WatchedInput extends InputStream {
        private final InputStream input;
        private final Pace pace = new Pace();

        WatchedInput(InputStream input) {
            this.input = input;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            long start = beginWait();
            int count;
            try {
                count = input.read(target, offset, length);
            } catch (IOException | RuntimeException e) {
                recordBreak();
                throw e;
            }
            pace.record(start, count);
            return count;
        }
    }

    private final class WatchedTarget implements ByteTarget {
        private final ByteTarget target;
        private final Pace pace = new Pace();

        WatchedTarget(ByteTarget target) {
            this.target = target;
            markSending();
        }

        @Override
        public void write(ByteBuffer... bytes) throws IOException {
            if (!pace.isSlow()) {
                writeAll(bytes);
                return;
            }
            for (ByteBuffer each : bytes) {
                writeAll(each);
            }
        }

        private void writeAll(ByteBuffer... bytes) throws IOException {
            int length = Stream.of(bytes).mapToInt(ByteBuffer::remaining).sum();
            long start = beginWait();
            try {
                target.write(bytes);
            } catch (IOException | RuntimeException e) {
                recordBreak();
                throw e;
            }
            pace.record(start, length);
        }
    }
}
