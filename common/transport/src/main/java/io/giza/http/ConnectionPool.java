package io.giza.http;

import io.giza.http.ServiceConnection.Destination;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * The connections of a process to its services. One that is free is taken again, the last used one
 * first; one that nobody takes for a while is closed before the service would close it.
 */
final class ConnectionPool implements AutoCloseable {
    /**
     * Services keep idle connections for a minute and more. A new one costs the call that waits for
     * it a round trip, and its body those in which TCP finds out what the way bears.
     */
    private static final Duration MAX_IDLE = Duration.ofSeconds(50);

    /** How often it is looked whether a step takes too long although bytes come and go. */
    private static final Duration WATCH_INTERVAL = Duration.ofMillis(250);

    /** So many calls per connection may wait for one. */
    private static final int MAX_WAITING_PER_CONNECTION = 8;

    private final int maxConnections;
    private final Duration connectTimeout;
    private final Supplier<SSLSocketFactory> tls;
    private final Map<Destination, Service> services = new ConcurrentHashMap<>();
    private final Set<ServiceConnection> taken = ConcurrentHashMap.newKeySet();
    private final Thread watch;
    private volatile boolean isClosed;

    /**
     * Begins without connections.
     *
     * @param maxConnections to one service; more calls wait for one to become free
     * @param context how to speak TLS, asked for each connection; null for the JDK's defaults
     */
    ConnectionPool(
            int maxConnections, Duration connectTimeout, @Nullable Supplier<SSLContext> context) {
        this.maxConnections = maxConnections;
        this.connectTimeout = connectTimeout;
        this.tls =
                context == null
                        ? () -> (SSLSocketFactory) SSLSocketFactory.getDefault()
                        : () -> context.get().getSocketFactory();
        watch = Thread.ofVirtual().name("connection-watch").start(this::watch);
    }

    /** The connections to one service. */
    private final class Service {
        final Semaphore permits = new Semaphore(maxConnections);
        final Deque<ServiceConnection> free = new ConcurrentLinkedDeque<>();
    }

    /**
     * Takes a connection that is free, or makes one.
     *
     * @param timeout how long to wait for one
     * @throws RejectedExecutionException if too many calls wait already
     * @throws TimeoutException if none becomes free in time
     * @throws IOException if the service cannot be connected to
     */
    ServiceConnection take(URI uri, Duration timeout)
            throws IOException, TimeoutException, InterruptedException {
        Destination destination = destination(uri);
        Service service = services.computeIfAbsent(destination, _ -> new Service());
        acquire(service.permits, timeout);
        try {
            ServiceConnection connection = freeOne(service);
            if (connection == null) {
                connection =
                        ServiceConnection.open(
                                destination,
                                destination.isSecure() ? tls.get() : null,
                                connectTimeout);
            }
            taken.add(connection);
            if (isClosed) {
                connection.close();
            }
            return connection;
        } catch (IOException | RuntimeException e) {
            service.permits.release();
            throw e;
        }
    }

    private void acquire(Semaphore permits, Duration timeout)
            throws TimeoutException, InterruptedException {
        if (permits.tryAcquire()) {
            return;
        }
        if (permits.getQueueLength() >= MAX_WAITING_PER_CONNECTION * maxConnections) {
            throw new RejectedExecutionException("too many calls wait for a connection");
        }
        if (!permits.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException("no connection became free");
        }
    }

    private static @Nullable ServiceConnection freeOne(Service service) {
        ServiceConnection next = service.free.pollFirst();
        while (next != null && next.isUnusable()) {
            next.close();
            next = service.free.pollFirst();
        }
        return next;
    }

    /** Gives a connection back that can be taken again. */
    void giveBack(ServiceConnection connection) {
        Service service = serviceOf(connection);
        taken.remove(connection);
        connection.rest(System.nanoTime());
        service.free.addFirst(connection);
        service.permits.release();
        if (isClosed) {
            closeFree();
        }
    }

    /** Ends a connection that was taken. */
    void discard(ServiceConnection connection) {
        connection.close();
        taken.remove(connection);
        serviceOf(connection).permits.release();
    }

    private Service serviceOf(ServiceConnection connection) {
        return services.computeIfAbsent(connection.destination(), _ -> new Service());
    }

    private static Destination destination(URI uri) {
        boolean isSecure = "https".equals(uri.getScheme());
        int standard = isSecure ? 443 : 80;
        String host = uri.getHost();
        if (host == null) {
            throw new IllegalArgumentException("no host: " + uri);
        }
        return new Destination(isSecure, host, uri.getPort() < 0 ? standard : uri.getPort());
    }

    private void watch() {
        while (!isClosed) {
            LockSupport.parkNanos(WATCH_INTERVAL.toNanos());
            long now = System.nanoTime();
            taken.forEach(connection -> connection.closeIfLate(now));
            services.values().forEach(service -> closeIdle(service, now));
        }
    }

    private static void closeIdle(Service service, long now) {
        ServiceConnection oldest = service.free.peekLast();
        while (oldest != null && oldest.idle(now).compareTo(MAX_IDLE) > 0) {
            if (service.free.removeLastOccurrence(oldest)) {
                oldest.close();
            }
            oldest = service.free.peekLast();
        }
    }

    private void closeFree() {
        for (Service service : services.values()) {
            ServiceConnection next = service.free.pollFirst();
            while (next != null) {
                next.close();
                next = service.free.pollFirst();
            }
        }
    }

    /** Ends all connections; calls that have one fail. */
    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(watch);
        taken.forEach(ServiceConnection::close);
        closeFree();
    }
}
