package io.giza.http.server;

import io.giza.http.socket.ByteSocket;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.RequestHeaderFieldsTooLargeException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.message.MessageSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** One connection of a caller: its requests are served one after the other, by one thread. */
final class ServedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ServedConnection.class);
    private static final int MAX_HEAD_BYTES = 16 << 10;
    private static final int BUFFER_BYTES = 8 << 10;
    private static final Http1Config HEADS =
            Http1Config.custom().setMaxHeaderCount(64).setMaxLineLength(MAX_HEAD_BYTES).build();

    /** What is read of a body that was refused, so that its sender can read why. */
    private static final int MAX_DRAINED_BYTES = 2 << 20;

    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(2);
    private static final int BAD_REQUEST = 400;
    private static final int HEAD_TOO_LARGE = 431;
    private static final int SERVER_ERROR = 500;
    private static final int NOT_IMPLEMENTED = 501;
    private static final byte[] CONTINUE =
            "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ByteSocket socket;
    private final RequestHandler handler;
    private final Limits limits;
    private final HeadInput input;
    private final SessionInputBufferImpl ahead =
            new SessionInputBufferImpl(BUFFER_BYTES, MAX_HEAD_BYTES);
    private final HeadParser parser = new HeadParser(HEADS);
    private final AtomicReference<State> state = new AtomicReference<>(State.RESTING);
    private volatile boolean isEnding;

    /** Whether the socket failed, so that nothing more can be said over it. */
    private boolean isBroken;

    /** When what is under way must be over, in nanoseconds; 0 if nothing is. */
    private volatile long end;

    private enum State {
        /** Between requests. */
        RESTING,
        /** A request is under way. */
        SERVING,
        ENDED
    }

    /** Counts what a head takes. */
    private static final class HeadInput extends InputStream {
        private final InputStream source;
        private long left = Long.MAX_VALUE;

        HeadInput(InputStream source) {
            this.source = source;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("read by the piece");
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (left <= 0) {
                throw new HeadTooLargeException();
            }
            int count = source.read(target, offset, length);
            left -= Math.max(0, count);
            return count;
        }
    }

    /** A head has more bytes than it may. */
    private static final class HeadTooLargeException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    ServedConnection(ByteSocket socket, RequestHandler handler, Limits limits) {
        this.socket = socket;
        this.handler = handler;
        this.limits = limits;
        this.input = new HeadInput(socket.input());
    }

    /** A step that may wait for the other side. */
    interface Step<T> {
        T run() throws IOException;
    }

    /** Takes a step; the connection is ended if it takes longer than it may. */
    <T> T within(Duration limit, Step<T> step) throws IOException {
        end = System.nanoTime() + limit.toNanos() | 1;
        try {
            return step.run();
        } catch (IOException e) {
            isBroken = true;
            throw e;
        } finally {
            end = 0;
        }
    }

    /** Serves requests until the caller, or the server, wants no more. */
    void serve() {
        try (socket) {
            while (awaitRequest()) {
                if (!serveOne()) {
                    return;
                }
            }
        } catch (IOException e) {
            LOG.debug("A connection ended", e);
        }
    }

    /** Waits for the first byte of a request; false if none comes or is wanted any more. */
    private boolean awaitRequest() throws IOException {
        state.compareAndSet(State.SERVING, State.RESTING);
        if (isEnding) {
            return false;
        }
        if (!ahead.hasBufferedData()) {
            input.left = Long.MAX_VALUE;
            int count = within(limits.idle(), () -> ahead.fillBuffer(input));
            if (count < 0) {
                return false;
            }
        }
        return state.compareAndSet(State.RESTING, State.SERVING);
    }

    /** Serves a request; false if it is the last on this connection. */
    private boolean serveOne() throws IOException {
        Exchange exchange;
        try {
            Optional<ClassicHttpRequest> request = within(limits.stall(), this::head);
            if (request.isEmpty()) {
                return false;
            }
            exchange = exchange(request.get());
        } catch (HeadTooLargeException e) {
            return refuse(HEAD_TOO_LARGE);
        } catch (NotUnderstoodException e) {
            return refuse(e.status);
        }
        handle(exchange);
        if (!exchange.isFollowed() && !exchange.body().isComplete()) {
            drain(exchange.body());
        }
        return exchange.isFollowed();
    }

    /** What came is no request that could be answered. */
    private static final class NotUnderstoodException extends IOException {
        private static final long serialVersionUID = 1L;
        private final int status;

        NotUnderstoodException(int status, HttpException cause) {
            super(cause);
            this.status = status;
        }
    }

    private Optional<ClassicHttpRequest> head() throws IOException {
        input.left = MAX_HEAD_BYTES;
        try {
            return Optional.ofNullable(parser.parse(ahead, input));
        } catch (RequestHeaderFieldsTooLargeException e) {
            throw new HeadTooLargeException();
        } catch (HttpException e) {
            throw new NotUnderstoodException(BAD_REQUEST, e);
        } finally {
            input.left = Long.MAX_VALUE;
        }
    }

    private Exchange exchange(ClassicHttpRequest request) throws IOException {
        try {
            boolean isOld = request.getVersion().lessEquals(HttpVersion.HTTP_1_0);
            if (!isOld && request.countHeaders("Host") != 1) {
                throw new ProtocolException("one Host is needed");
            }
            if (request.containsHeader("Transfer-Encoding")
                    && (isOld || request.containsHeader("Content-Length"))) {
                throw new ProtocolException("a body of two lengths");
            }
            long length = DefaultContentLengthStrategy.INSTANCE.determineLength(request);
            if (length == ContentLengthStrategy.UNDEFINED) {
                length = 0;
            }
            boolean isWaiting = !isOld && hasToken(request, "Expect", "100-continue");
            boolean isLast = isOld || hasToken(request, "Connection", "close");
            RequestBody body =
                    new RequestBody(this, ahead, length, limits.stall(), isWaiting && length != 0);
            return new Exchange(this, request, body, isLast);
        } catch (NotImplementedException e) {
            throw new NotUnderstoodException(NOT_IMPLEMENTED, e);
        } catch (HttpException e) {
            throw new NotUnderstoodException(BAD_REQUEST, e);
        }
    }

    private static boolean hasToken(ClassicHttpRequest request, String header, String token) {
        if (!request.containsHeader(header)) {
            return false;
        }
        boolean[] found = new boolean[1];
        MessageSupport.parseTokens(
                request, header, each -> found[0] |= each.equalsIgnoreCase(token));
        return found[0];
    }

    private void handle(Exchange exchange) throws IOException {
        try {
            handler.handle(exchange);
        } catch (IOException | RuntimeException e) {
            if (isBroken) {
                throw e;
            }
            LOG.atError()
                    .addKeyValue("method", exchange.method())
                    .addKeyValue("path", exchange.path())
                    .setCause(e)
                    .log("A request failed");
            if (!exchange.isUnsent()) {
                throw new IOException("an answer was not completed", e);
            }
            exchange.forget();
        }
        if (!exchange.isAnswered()) {
            exchange.answer(SERVER_ERROR, "the service failed; its log says why");
        }
        exchange.finish();
    }

    private boolean refuse(int status) throws IOException {
        byte[] answer =
                ("HTTP/1.1 " + status + " \r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        write(ByteBuffer.wrap(answer));
        drain(input);
        return false;
    }

    /** Reads what was on its way: closed with bytes unread, the caller might lose the answer. */
    private void drain(InputStream rest) throws IOException {
        if (rest instanceof RequestBody body && body.isUnsent()) {
            return;
        }
        socket.endOutput();
        byte[] bytes = new byte[BUFFER_BYTES];
        within(
                LONGEST_DRAIN,
                () -> {
                    int total = 0;
                    int count = 0;
                    while (count >= 0 && total < MAX_DRAINED_BYTES) {
                        count = rest.read(bytes, 0, bytes.length);
                        total += count;
                    }
                    return total;
                });
    }

    /** Lets a client send its body that waits for leave to. */
    void sendContinue() throws IOException {
        socket.write(ByteBuffer.wrap(CONTINUE));
    }

    void write(ByteBuffer... bytes) throws IOException {
        within(
                limits.stall(),
                () -> {
                    socket.write(bytes);
                    return true;
                });
    }

    ByteSocket socket() {
        return socket;
    }

    InputStream input() {
        return input;
    }

    /** Tells whether the server wants no more requests. */
    boolean isEnding() {
        return isEnding;
    }

    /** Ends it as soon as no request is under way. */
    void endSoon() {
        isEnding = true;
        if (state.compareAndSet(State.RESTING, State.ENDED)) {
            close();
        }
    }

    /** Ends it if what is under way should be over; asked now and then by another thread. */
    void closeIfLate(long now) {
        long last = end;
        if (last != 0 && now - last > 0) {
            close();
        }
    }

    /** Ends it at once. */
    void close() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("A connection could not be closed", e);
        }
    }
}
