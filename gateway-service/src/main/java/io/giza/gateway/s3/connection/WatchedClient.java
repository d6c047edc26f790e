package io.giza.gateway.s3.connection;

import io.giza.concurrent.ReadWatch;
import io.giza.concurrent.Ticks;
import io.giza.gateway.service.ClientTarget;
import io.giza.http.server.RequestBody;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/**
 * A client whose body is received, or that is sent one, and how fast it does its part. Only the
 * time counts in which this gateway waited for it.
 */
public final class WatchedClient {
    private static final double NANOS_PER_SECOND = 1e9;

    private final SlowClientLimits limits;
    private long receivedBytes;
    private long sentBytes;
    private Optional<Ticks> firstSent = Optional.empty();
    private Optional<Ticks> lastReceived = Optional.empty();
    private long totalWaitedNanos;

    WatchedClient(SlowClientLimits limits) {
        this.limits = limits;
    }

    /** Watches a body that is received; too slow a client is a {@link SocketTimeoutException}. */
    public ClientInput input(InputStream input) {
        return new WatchedInput(input);
    }

    /** Watches a body that is sent, likewise. */
    public ClientTarget output(ClientTarget target) {
        return new WatchedTarget(target);
    }

    /** Returns how many bytes of its body were received. */
    public synchronized long receivedBytes() {
        return receivedBytes;
    }

    /** Returns how many bytes of an object it was sent. */
    public synchronized long sentBytes() {
        return sentBytes;
    }

    /** Returns when it was sent the first of them. */
    public synchronized Optional<Ticks> firstSent() {
        return firstSent;
    }

    /** Returns when the last byte of its body was received. */
    public synchronized Optional<Ticks> lastReceived() {
        return lastReceived;
    }

    /** Returns for how long it was waited for, while its body moved, in nanoseconds. */
    public synchronized long waitedNanos() {
        return totalWaitedNanos;
    }

    private synchronized void recordReceived(long waitedNanos, int count) {
        totalWaitedNanos += waitedNanos;
        receivedBytes += count;
        lastReceived = Optional.of(limits.time().ticks());
    }

    private synchronized void recordSent(long waitedNanos, long count) {
        totalWaitedNanos += waitedNanos;
        sentBytes += count;
        if (firstSent.isEmpty() && count > 0) {
            firstSent = Optional.of(limits.time().ticks());
        }
    }

    /** How fast one body moves. */
    private final class Pace {
        private long waitedNanos;
        private long bytes;

        void record(long waited, long more) throws SocketTimeoutException {
            waitedNanos += waited;
            bytes += more;
            if (waitedNanos < limits.window().toNanos()) {
                return;
            }
            if (bytes < limits.leastBytesPerSecond() * (waitedNanos / NANOS_PER_SECOND)) {
                throw new SocketTimeoutException(
                        bytes + " bytes moved in " + Duration.ofNanos(waitedNanos) + " of waiting");
            }
            waitedNanos = 0;
            bytes = 0;
        }
    }

    private final class WatchedInput extends ClientInput {
        private final InputStream input;
        private final Pace pace = new Pace();

        WatchedInput(InputStream input) {
            this.input = input;
        }

        @Override
        public void watch(@Nullable ReadWatch watch) {
            if (input instanceof RequestBody body) {
                body.watch(watch);
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            Ticks start = limits.time().ticks();
            int count = input.read(target, offset, length);
            long waited = start.elapsedNanos(limits.time());
            recordReceived(waited, Math.max(0, count));
            pace.record(waited, Math.max(0, count));
            return count;
        }
    }

    private final class WatchedTarget implements ClientTarget {
        private final ClientTarget target;
        private final Pace pace = new Pace();

        WatchedTarget(ClientTarget target) {
            this.target = target;
        }

        @Override
        public void writeNow(ByteBuffer... bytes) throws IOException {
            long before = ClientTarget.remaining(bytes);
            target.writeNow(bytes);
            long count = before - ClientTarget.remaining(bytes);
            recordSent(0, count);
            pace.record(0, count);
        }

        @Override
        public void write(ByteBuffer... bytes) throws IOException {
            long length = ClientTarget.remaining(bytes);
            Ticks start = limits.time().ticks();
            target.write(bytes);
            long waited = start.elapsedNanos(limits.time());
            recordSent(waited, length);
            pace.record(waited, length);
        }
    }
}
