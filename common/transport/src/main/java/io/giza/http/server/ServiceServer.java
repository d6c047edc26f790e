package io.giza.http.server;

import io.giza.concurrent.VirtualThreads;
import io.giza.http.RepeatedWarning;
import io.giza.http.address.MalformedProxyHeaderException;
import io.giza.http.server.ConnectionMeters.Refusal;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Serves HTTP/1.1 to the services of a cluster. Each connection has a virtual thread that reads
 * requests, handles and answers them by itself: no other thread has to be woken on the way. A
 * connection at rest has no thread.
 */
public final class ServiceServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceServer.class);

    /** Connections that were made and not accepted yet. */
    private static final int BACKLOG = 1024;

    /** How often it is looked whether something takes too long. */
    private static final Duration WATCH_INTERVAL = Duration.ofSeconds(1);

    /** Without file handles nothing can be accepted for a while. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final Duration POLL = Duration.ofMillis(5);

    private final ServerSocketChannel listener;
    private final @Nullable Tls tls;
    private final RequestHandler handler;
    private final Limits limits;
    private final LongHeads longHeads;
    private final ConnectionAdmission admission;
    private final Set<ConnectionLife> connections = ConcurrentHashMap.newKeySet();
    private final RestingConnections resting;
    private final Thread acceptor;
    private final Thread watch;
    private final RepeatedWarning malformed = new RepeatedWarning(LOG, new VirtualThreads());
    private volatile boolean isEnding;

    /**
     * Begins to listen and to serve.
     *
     * @param address where; port 0 takes one that is free
     * @param tls how TLS is spoken, null for plain HTTP
     * @throws IOException if nothing can listen there
     */
    public ServiceServer(
            InetSocketAddress address, @Nullable Tls tls, RequestHandler handler, Limits limits)
            throws IOException {
        this(address, tls, handler, limits, ConnectionAdmission.OPEN);
    }

    /**
     * Begins to listen and to serve the clients that it admits.
     *
     * @param address where; port 0 takes one that is free
     * @param tls how TLS is spoken, null for plain HTTP
     * @throws IOException if nothing can listen there
     */
    public ServiceServer(
            InetSocketAddress address,
            @Nullable Tls tls,
            RequestHandler handler,
            Limits limits,
            ConnectionAdmission admission)
            throws IOException {
        this.admission = admission;
        this.tls = tls;
        this.handler = handler;
        this.limits = limits;
        this.longHeads = new LongHeads(limits.maxLongHeads());
        listener = ServerSocketChannel.open();
        try {
            listener.bind(address, BACKLOG);
            resting = new RestingConnections(() -> isEnding && connections.isEmpty());
        } catch (IOException e) {
            listener.close();
            throw new IOException("cannot listen at " + address + ": " + e.getMessage(), e);
        }
        acceptor = Thread.ofVirtual().name("accept").start(this::accept);
        watch = Thread.ofVirtual().name("served-watch").start(this::watch);
    }

    @Nullable Tls tls() {
        return tls;
    }

    RequestHandler handler() {
        return handler;
    }

    Limits limits() {
        return limits;
    }

    LongHeads longHeads() {
        return longHeads;
    }

    ConnectionAdmission admission() {
        return admission;
    }

    RestingConnections resting() {
        return resting;
    }

    /** Returns the port that it listens at. */
    public int port() {
        return listener.socket().getLocalPort();
    }

    private void accept() {
        while (!isEnding) {
            try {
                begin(listener.accept());
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                LOG.warn("No connection can be accepted now: {}", e.getMessage());
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private void begin(SocketChannel channel) throws IOException {
        InetAddress peer = channel.socket().getInetAddress();
        if (peer == null) {
            channel.close();
            return;
        }
        if (connections.size() >= limits.maxConnections()) {
            admission.meters().refused(Refusal.MAX_CONNECTIONS);
            channel.close();
            return;
        }
        var connection = new ClientConnection(this, channel, peer);
        connections.add(connection.life());
        admission.meters().opened();
        if (isEnding) {
            connection.life().endSoon();
        }
        Thread.ofVirtual().name("serve").start(connection::run);
    }

    /** Removes a connection that ended. */
    void ended(ClientConnection connection) {
        connections.remove(connection.life());
        if (isEnding) {
            resting.wakeUp();
        }
        admission.meters().closed();
    }

    /** Counts and logs a missing or malformed PROXY header of a trusted proxy. */
    void refusedProxyHeader(InetAddress proxy, MalformedProxyHeaderException problem) {
        admission.meters().refused(Refusal.PROXY_HEADER);
        malformed.occurred(
                "Connections of the trusted proxy %s are closed: %s"
                        .formatted(proxy.getHostAddress(), problem.getMessage()));
    }

    private void watch() {
        while (listener.isOpen() || !connections.isEmpty()) {
            LockSupport.parkNanos(WATCH_INTERVAL.toNanos());
            long now = System.nanoTime();
            connections.forEach(connection -> connection.closeIfLate(now));
        }
    }

    /**
     * Accepts nothing more, lets requests that are under way come to their ends, and closes.
     *
     * @param grace how long they may take; what is not done then is cut off
     */
    public void close(Duration grace) {
        isEnding = true;
        try {
            listener.close();
        } catch (IOException e) {
            LOG.warn("The port could not be closed: {}", e.getMessage());
        }
        awaitAcceptor();
        connections.forEach(ConnectionLife::endSoon);
        long end = System.nanoTime() + grace.toNanos();
        while (!connections.isEmpty() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(POLL.toNanos());
            long now = System.nanoTime();
            connections.forEach(connection -> connection.closeIfUnused(now));
        }
        long cutOff = connections.stream().filter(ConnectionLife::isServing).count();
        if (cutOff > 0) {
            LOG.warn("{} requests were cut off", cutOff);
        }
        connections.forEach(ConnectionLife::close);
        resting.wakeUp();
        LockSupport.unpark(watch);
    }

    /** The port is free, and nobody can connect, only when the thread that accepts has left it. */
    private void awaitAcceptor() {
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes at once. */
    @Override
    public void close() {
        close(Duration.ZERO);
    }
}
