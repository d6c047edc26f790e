package io.giza.gateway.s3;

import io.giza.concurrent.Time;

import jakarta.servlet.ServletOutputStream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * How slow clients may be. One that sends, or takes, next to nothing at a time would otherwise hold
 * a stripe's memory and a connection to every data center for as long as it likes, for the
 * container only ends connections on which nothing moves at all.
 *
 * <p>Only the time counts in which this gateway waited for the client.
 *
 * @param time the clock
 * @param window how long a client is waited for before its speed is judged, again and again
 * @param leastBytesPerSecond how much must have moved per second of waiting
 */
public record SlowClients(Time time, Duration window, long leastBytesPerSecond) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Watches a body that is received; too slow a client is a {@link SocketTimeoutException}. */
    InputStream watch(InputStream input) {
        return new Watched(input, new Pace());
    }

    /** Watches a body that is sent, likewise. */
    OutputStream watch(ServletOutputStream output) {
        return new WatchedOutput(output, new Pace());
    }

    private final class Pace {
        private long waitedNanos;
        private long bytes;

        void note(long sinceNanos, int count) throws SocketTimeoutException {
            waitedNanos += time.nanos() - sinceNanos;
            bytes += Math.max(0, count);
            if (waitedNanos < window.toNanos()) {
                return;
            }
            if (bytes < leastBytesPerSecond * (waitedNanos / NANOS_PER_SECOND)) {
                throw new SocketTimeoutException(
                        bytes + " bytes moved in " + Duration.ofNanos(waitedNanos) + " of waiting");
            }
            waitedNanos = 0;
            bytes = 0;
        }
    }

    private final class Watched extends InputStream {
        private final InputStream input;
        private final Pace pace;

        Watched(InputStream input, Pace pace) {
            this.input = input;
            this.pace = pace;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            long start = time.nanos();
            int count = input.read(target, offset, length);
            if (count >= 0) {
                pace.note(start, count);
            }
            return count;
        }
    }

    private final class WatchedOutput extends OutputStream {
        private final ServletOutputStream output;
        private final Pace pace;

        WatchedOutput(ServletOutputStream output, Pace pace) {
            this.output = output;
            this.pace = pace;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            long start = time.nanos();
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
