package io.giza.http;

import io.giza.http.ServiceConnection.Step;

import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One request to a service and its answer. Its connection is used again if both went through to
 * their ends, and is closed otherwise. A call belongs to one thread; another may close its body.
 */
final class ServiceCall implements AutoCloseable {
    private static final int PIECE_BYTES = 16 << 10;

    private final ConnectionPool pool;
    private final URI uri;
    private final BasicClassicHttpRequest request;

    /** Null before and after the call. */
    private final AtomicReference<@Nullable ServiceConnection> connection = new AtomicReference<>();

    private @Nullable ClassicHttpResponse response;
    private boolean isComplete;

    ServiceCall(ConnectionPool pool, String method, URI uri) {
        this.pool = pool;
        this.uri = uri;
        String query = uri.getRawQuery();
        request =
                new BasicClassicHttpRequest(
                        method, query == null ? uri.getRawPath() : uri.getRawPath() + "?" + query);
        request.setHeader("Host", uri.getRawAuthority());
    }

    /** Returns where the service listens, host and port. */
    String authority() {
        return uri.getRawAuthority();
    }

    ServiceCall with(String header, String value) {
        request.setHeader(header, value);
        return this;
    }

    /** Sends the request, which has no body. */
    void send(Duration timeout) throws IOException, TimeoutException, InterruptedException {
        ServiceConnection taken = pool.take(uri, timeout);
        connection.set(taken);
        taken.send(request, timeout);
    }

    /** Sends the request with a body. */
    void send(byte[] body, String contentType, Duration timeout)
            throws IOException, TimeoutException, InterruptedException {
        request.setHeader("Content-Length", body.length);
        request.setHeader("Content-Type", contentType);
        request.setEntity(new ByteArrayEntity(body, ContentType.parse(contentType)));
        send(timeout);
    }

    /** Sends the head of a request whose body follows by {@link #sendChunk}. */
    void sendHead(Duration timeout) throws IOException, TimeoutException, InterruptedException {
        request.setHeader("Transfer-Encoding", "chunked");
        send(timeout);
    }

    /** Sends some of the body. */
    void sendChunk(ByteBuffer bytes, Duration timeout) throws IOException {
        started().sendChunk(bytes, timeout);
    }

    /** Ends the body. */
    void sendLastChunk(Duration timeout) throws IOException {
        started().sendLastChunk(timeout);
    }

    /** Tells whether the answer comes before its time: the service wants no more of the body. */
    boolean isAnsweredEarly() throws IOException {
        return started().hasInput();
    }

    /** Waits for the beginning of the answer. */
    void receive(Duration timeout) throws IOException {
        response = started().receive(request.getMethod(), timeout);
    }

    /** Returns the status of an answer that was received. */
    int status() {
        return answer().getCode();
    }

    /** Returns a header of the answer, null if it has none of that name. */
    @Nullable String header(String name) {
        Header header = answer().getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

    /**
     * Returns the whole body of the answer, and ends the call.
     *
     * @throws BodyTooLongException if it has more than {@code most} bytes
     */
    byte[] body(int most, Duration timeout) throws IOException {
        HttpEntity entity = answer().getEntity();
        if (entity == null) {
            finish();
            return new byte[0];
        }
        byte[] body =
                started().step(timeout, () -> entity.getContent().readNBytes((int) (most + 1L)));
        if (body.length > most) {
            throw new BodyTooLongException(most);
        }
        finish();
        return body;
    }

    /** The answer has a longer body than it may. */
    static final class BodyTooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        BodyTooLongException(int most) {
            super("its answer has more than " + most + " bytes");
        }
    }

    /**
     * Returns the body of the answer as a stream, which ends the call once it is read to its end or
     * closed.
     *
     * @param stall how long a read may wait
     */
    InputStream stream(Duration stall) throws IOException {
        HttpEntity entity = answer().getEntity();
        return entity == null
                ? new BodyStream(InputStream.nullInputStream(), 0, stall)
                : new BodyStream(entity.getContent(), entity.getContentLength(), stall);
    }

    /** The body of an answer; whoever reads it may leave it alone for as long as it likes. */
    private final class BodyStream extends InputStream implements ReadableByteChannel {
        private final InputStream body;
        private final Duration stall;

        /** How many bytes are to come, negative where the body itself says when it ends. */
        private long left;

        BodyStream(InputStream body, long length, Duration stall) {
            this.body = body;
            this.left = length;
            this.stall = stall;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (isComplete) {
                return -1;
            }
            Step<Integer> step = () -> body.read(target, offset, length);
            int count = started().step(stall, step);
            left -= count;
            // Who knows how long it is reads no further, and the connection is of use to others.
            if (count < 0 || left == 0) {
                finish();
            }
            return count;
        }

        /** Reads what was read ahead, and then what lies in the socket without a copy between. */
        @Override
        public int read(ByteBuffer target) throws IOException {
            if (isComplete) {
                return -1;
            }
            if (left > 0 && body.available() == 0) {
                return readSocket(target);
            }
            int most = left > 0 ? body.available() : PIECE_BYTES;
            byte[] bytes = new byte[Math.min(target.remaining(), most)];
            int count = read(bytes, 0, bytes.length);
            target.put(bytes, 0, Math.max(0, count));
            return count;
        }

        /** What holds the body does not hear of this, and is not asked for anything afterwards. */
        private int readSocket(ByteBuffer target) throws IOException {
            int most = (int) Math.min(left, target.remaining());
            int count = started().read(target.slice(target.position(), most), stall);
            if (count < 0) {
                throw new EOFException(left + " bytes of the answer did not come");
            }
            target.position(target.position() + count);
            left -= count;
            if (left == 0) {
                finish();
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return connection.get() != null;
        }

        @Override
        public void close() {
            ServiceCall.this.close();
        }
    }

    private ServiceConnection started() throws ClosedChannelException {
        ServiceConnection current = connection.get();
        if (current == null) {
            throw new ClosedChannelException();
        }
        return current;
    }

    private ClassicHttpResponse answer() {
        ClassicHttpResponse current = response;
        if (current == null) {
            throw new IllegalStateException("no answer was received");
        }
        return current;
    }

    /** Both request and answer are through. */
    private void finish() {
        isComplete = true;
        ServiceConnection current = connection.getAndSet(null);
        if (current == null) {
            return;
        }
        if (DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, answer(), null)) {
            pool.giveBack(current);
        } else {
            pool.discard(current);
        }
    }

    /** Ends the call; one that is not complete takes its connection with it. */
    @Override
    public void close() {
        ServiceConnection current = connection.getAndSet(null);
        if (current != null) {
            pool.discard(current);
        }
    }
}
