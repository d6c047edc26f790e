package io.giza.gateway.s3;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.concurrent.VirtualThreads;

import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The container's protocol, with a limit for the time in which all of a request's head must arrive.
 * Its own time-out is for each read, so that a client which sends a byte now and then would hold a
 * connection for ever. A head that arrives at once costs nothing.
 *
 * <p>Who is over its time is cut off at its next byte; who sends none, by the container.
 */
public final class HeadDeadline extends Http11NioProtocol {
    private static final Logger LOG = LoggerFactory.getLogger(HeadDeadline.class);
    private static final ScopedValue<ClientConnection> CONNECTION = ScopedValue.newInstance();

    private final Time time = new VirtualThreads();
    private volatile Duration longest = Duration.ofSeconds(30);

    /** Makes the protocol, as the container does by its name. */
    public HeadDeadline() {
        getEndpoint().setHandler(new Watching(getEndpoint().getHandler()));
    }

    /** Sets how long a head may take from its first byte to its last. */
    public void setLongest(Duration duration) {
        longest = duration;
    }

    /** Returns the connection that the current thread serves. */
    static ClientConnection connection() {
        return CONNECTION.orElse(ClientConnection.UNKNOWN);
    }

    /** A connection as the container has it. What cannot be ended any more has ended. */
    private record Connection(SocketWrapperBase<NioChannel> socket) implements ClientConnection {
        @Override
        public void endInput() {
            end(SocketChannel::shutdownInput);
        }

        @Override
        public void endOutput() {
            end(SocketChannel::shutdownOutput);
        }

        private interface End {
            SocketChannel of(SocketChannel channel) throws IOException;
        }

        private void end(End end) {
            try {
                SocketChannel ended = end.of(socket.getSocket().getIOChannel());
                LOG.debug("ended by this gateway: {}", ended);
            } catch (IOException e) {
                LOG.debug("had ended", e);
            }
        }
    }

    private final class Watching implements Handler<NioChannel> {
        private final Handler<NioChannel> container;

        /** Until when heads must be complete of which something has arrived. */
        private final Map<SocketWrapperBase<NioChannel>, Deadline> incomplete =
                new ConcurrentHashMap<>();

        Watching(Handler<NioChannel> container) {
            this.container = container;
        }

        @Override
        public SocketState process(SocketWrapperBase<NioChannel> socket, SocketEvent event) {
            Deadline end = incomplete.get(socket);
            if (end != null && end.passed(time)) {
                incomplete.remove(socket);
                return SocketState.CLOSED;
            }
            SocketState state =
                    ScopedValue.where(CONNECTION, new Connection(socket))
                            .call(() -> container.process(socket, event));
            if (state != SocketState.LONG) {
                if (end != null) {
                    incomplete.remove(socket);
                }
            } else if (end == null) {
                incomplete.put(socket, time.after(longest));
            }
            return state;
        }

        @Override
        public void release(SocketWrapperBase<NioChannel> socket) {
            incomplete.remove(socket);
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
