package io.giza.http.server;

import io.giza.concurrent.WaitListener;
import io.giza.http.address.ConnectionOrigin;
import io.giza.http.socket.ByteSocket;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

import javax.net.ssl.SSLSession;

/** One connection of a caller: its requests are served one after the other, by one thread. */
final class ServedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ServedConnection.class);
    private static final int PIECE_BYTES = 64 << 10;

    /**
     * What is read of a body that was refused, so that its sender can read why: fragments are
     * large, and nobody keeps the connection for longer than the time beside it.
     */
    private static final long MAX_DRAINED_BYTES = 256L << 20;

    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(2);

    /** A connection that rests for longer keeps no buffers. */
    private static final Duration SHORT_REST = Duration.ofMillis(500);

    private static final Duration CLOSE_PATIENCE = Duration.ofMillis(2);

    private static final String FORWARDED_FOR = "X-Forwarded-For";
    private static final String UNKNOWN_CLIENT =
            "a trusted proxy sent an X-Forwarded-For with an entry that is no address";
    private static final int BAD_REQUEST = 400;
    private static final int SERVER_ERROR = 500;
    private static final byte[] CONTINUE =
            "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ByteSocket socket;
    private final ConnectionOrigin origin;
    private final ConnectionLife life;
    private final RequestHandler handler;
    private final Limits limits;
    private final LongHeads longHeads;

    /** Reads heads and the bytes behind them; null during a long rest. */
    private @Nullable HeadReader heads;

    private volatile WaitListener waits = WaitListener.NONE;

    ServedConnection(
            ByteSocket socket, ConnectionOrigin origin, ConnectionLife life, ServiceServer server) {
        this.socket = socket;
        this.origin = origin;
        this.life = life;
        this.handler = server.handler();
        this.limits = server.limits();
        this.longHeads = server.longHeads();
    }

    private HeadReader heads() {
        HeadReader known = heads;
        if (known == null) {
            known = new HeadReader(socket.input(), limits, longHeads);
            heads = known;
        }
        return known;
    }

    /** Takes a step of reading a body; its input is ended if it stands still for too long. */
    <T> T receive(ConnectionLife.Step<T> step) throws IOException {
        return waits.during(() -> life.reading(limits.stall(), step));
    }

    void listenToWaits(WaitListener listener) {
        waits = listener;
    }

    WaitListener waits() {
        return waits;
    }

    /** Tells whether the client has closed the connection; valid once the request was read. */
    boolean isClosedByClient() {
        try {
            return !heads().hasReadAhead() && socket.isEnded(CLOSE_PATIENCE);
        } catch (IOException e) {
            return true;
        }
    }

    /** Tells whether a body is read to its end though nobody wanted it. */
    boolean isWorthReading(RequestBody body) {
        return body.isWorthReading(limits.maxKeptBytes());
    }

    ConnectionLife life() {
        return life;
    }

    boolean isSecure() {
        return socket.isSecure();
    }

    @Nullable SSLSession tlsSession() {
        return socket.tlsSession();
    }

    /**
     * Serves requests until the connection is silent for a while, or over.
     *
     * @return true if it may rest until more comes; false if it is to be closed
     */
    boolean serve() throws IOException {
        while (life.rest()) {
            if (!life.within(limits.idle(), this::hasInput)) {
                heads = null;
                return true;
            }
            if (!life.within(limits.idle(), heads()::await) || !life.begin() || !serveOne()) {
                return false;
            }
        }
        return false;
    }

    /** Waits for input for a short time, or for longer while a TLS record is incomplete. */
    private boolean hasInput() throws IOException {
        return heads().hasReadAhead() || socket.awaitInput(SHORT_REST);
    }

    /** Serves a request; false if it is the last on this connection. */
    private boolean serveOne() throws IOException {
        HeadReader reader = heads();
        try {
            return serveOne(reader);
        } finally {
            reader.forget();
        }
    }

    private boolean serveOne(HeadReader reader) throws IOException {
        Exchange exchange;
        try {
            exchange = exchange(life.within(limits.head(), reader::read));
        } catch (HeadReader.RefusedException e) {
            return refuse(e.status());
        }
        handle(exchange);
        RequestBody body = exchange.body();
        body.watch(null);
        if (exchange.isFollowed()) {
            skip(body);
        } else if (!body.isComplete()) {
            drain(body);
        }
        return exchange.isFollowed();
    }

    /** Reads what nobody wanted: the next request is behind it. */
    private void skip(RequestBody body) throws IOException {
        if (body.isComplete()) {
            return;
        }
        byte[] bytes = new byte[PIECE_BYTES];
        life.within(
                limits.stall(),
                () -> {
                    while (body.read(bytes, 0, bytes.length) >= 0) {
                        // What it says is of no use to anybody.
                    }
                    return true;
                });
    }

    private Exchange exchange(ClassicHttpRequest request) throws IOException {
        long length = HeadReader.bodyLength(request);
        boolean isOld = HeadReader.isOld(request);
        boolean isWaiting = !isOld && HeadReader.hasToken(request, "Expect", "100-continue");
        boolean isLast = isOld || HeadReader.hasToken(request, "Connection", "close");
        RequestBody body = new RequestBody(this, length, isWaiting && length != 0);
        if (isWaiting && length == 0) {
            // Nobody has to (RFC 9110, 10.1.1). But without it botocore takes this request's status
            // for that of the next one on the connection too.
            sendContinue();
        }
        return new Exchange(this, request, body, isLast, client(request));
    }

    private Optional<InetAddress> client(ClassicHttpRequest request) {
        return origin.client(
                Stream.of(request.getHeaders(FORWARDED_FOR))
                        .map(each -> each.getValue() == null ? "" : each.getValue())
                        .toList());
    }

    private void handle(Exchange exchange) throws IOException {
        try {
            if (exchange.hasRemote()) {
                handler.handle(exchange);
            } else {
                exchange.answer(BAD_REQUEST, UNKNOWN_CLIENT);
            }
        } catch (Exchange.AbandonedException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            if (life.isBroken()) {
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
                (Answer.statusLine(status) + "Content-Length: 0\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        write(ByteBuffer.wrap(answer));
        drain(heads().input());
        return false;
    }

    /** Reads what was on its way: closed with bytes unread, the caller might lose the answer. */
    private void drain(InputStream rest) throws IOException {
        if (rest instanceof RequestBody body && body.isUnsent()) {
            return;
        }
        byte[] bytes = new byte[PIECE_BYTES];
        life.within(
                LONGEST_DRAIN,
                () -> {
                    socket.endOutput();
                    long total = 0;
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

    /** Writes all of the buffers; each time that some is taken there is new time for the rest. */
    void write(ByteBuffer... bytes) throws IOException {
        waits.during(
                () -> {
                    while (life.within(limits.stall(), () -> socket.writeSome(bytes))) {
                        // There is more.
                    }
                    return true;
                });
    }

    /** Writes what the other side takes of the buffers at once. */
    void writeNow(ByteBuffer... bytes) throws IOException {
        life.within(
                limits.stall(),
                () -> {
                    socket.writeNow(bytes);
                    return true;
                });
    }

    ByteSocket socket() {
        return socket;
    }

    /** Returns what was read of it already. */
    SessionInputBufferImpl ahead() {
        return heads().ahead();
    }

    /** Returns what it holds beside what was read already. */
    InputStream input() {
        return heads().input();
    }
}
