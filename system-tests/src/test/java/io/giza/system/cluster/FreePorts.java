package io.giza.system.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Ports for servers that need fixed ports. Parallel test processes draw from separate ranges: the
 * ports of a stopped data center look free, but are needed again.
 */
public final class FreePorts {
    /** Below the range from which the kernel hands out ports of outgoing connections. */
    private static final int FROM = 12_000;

    private static final int FORKS = 4;
    private static final int PER_FORK = 2_000;
    private static final int ATTEMPTS = 200;

    private FreePorts() {}

    /** Returns the first of so many free ports in a row. */
    public static int inARow(int count) {
        Random random = new Random();
        int from = FROM + PER_FORK * (Integer.getInteger("giza.test.fork", 1) % FORKS);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int first = random.nextInt(from, from + PER_FORK - count);
            if (IntStream.range(first, first + count).allMatch(FreePorts::isFree)) {
                return first;
            }
        }
        throw new IllegalStateException("no " + count + " free ports in a row");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
