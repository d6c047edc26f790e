package io.giza.gateway.s3.connection;

import io.giza.concurrent.VirtualThreads;

import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

import java.time.Duration;

/**
 * The container's protocol, with limits of its own.
 *
 * <p>All of a request's head must arrive in a time. The container's own time-out is for each read,
 * so that a client which sends a byte now and then would hold a connection for ever. Who is over
 * its time is cut off at its next byte; who sends none, by the container. A head that arrives at
 * once costs nothing.
 *
 * <p>And connections are limited, see {@link LimitedEndpoint}.
 */
public final class ClientProtocol extends Http11NioProtocol {
    private static final ScopedValue<ClientSocket> SOCKET = ScopedValue.newInstance();

    private final LimitedEndpoint endpoint;
    private final RequestHeadDeadlines<SocketWrapperBase<NioChannel>> headDeadlines =
            new RequestHeadDeadlines<>(new VirtualThreads());

    /** Makes the protocol, as the container does by its name. */
    public ClientProtocol() {
        this(new LimitedEndpoint());
    }

    private ClientProtocol(LimitedEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        endpoint.setHandler(new HeadTimeoutHandler(endpoint.getHandler()));
    }

    /**
     * Sets the limits; before it starts.
     *
     * @param maxHeadDuration how long a head may take from its first byte to its last
     * @param connections what all connections may take
     */
    public void setLimits(Duration maxHeadDuration, ConnectionLimits connections) {
        headDeadlines.setMaxDuration(maxHeadDuration);
        endpoint.setLimits(connections);
    }

    /** Returns the connection that the current thread serves. */
    public static ClientConnection connection() {
        return SOCKET.isBound() ? SOCKET.get() : ClientConnection.UNKNOWN;
    }

    /** The head of a request is complete. */
    public static void markHeadComplete() {
        if (SOCKET.isBound()) {
            SOCKET.get().markHeadComplete();
        }
    }

    private final class HeadTimeoutHandler implements Handler<NioChannel> {
        private final Handler<NioChannel> container;

        HeadTimeoutHandler(Handler<NioChannel> container) {
            this.container = container;
        }

        @Override
        public SocketState process(SocketWrapperBase<NioChannel> socket, SocketEvent event) {
            if (headDeadlines.isOverdue(socket)) {
                return SocketState.CLOSED;
            }
            ClientSocket client = new ClientSocket(socket, endpoint);
            SocketState state =
                    ScopedValue.where(SOCKET, client).call(() -> container.process(socket, event));
            headDeadlines.update(
                    socket, isAwaited(event, state, client), client.hasCompletedHead());
            return state;
        }

        /** Tells whether a head has begun; to the container one of empty lines has not. */
        private boolean isAwaited(SocketEvent event, SocketState state, ClientSocket client) {
            return state == SocketState.LONG
                    || (state == SocketState.OPEN
                            && event == SocketEvent.OPEN_READ
                            && !client.hasCompletedHead());
        }

        @Override
        public void release(SocketWrapperBase<NioChannel> socket) {
            headDeadlines.forget(socket);
            endpoint.onClosed(socket);
            container.release(socket);
        }

        @Override
        public Object getGlobal() {
            return container.getGlobal();
        }

        @Override
        public void pause() {
            container.pause();
        }

        @Override
        public void recycle() {
            container.recycle();
        }
    }
}
