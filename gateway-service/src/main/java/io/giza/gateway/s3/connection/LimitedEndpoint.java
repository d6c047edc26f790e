package io.giza.gateway.s3.connection;

import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where the container accepts connections: so many in all, and of one address no more than are
 * free. So one address gets half of all, of two each gets a third, and some are always left for
 * another. Their buffers are small until a body moves, and then large while there is memory for
 * that.
 */
final class LimitedEndpoint extends NioEndpoint {
    /** Each piece of a body costs a system call and wakes the other side. */
    private static final int WIDEST_BYTES = 256 << 10;

    /** Where half of the memory for large buffers is taken. */
    private static final int WIDE_BYTES = 64 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(LimitedEndpoint.class);
    private static final int NARROW_BYTES = 8 << 10;

    private final Map<SocketChannel, InetAddress> addresses = new ConcurrentHashMap<>();
    private final AddressCounts counts = new AddressCounts();

    /** The buffers' sizes of those that are large. */
    private final Map<SocketWrapperBase<NioChannel>, Integer> wide = new ConcurrentHashMap<>();

    private final AtomicLong wideBytes = new AtomicLong();
    private volatile ConnectionLimits limits = ConnectionLimits.within(0);

    /** Sets the limits; before it starts. */
    void setLimits(ConnectionLimits connections) {
        limits = connections;
        getSocketProperties().setAppReadBufSize(NARROW_BYTES);
        getSocketProperties().setAppWriteBufSize(NARROW_BYTES);
        // What is kept for the next connection would keep the buffers of the last.
        getSocketProperties().setBufferPool(0);
    }

    @Override
    public void startInternal() throws Exception {
        // Here, since Spring sets another before.
        setMaxConnections(limits.maxConnections());
        super.startInternal();
    }

    @Override
    protected boolean setSocketOptions(SocketChannel channel) {
        if (!enter(channel)) {
            destroySocket(channel);
            return false;
        }
        boolean open = super.setSocketOptions(channel);
        if (!open) {
            leave(channel);
        }
        return open;
    }

    private boolean enter(SocketChannel channel) {
        InetAddress address;
        try {
            address = sender(channel);
        } catch (IOException e) {
            LOG.debug("closed already", e);
            return false;
        }
        if (!counts.enter(address, limits.maxConnections() - addresses.size())) {
            LOG.debug("too many connections of one address: {}", channel);
            return false;
        }
        addresses.put(channel, address);
        return true;
    }

    private static InetAddress sender(SocketChannel channel) throws IOException {
        return channel.getRemoteAddress() instanceof InetSocketAddress remote
                ? remote.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    private void leave(SocketChannel channel) {
        InetAddress address = addresses.remove(channel);
        if (address != null) {
            counts.leave(address);
        }
    }

    /** A connection has ended. */
    void onClosed(SocketWrapperBase<NioChannel> socket) {
        narrow(socket);
        leave(socket.getSocket().getIOChannel());
    }

    /** Gives a connection large buffers, if there is memory for that; by who reads or writes it. */
    void widen(SocketWrapperBase<NioChannel> socket) {
        boolean isPlenty = wideBytes.get() < limits.wideBytes() / 2;
        int size = isPlenty ? WIDEST_BYTES : WIDE_BYTES;
        if (wide.putIfAbsent(socket, size) != null) {
            return;
        }
        boolean isThere = wideBytes.addAndGet(2L * size) <= limits.wideBytes();
        if (isThere) {
            socket.getSocketBufferHandler().expand(size);
        }
        if (!isThere || socket.isClosed()) {
            narrow(socket);
        }
    }

    private void narrow(SocketWrapperBase<NioChannel> socket) {
        Integer size = wide.remove(socket);
        if (size != null) {
            wideBytes.addAndGet(-2L * size);
        }
    }
}
