package io.giza.gateway.s3;

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
    private final HeadDeadlines<SocketWrapperBase<NioChannel>> heads =
            new HeadDeadlines<>(new VirtualThreads());

    /** Makes the protocol, as the container does by its name. */
    public ClientProtocol() {
        this(new LimitedEndpoint());
    }

    private ClientProtocol(LimitedEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        endpoint.setHandler(new Watching(endpoint.getHandler()));
    }

    /**
     * Sets the limits; before it starts.
     *
     * @param head how long a head may take from its first byte to its last
     * @param connections what all connections may take
     */
    public void limit(Duration head, ConnectionLimits connections) {
        heads.limit(head);
        endpoint.limit(connections);
    }

    /** Returns the connection that the current thread serves. */
    static ClientConnection connection() {
        return SOCKET.isBound() ? SOCKET.get() : ClientConnection.UNKNOWN;
    }

    /** The head of a request is complete. */
    static void headIsComplete() {
        if (SOCKET.isBound()) {
            SOCKET.get().headIsComplete();
        }
    }

    private final class Watching implements Handler<NioChannel> {
        private final Handler<NioChannel> container;

        Watching(Handler<NioChannel> container) {
            this.container = container;
        }

        @Override
        public SocketState process(SocketWrapperBase<NioChannel> socket, SocketEvent event) {
            if (heads.isOver(socket)) {
                return SocketState.CLOSED;
            }
            ClientSocket client = new ClientSocket(socket, endpoint);
            SocketState state =
                    ScopedValue.where(SOCKET, client).call(() -> container.process(socket, event));
            heads.note(socket, isAwaited(event, state, client), client.hadWholeHead());
            return state;
        }

        /** Tells whether a head has begun; to the container one of empty lines has not. */
        private boolean isAwaited(SocketEvent event, SocketState state, ClientSocket client) {
            return state == SocketState.LONG
                    || (state == SocketState.OPEN
                            && event == SocketEvent.OPEN_READ
                            && !client.hadWholeHead());
        }

        @Override
        public void release(SocketWrapperBase<NioChannel> socket) {
            heads.forget(socket);
            endpoint.left(socket);
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
