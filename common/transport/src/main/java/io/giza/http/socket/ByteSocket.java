package io.giza.http.socket;

import io.giza.concurrent.ReadWatch;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.stream.Stream;

import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * A connected socket, plain or with TLS, that moves byte buffers. Whoever reads or writes waits by
 * itself, so it is best used on virtual threads. A plain one copies nothing that lies in direct
 * memory.
 */
public final class ByteSocket implements AutoCloseable {
    /** TLS has no records that are longer. */
    private static final int TLS_PIECE_BYTES = 16 << 10;

    /**
     * What the system keeps of a connection within one machine before its writer has to wait. The
     * system lets this grow to megabytes, as long ways need it. Here the bytes would have left the
     * processor's caches before they are read.
     */
    private static final int LOCAL_SEND_BYTES = 256 << 10;

    private final SocketChannel channel;

    /** Null where the channel is read and written as it is. */
    private final @Nullable SSLSocket tls;

    private final SocketInput input;

    /**
     * Takes a channel that is connected.
     *
     * @param tls what speaks TLS over it, null for plain bytes
     */
    public ByteSocket(SocketChannel channel, @Nullable SSLSocket tls) throws IOException {
        this.channel = channel;
        this.tls = tls;
        this.input = new SocketInput(tls == null ? channel.socket() : tls);
        if (isLocal(channel)) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, LOCAL_SEND_BYTES);
        }
    }

    private static boolean isLocal(SocketChannel channel) throws IOException {
        return channel.getRemoteAddress() instanceof InetSocketAddress remote
                && remote.getAddress().isLoopbackAddress();
    }

    /** Returns what comes, as a stream over the same bytes. */
    public InputStream input() {
        return input;
    }

    /**
     * Sets what is done before a read waits for long; for the thread that reads.
     *
     * @param watch asked at each read that finds nothing, null for nobody
     */
    public void watchReads(@Nullable ReadWatch watch) {
        input.watch = watch;
    }

    /**
     * Waits until a read would not wait, or the time has passed.
     *
     * @param patience how long; more than a millisecond
     * @return false if nothing came, and the other side has not ended the connection
     */
    public boolean awaitInput(Duration patience) throws IOException {
        return input.await(patience);
    }

    /**
     * Tells whether the other side has ended the connection. Earlier bytes can still be read.
     *
     * @param patience how long to wait for the end; more than a millisecond
     */
    public boolean isEnded(Duration patience) throws IOException {
        return input.await(patience) && input.isAtEnd();
    }

    /**
     * Reads what is there, or waits for something.
     *
     * @return how many bytes were put into {@code target}, -1 at the end
     */
    public int read(ByteBuffer target) throws IOException {
        if (tls == null && input.isPassedBy()) {
            return channel.read(target);
        }
        if (target.hasArray()) {
            int at = target.position();
            int count = input.read(target.array(), target.arrayOffset() + at, target.remaining());
            target.position(at + Math.max(0, count));
            return count;
        }
        byte[] bytes = new byte[Math.min(target.remaining(), TLS_PIECE_BYTES)];
        int count = input.read(bytes, 0, bytes.length);
        target.put(bytes, 0, Math.max(0, count));
        return count;
    }

    /** Writes all of the buffers. */
    public void write(ByteBuffer... buffers) throws IOException {
        while (writeSome(buffers)) {
            // There is more.
        }
    }

    /**
     * Writes what the other side takes of the buffers now, and waits until it takes something.
     *
     * @return whether something is left
     */
    public boolean writeSome(ByteBuffer... buffers) throws IOException {
        int first = 0;
        while (first < buffers.length && !buffers[first].hasRemaining()) {
            first++;
        }
        if (first == buffers.length) {
            return false;
        }
        if (tls == null) {
            channel.write(buffers, first, buffers.length - first);
        } else {
            ByteBuffer buffer = buffers[first];
            byte[] bytes = new byte[Math.min(buffer.remaining(), TLS_PIECE_BYTES)];
            buffer.get(bytes);
            tls.getOutputStream().write(bytes);
        }
        return Stream.of(buffers).anyMatch(ByteBuffer::hasRemaining);
    }

    /**
     * Writes what the other side takes of the buffers now, and does not wait. Over TLS nothing is
     * written: a record cannot be sent by half.
     */
    public void writeNow(ByteBuffer... buffers) throws IOException {
        if (tls != null) {
            return;
        }
        channel.configureBlocking(false);
        try {
            long left = remaining(buffers);
            while (left > 0 && channel.write(buffers) > 0) {
                left = remaining(buffers);
            }
        } finally {
            channel.configureBlocking(true);
        }
    }

    /** Returns how many bytes are left in buffers. */
    public static long remaining(ByteBuffer... buffers) {
        long sum = 0;
        for (ByteBuffer each : buffers) {
            sum += each.remaining();
        }
        return sum;
    }

    /** Tells whether it speaks TLS. */
    public boolean isSecure() {
        return tls != null;
    }

    /** Returns what was agreed on for TLS, null for plain bytes. */
    public @Nullable SSLSession tlsSession() {
        return tls == null ? null : tls.getSession();
    }

    /** Says to the other side that nothing more comes, so far as the socket can say that. */
    public void endOutput() throws IOException {
        if (tls == null) {
            channel.shutdownOutput();
        } else {
            tls.shutdownOutput();
        }
    }

    /** Ends it at once, whatever is under way; TLS is not taken leave of. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
