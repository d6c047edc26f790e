package io.giza.bench.wan.network;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * One direction of a connection: what one side writes reaches the other when it would have over the
 * link. A lost segment is sent again a round trip later, and what follows it waits.
 */
final class Pipe {
    /** Read at a time: one part of a window that is not large yet. */
    private static final int CHUNK = 16 << 10;

    /** Chunks that the receiver has not read yet, after which the sender waits. */
    private static final int WAITING = 256;

    private static final long RETRANSMISSION_MARGIN = TimeUnit.MILLISECONDS.toNanos(1);

    private final SocketChannel from;
    private final SocketChannel to;
    private final Way way;
    private final CongestionWindow window;
    private final RandomGenerator losses;
    private final BlockingQueue<Chunk> onTheWay = new ArrayBlockingQueue<>(WAITING);
    private long lastArrival;

    /**
     * The links that it leads through.
     *
     * @param there what bytes take
     * @param back what acknowledgements take
     * @param openAt when the first byte may be sent, by {@link System#nanoTime}
     */
    record Way(Link there, Link back, long openAt) {
        long roundTrip() {
            return there.oneWayNanos() + back.oneWayNanos();
        }
    }

    /** Some bytes, or the end where there are none. */
    private record Chunk(ByteBuffer bytes, long arrivesAt) {}

    Pipe(SocketChannel from, SocketChannel to, Way way, TcpModel tcp, RandomGenerator losses) {
        this.from = from;
        this.to = to;
        this.way = way;
        this.window = new CongestionWindow(tcp.window(), tcp.restarts());
        this.losses = losses;
        this.lastArrival = way.openAt;
    }

    /** Takes what one side writes until it ends. */
    void send() throws InterruptedException {
        try {
            sleepUntil(way.openAt);
            while (true) {
                ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(CHUNK, awaitRoom()));
                if (from.read(bytes) < 0) {
                    break;
                }
                onTheWay.put(new Chunk(bytes.flip(), arrival(bytes.remaining())));
            }
        } catch (IOException e) {
            // A connection that breaks ends for the other side as well.
        }
        onTheWay.put(new Chunk(ByteBuffer.allocate(0), arrival(0)));
    }

    /** Gives the other side what has arrived, until the end. */
    void receive() throws InterruptedException {
        try {
            while (true) {
                Chunk next = onTheWay.take();
                sleepUntil(next.arrivesAt);
                way.there.awaitWhole();
                if (!next.bytes.hasRemaining()) {
                    to.shutdownOutput();
                    return;
                }
                while (next.bytes.hasRemaining()) {
                    to.write(next.bytes);
                }
            }
        } catch (IOException e) {
            close();
        }
    }

    private void close() {
        for (SocketChannel side : new SocketChannel[] {from, to}) {
            try {
                side.close();
            } catch (IOException e) {
                // It is of no use to anybody any more.
            }
        }
        onTheWay.clear();
    }

    private long awaitRoom() {
        while (true) {
            long room = window.room(System.nanoTime(), way.roundTrip());
            if (room > 0) {
                return room;
            }
            sleepUntil(window.nextAcknowledgement());
        }
    }

    /** Sends some bytes, and returns when they arrive. */
    private long arrival(int count) {
        long now = System.nanoTime();
        long arrives = way.there.enter(now, count) + way.there.oneWayNanos();
        double loss = way.there.conditions().loss();
        if (loss > 0 && losses.nextDouble() < 1 - Math.pow(1 - loss, segments(count))) {
            arrives += way.roundTrip() + RETRANSMISSION_MARGIN;
            window.lost();
        }
        // TCP delivers in order.
        lastArrival = arrives - lastArrival > 0 ? arrives : lastArrival;
        window.sent(count, now, way.roundTrip(), lastArrival + way.back.oneWayNanos());
        return lastArrival;
    }

    private static int segments(int bytes) {
        return Math.ceilDiv(bytes, CongestionWindow.SEGMENT);
    }

    /** Returns at a time of {@link System#nanoTime}. */
    static void sleepUntil(long then) {
        for (long left = then - System.nanoTime(); left > 0; left = then - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
