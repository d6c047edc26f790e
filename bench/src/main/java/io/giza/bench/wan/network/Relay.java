package io.giza.bench.wan.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Lets one data center reach a service of another. The kernel opens a connection to this relay at
 * once. What setting it up takes in life, a round trip, is paid by its first byte.
 */
final class Relay implements AutoCloseable {
    private final InetSocketAddress target;
    private final Link there;
    private final Link back;
    private final TcpModel tcp;
    private final AtomicLong connections = new AtomicLong();
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final ServerSocketChannel listening;

    Relay(InetSocketAddress address, InetSocketAddress target, Link there, Link back, TcpModel tcp)
            throws IOException {
        this.target = target;
        this.there = there;
        this.back = back;
        this.tcp = tcp;
        listening = ServerSocketChannel.open();
        listening.bind(address);
        Thread.ofVirtual().name("relay to " + target).start(this::accept);
    }

    URI endpoint() throws IOException {
        int port = ((InetSocketAddress) listening.getLocalAddress()).getPort();
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Returns the connections that were opened so far. */
    long connections() {
        return connections.get();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel client = listening.accept();
                long number = connections.incrementAndGet();
                Thread.ofVirtual().start(() -> connect(client, number));
            }
        } catch (IOException e) {
            // The relay is closed.
        }
    }

    private void connect(SocketChannel client, long number) {
        long openAt = System.nanoTime() + there.oneWayNanos() + back.oneWayNanos();
        open.add(client);
        try (client;
                SocketChannel server = SocketChannel.open()) {
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            server.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (!reaches(server)) {
                Pipe.sleepUntil(openAt);
                return;
            }
            RandomGenerator random =
                    RandomGeneratorFactory.of("L64X128MixRandom").create(tcp.seed() + number);
            run(
                    new Pipe(client, server, new Pipe.Way(there, back, openAt), tcp, random),
                    new Pipe(server, client, new Pipe.Way(back, there, openAt), tcp, random));
        } catch (IOException e) {
            // The relay is closed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    private boolean reaches(SocketChannel server) {
        try {
            return server.connect(target);
        } catch (IOException e) {
            return false;
        }
    }

    private static void run(Pipe request, Pipe answer) throws InterruptedException {
        Thread[] all = {
            Thread.startVirtualThread(uninterrupted(request::send)),
            Thread.startVirtualThread(uninterrupted(request::receive)),
            Thread.startVirtualThread(uninterrupted(answer::send)),
            Thread.startVirtualThread(uninterrupted(answer::receive))
        };
        for (Thread one : all) {
            one.join();
        }
    }

    /** A step that nobody interrupts. */
    private interface Step {
        void run() throws InterruptedException;
    }

    private static Runnable uninterrupted(Step step) {
        return () -> {
            try {
                step.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (SocketChannel channel : open) {
            channel.close();
        }
    }
}
