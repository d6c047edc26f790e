package io.giza.http;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.replica.Seats;
import io.giza.wire.MessageChecksum;
import io.giza.wire.MessageFormat;
import io.giza.wire.MetadataRoutes;
import io.giza.wire.StoreHeaders;

import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLContext;

/**
 * Calls services of this and of other data centers over HTTP/1.1, each call with the cluster's
 * token. One per process; callers block, so they are best on virtual threads.
 */
public final class ServiceClient implements AutoCloseable {
    private static final int MAX_THREADS = 12;
    private static final int MAX_DETAIL_CHARACTERS = 200;

    private final HttpClient client;
    private final Settings settings;
    private final KnownStores stores;

    /**
     * How services are called.
     *
     * @param token the cluster's token
     * @param timeouts how long to wait for what
     * @param maxConnections connections to one service; more calls wait for one to become free
     * @param maxResponseBytes the longest answer of {@link #post}
     * @param tls how to speak TLS to https endpoints, null for the JDK's defaults
     * @param seats whose answers count, null if any do
     */
    public record Settings(
            String token,
            Timeouts timeouts,
            int maxConnections,
            int maxResponseBytes,
            @Nullable SSLContext tls,
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
        this.settings = settings;
        this.stores = new KnownStores(settings.seats);
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 2);
        threads.setName("service-client");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        connector.setExecutor(threads);
        SslContextFactory.Client ssl = new SslContextFactory.Client();
        if (settings.tls != null) {
            ssl.setSslContext(settings.tls);
        }
        connector.setSslContextFactory(ssl);
        client = new HttpClient(new HttpClientTransportOverHTTP(connector));
        client.setExecutor(threads);
        client.setConnectTimeout(settings.timeouts.connect.toMillis());
        client.setIdleTimeout(TimeUnit.SECONDS.toMillis(30));
        client.setMaxConnectionsPerDestination(settings.maxConnections);
        client.setMaxRequestsQueuedPerDestination(8 * settings.maxConnections);
        client.setFollowRedirects(false);
        client.setUserAgentField(null);
        client.setRequestBufferSize(16 << 10);
        client.setResponseBufferSize(64 << 10);
        try {
            client.start();
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP client does not start", e);
        }
        client.getContentDecoderFactories().clear();
        // A 401 or a redirect is an answer like others; nobody shall act on it on our behalf.
        client.getProtocolHandlers().clear();
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
        Request request =
                request(dc, HttpMethod.POST, uri)
                        .timeout(Math.max(1, timeout.toMillis()), TimeUnit.MILLISECONDS)
                        .headers(h -> h.put(MessageChecksum.HEADER, MessageChecksum.of(body)))
                        .body(new BytesRequestContent(MessageFormat.MEDIA_TYPE, body));
        ContentResponse response = exchange(dc, request, timeout.plusSeconds(1));
        if (response.getStatus() / 100 != 2) {
            throw statusFailure(dc, response);
        }
        stores.requireExpectedStore(dc, response);
        byte[] answer = response.getContent();
        String announced = response.getHeaders().get(MessageChecksum.HEADER);
        if (announced != null && !announced.equals(MessageChecksum.of(answer))) {
            throw new ReplicaException.Failed(dc, "its answer was damaged on the way", null);
        }
        return answer;
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP client does not stop", e);
        }
    }

    Timeouts timeouts() {
        return settings.timeouts;
    }

    /** Returns a request to a store of a data center. */
    Request request(DcName dc, HttpMethod method, URI uri) {
        return stores.withSeatHeader(dc, request(method, uri));
    }

    /** Returns whose answers count. */
    KnownStores stores() {
        return stores;
    }

    private Request request(HttpMethod method, URI uri) {
        return client.newRequest(uri)
                .method(method)
                .headers(h -> h.put(HttpHeader.AUTHORIZATION, "Bearer " + settings.token));
    }

    ContentResponse exchange(DcName dc, Request request, Duration timeout) throws ReplicaException {
        try {
            return new CompletableResponseListener(request, settings.maxResponseBytes)
                    .send()
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            abort(request, e);
            throw failure(dc, e);
        } catch (InterruptedException e) {
            abort(request, e);
            throw interrupted(dc, e);
        }
    }

    static void abort(Request request, Throwable reason) {
        // Whether it could still be aborted makes no difference.
        var _ = request.abort(reason);
    }

    static ReplicaException interrupted(DcName dc, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ReplicaException.Unreachable(dc, e);
    }

    /** Says what a broken exchange means. */
    static ReplicaException failure(DcName dc, Throwable thrown) {
        Throwable cause =
                thrown instanceof ExecutionException && thrown.getCause() != null
                        ? thrown.getCause()
                        : thrown;
        return switch (cause) {
            case TimeoutException e -> new ReplicaException.TimedOut(dc, e);
            case java.net.SocketTimeoutException e -> new ReplicaException.TimedOut(dc, e);
            case java.util.concurrent.CancellationException e ->
                    new ReplicaException.TimedOut(dc, e);
            case RejectedExecutionException e ->
                    new ReplicaException.Withheld(dc, "too many calls are waiting", e);
            case IOException e -> new ReplicaException.Unreachable(dc, e);
            default -> new ReplicaException.Failed(dc, String.valueOf(cause), cause);
        };
    }

    static ReplicaException statusFailure(DcName dc, ContentResponse response) {
        String text = new String(response.getContent(), StandardCharsets.UTF_8);
        return statusFailure(
                dc, response, text.substring(0, Math.min(text.length(), MAX_DETAIL_CHARACTERS)));
    }

    /** Says what an answer means that is not the one that was asked for. */
    static ReplicaException statusFailure(DcName dc, Response response, String text) {
        int status = response.getStatus();
        String detail = status + " " + text;
        IOException cause = new IOException("answered " + status);
        if (status == 429 || status == 503) {
            return busy(dc, response, detail, cause);
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
            DcName dc, Response response, String detail, IOException cause) {
        return response.getHeaders().contains(StoreHeaders.STORE)
                ? new ReplicaException.Throttled(dc, detail, cause)
                : new ReplicaException.Failed(
                        dc, detail + " (of something in front of the store)", cause);
    }
}
