package io.giza.http;

import io.giza.concurrent.Span;
import io.giza.concurrent.Trace;
import io.giza.http.ServiceCall.BodyTooLongException;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.replica.Seats;
import io.giza.wire.MessageChecksum;
import io.giza.wire.MessageFormat;
import io.giza.wire.MetadataRoutes;
import io.giza.wire.StoreHeaders;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * Calls services of this and of other data centers over HTTP/1.1, each call with the cluster's
 * token. One per process; callers block, so they are best on virtual threads.
 */
public final class ServiceClient implements AutoCloseable {
    private static final int MAX_DETAIL_CHARACTERS = 200;

    private final ConnectionPool pool;
    private final Settings settings;
    private final KnownStores stores;

    /**
     * How services are called.
     *
     * @param token the cluster's token
     * @param timeouts how long to wait for what
     * @param maxConnections connections to one service; more calls wait for one to become free
     * @param maxResponseBytes the longest answer of {@link #post}
     * @param tls how to speak TLS to https endpoints, asked for each connection; null for the JDK's
     *     defaults
     * @param seats whose answers count, null if any do
     */
    public record Settings(
            String token,
            Timeouts timeouts,
            int maxConnections,
            int maxResponseBytes,
            @Nullable Supplier<SSLContext> tls,
            @Nullable Seats seats) {
        public Settings {
            if (token.isBlank()) {
                throw new IllegalArgumentException("cluster-token must not be empty");
            }
            if (maxConnections < 1 || maxResponseBytes < 1) {
                throw new IllegalArgumentException(
                        "max-connections and max-response-bytes must be at least 1");
            }
        }

        /** Returns the settings that do for most. */
        public static Settings of(String token) {
            return new Settings(token, Timeouts.DEFAULT, 512, 64 << 20, null, null);
        }

        @Override
        public String toString() {
            return "Settings[" + timeouts + ", " + maxConnections + "]";
        }
    }

    /**
     * How long to wait.
     *
     * @param connect for a connection
     * @param answer for the beginning of an answer once the request was sent
     * @param stall for a stream to move on when the other side ought to move it
     * @param idle for a stream that its own user may leave alone for a while
     */
    public record Timeouts(Duration connect, Duration answer, Duration stall, Duration idle) {
        /** Times for a wide-area network. */
        public static final Timeouts DEFAULT =
                new Timeouts(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(20),
                        Duration.ofMinutes(5));

        /** Returns the times for a request whose answer takes that much longer. */
        Timeouts answeringLater(Duration more) {
            Duration later = answer.plus(more);
            return new Timeouts(connect, later, stall, later.compareTo(idle) > 0 ? later : idle);
        }
    }

    /** Starts a client. */
    public ServiceClient(Settings settings) {
        this(
                settings,
                new KnownStores(settings.seats),
                new ConnectionPool(
                        settings.maxConnections, settings.timeouts.connect, settings.tls));
    }

    private ServiceClient(Settings settings, KnownStores stores, ConnectionPool pool) {
        this.settings = settings;
        this.stores = stores;
        this.pool = pool;
    }

    /**
     * Returns a client that means the stores of other seats, over the connections of this one. Both
     * end when either is closed.
     */
    public ServiceClient with(Seats seats) {
        return new ServiceClient(settings, stores.with(seats), pool);
    }

    /**
     * Sends a message to a store and waits for its answer.
     *
     * @param dc the data center whose store it is
     * @param body the message
     * @param timeout how long the whole exchange may take
     * @return the body of a 2xx answer
     * @throws ReplicaException.Failed if the answer says another checksum than it has, besides what
     *     else may go wrong
     */
    public byte[] post(DcName dc, URI uri, byte[] body, Duration timeout) throws ReplicaException {
        long end = System.nanoTime() + timeout.toNanos();
        try (ServiceCall call = call(dc, "POST", uri)) {
            call.with(MessageChecksum.HEADER, MessageChecksum.of(body))
                    .send(body, MessageFormat.MEDIA_TYPE, timeout);
            call.receive(until(end));
            byte[] answer = call.body(settings.maxResponseBytes, until(end));
            if (call.status() / 100 != 2) {
                throw statusFailure(dc, call, answer);
            }
            stores.requireExpectedStore(dc, call);
            String announced = call.header(MessageChecksum.HEADER);
            if (announced != null && !announced.equals(MessageChecksum.of(answer))) {
                throw new ReplicaException.Failed(dc, "its answer was damaged on the way", null);
            }
            return answer;
        } catch (IOException | TimeoutException | RejectedExecutionException e) {
            throw failure(dc, e);
        } catch (InterruptedException e) {
            throw interrupted(dc, e);
        }
    }

    /**
     * Asks a service for something that is no message to a store.
     *
     * @param method such as GET; the request has no body
     * @param timeout for the beginning of the answer
     */
    public Reply ask(DcName dc, String method, URI uri, Duration timeout) throws ReplicaException {
        return exchange(
                dc,
                call(dc, method, uri),
                timeout,
                answer -> new Reply(answer.status(), body(answer)));
    }

    /**
     * What a service answered, whatever that says.
     *
     * @param status the status of HTTP
     * @param body the whole of it
     */
    public record Reply(int status, byte[] body) {}

    private static Duration until(long end) {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    @Override
    public void close() {
        pool.close();
    }

    Timeouts timeouts() {
        return settings.timeouts;
    }

    /** Returns a call to a store of a data center. */
    ServiceCall call(DcName dc, String method, URI uri) {
        ServiceCall call =
                new ServiceCall(pool, method, uri)
                        .with("Authorization", "Bearer " + settings.token);
        String parent = Trace.traceParent();
        return stores.withSeatHeader(dc, parent == null ? call : call.with(Span.HEADER, parent));
    }

    /** Returns whose answers count. */
    KnownStores stores() {
        return stores;
    }

    /** What is done with the answer to a call without a body, once its head is there. */
    interface AnswerReader<T> {
        T read(ServiceCall call) throws IOException, ReplicaException;
    }

    /**
     * Sends a request without a body, and has its answer read. The call ends with that, unless the
     * reader took the body along.
     *
     * @param timeout for the beginning of the answer
     */
    <T> T exchange(DcName dc, ServiceCall call, Duration timeout, AnswerReader<T> reader)
            throws ReplicaException {
        try {
            call.send(timeout);
            call.receive(timeout);
            return reader.read(call);
        } catch (IOException | TimeoutException | RejectedExecutionException e) {
            call.close();
            throw failure(dc, e);
        } catch (InterruptedException e) {
            call.close();
            throw interrupted(dc, e);
        } catch (ReplicaException | RuntimeException e) {
            call.close();
            throw e;
        }
    }

    /** Returns the whole body of an answer. */
    byte[] body(ServiceCall call) throws IOException {
        return call.body(settings.maxResponseBytes, settings.timeouts.stall);
    }

    static ReplicaException interrupted(DcName dc, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ReplicaException.Unreachable(dc, e);
    }

    /** Says what a broken exchange means. */
    static ReplicaException failure(DcName dc, Throwable cause) {
        return switch (cause) {
            case TimeoutException e -> new ReplicaException.TimedOut(dc, e);
            case SocketTimeoutException e -> new ReplicaException.TimedOut(dc, e);
            case BodyTooLongException e ->
                    new ReplicaException.Failed(dc, String.valueOf(e.getMessage()), e);
            case RejectedExecutionException e ->
                    new ReplicaException.Withheld(dc, "too many calls are waiting", e);
            case IOException e -> new ReplicaException.Unreachable(dc, e);
            default -> new ReplicaException.Failed(dc, String.valueOf(cause), cause);
        };
    }

    /** Says what an answer means that is not the one that was asked for. */
    static ReplicaException statusFailure(DcName dc, ServiceCall call, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        return statusFailure(
                dc, call, text.substring(0, Math.min(text.length(), MAX_DETAIL_CHARACTERS)));
    }

    /** Says what an answer means whose body tells nothing. */
    static ReplicaException statusFailure(DcName dc, ServiceCall call, String text) {
        int status = call.status();
        String detail = status + " " + text;
        IOException cause = new IOException("answered " + status);
        if (status == 429 || status == 503) {
            return busy(dc, call, detail, cause);
        }
        if (status == 507) {
            return new ReplicaException.Full(dc, detail, cause);
        }
        if (status == MetadataRoutes.NOT_READY) {
            return new ReplicaException.NotReady(dc, detail, cause);
        }
        return status / 100 == 4
                ? new ReplicaException.Refused(dc, detail, cause)
                : new ReplicaException.Failed(dc, detail, cause);
    }

    /**
     * Only a store that says who it is can be busy. What stands in front of stores answers so for
     * one that is dead, and nobody waits for that.
     */
    private static ReplicaException busy(
            DcName dc, ServiceCall call, String detail, IOException cause) {
        return call.header(StoreHeaders.STORE) != null
                ? new ReplicaException.Throttled(dc, detail, cause)
                : new ReplicaException.Failed(
                        dc, detail + " (of something in front of the store)", cause);
    }
}
