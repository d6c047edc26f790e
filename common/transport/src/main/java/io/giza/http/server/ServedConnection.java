package io.giza.http.server;

import io.giza.http.socket.ByteSocket;

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
    private static final int DRAIN_PIECE_BYTES = 8 << 10;

    /** What is read of a body that was refused, so that its sender can read why. */
    private static final int MAX_DRAINED_BYTES = 2 << 20;

    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(2);
    private static final int SERVER_ERROR = 500;
    private static final byte[] CONTINUE =
            "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ByteSocket socket;
    private final RequestHandler handler;
    private final Limits limits;
    private final HeadReader heads;
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

    ServedConnection(ByteSocket socket, RequestHandler handler, Limits limits) {
        this.socket = socket;
        this.handler = handler;
        this.limits = limits;
        this.heads = new HeadReader(socket.input());
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
        return within(limits.idle(), heads::await)
                && state.compareAndSet(State.RESTING, State.SERVING);
    }

    /** Serves a request; false if it is the last on this connection. */
    private boolean serveOne() throws IOException {
        Optional<HeadReader.Head> head;
        try {
            head = within(limits.stall(), heads::read);
        } catch (HeadReader.RefusedException e) {
            return refuse(e.status());
        }
        if (head.isEmpty()) {
            return false;
        }
        Exchange exchange = exchange(head.get());
        handle(exchange);
        if (!exchange.isFollowed() && !exchange.body().isComplete()) {
            drain(exchange.body());
        }
        return exchange.isFollowed();
    }

    private Exchange exchange(HeadReader.Head head) {
        RequestBody body =
                new RequestBody(
                        this, heads.ahead(), head.length(), limits.stall(), head.isWaiting());
        return new Exchange(this, head.request(), body, head.isLast());
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
        drain(heads.input());
        return false;
    }

    /** Reads what was on its way: closed with bytes unread, the caller might lose the answer. */
    private void drain(InputStream rest) throws IOException {
        if (rest instanceof RequestBody body && body.isUnsent()) {
            return;
        }
        socket.endOutput();
        byte[] bytes = new byte[DRAIN_PIECE_BYTES];
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
        return heads.input();
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
