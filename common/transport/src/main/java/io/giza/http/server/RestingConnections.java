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
 * The connections that wait for their next request. A single thread watches all of them: the stacks
 * of ten thousand virtual threads would take a hundred MiB.
 */
final class RestingConnections {
    private static final Logger LOG = LoggerFactory.getLogger(RestingConnections.class);

    private final Selector selector;
    private final BooleanSupplier isOver;

    /**
     * Starts the thread.
     *
     * @param isOver true once all connections of the server have ended; evaluated after {@link
     *     #wakeUp}
     */
    RestingConnections(BooleanSupplier isOver) throws IOException {
        this.isOver = isOver;
        selector = Selector.open();
        Thread.ofPlatform().daemon().name("resting").start(this::watch);
    }

    /**
     * Watches a connection. A virtual thread resumes it at its next input, or when either side
     * shuts its input down; this may happen before the method returns.
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

    /** Returns the number of connections at rest. */
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

    /** Waits for connections to resume, and removes them from the selector. */
    private List<SelectionKey> select() throws IOException {
        List<SelectionKey> awake = new ArrayList<>();
        selector.select(key -> awaken(key, awake));
        // A channel cannot block again before its cancelled key was removed.
        while (selector.selectNow(key -> awaken(key, awake)) > 0) {
            // Further connections became ready.
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

    /** Has the thread check whether it is done. */
    void wakeUp() {
        selector.wakeup();
    }
}
