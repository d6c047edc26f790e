package io.giza.http.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The connections that wait for their next request. One thread watches all of them: ten thousand
 * with a virtual thread each would keep a hundred MiB of stacks.
 */
final class RestingConnections {
    private static final Logger LOG = LoggerFactory.getLogger(RestingConnections.class);

    private final Selector selector;
    private final BooleanSupplier isOver;

    /**
     * Begins to watch.
     *
     * @param isOver whether there are no connections, and there will be none; {@link #wakeUp} has
     *     it asked
     */
    RestingConnections(BooleanSupplier isOver) throws IOException {
        this.isOver = isOver;
        selector = Selector.open();
        Thread.ofPlatform().daemon().name("resting").start(this::watch);
    }

    /**
     * Begins to watch a connection. A virtual thread takes it up again when something comes, or
     * when its input is shut down by either side; that may be before this returns.
     *
     * @throws IOException if the connection, or the server, has ended
     */
    void add(SocketChannel channel, Runnable resume) throws IOException {
        channel.configureBlocking(false);
        try {
            channel.register(selector, SelectionKey.OP_READ, resume);
        } catch (ClosedSelectorException e) {
            throw new IOException("the server has ended", e);
        }
        selector.wakeup();
    }

    /** Returns how many rest. */
    int count() {
        return selector.keys().size();
    }

    private void watch() {
        try (selector) {
            while (!isOver.getAsBoolean()) {
                select().forEach(RestingConnections::resume);
            }
        } catch (IOException e) {
            LOG.error("Connections that rest are not watched any more", e);
        }
    }

    /** Waits for connections that are to be taken up again, and stops watching them. */
    private List<SelectionKey> select() throws IOException {
        List<SelectionKey> awake = new ArrayList<>();
        selector.select(key -> awaken(key, awake));
        // A channel cannot block again before its cancelled key was removed.
        while (selector.selectNow(key -> awaken(key, awake)) > 0) {
            // More have come meanwhile.
        }
        return awake;
    }

    private static void awaken(SelectionKey key, List<SelectionKey> awake) {
        key.cancel();
        awake.add(key);
    }

    private static void resume(SelectionKey key) {
        try {
            key.channel().configureBlocking(true);
        } catch (IOException e) {
            LOG.debug("A connection ended while it rested", e);
        }
        Thread.ofVirtual().name("serve").start((Runnable) key.attachment());
    }

    void wakeUp() {
        selector.wakeup();
    }
}
