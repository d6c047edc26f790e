package io.giza.gateway.s3.connection;

import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** A connection as the container has it, while a thread serves it once. */
final class ClientSocket implements ClientConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ClientSocket.class);

    private final SocketWrapperBase<NioChannel> socket;
    private final LimitedEndpoint endpoint;

    /** Its own, even once the container has forgotten it; null if it has already. */
    private final @Nullable SocketChannel channel;

    private boolean hasCompletedHead;

    ClientSocket(SocketWrapperBase<NioChannel> socket, LimitedEndpoint endpoint) {
        this.socket = socket;
        this.endpoint = endpoint;
        this.channel = socket.getSocket().getIOChannel();
    }

    /** Something that ends a channel, or half of it. */
    private interface ShutdownAction {
        SocketChannel applyTo(SocketChannel channel) throws IOException;
    }

    @Override
    public void endInput() {
        end(SocketChannel::shutdownInput);
    }

    @Override
    public void endOutput() {
        end(SocketChannel::shutdownOutput);
    }

    @Override
    public void widen() {
        endpoint.widen(socket);
    }

    void markHeadComplete() {
        hasCompletedHead = true;
    }

    /** Tells whether a request was whole since the thread began. */
    boolean hasCompletedHead() {
        return hasCompletedHead;
    }

    private void end(ShutdownAction end) {
        if (channel == null) {
            return;
        }
        try {
            LOG.debug("ended by this gateway: {}", end.applyTo(channel));
        } catch (IOException e) {
            LOG.debug("had ended", e);
        }
    }
}
