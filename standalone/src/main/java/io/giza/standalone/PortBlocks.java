package io.giza.standalone;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The ports of a cluster: a block of ten per data center, one after the other.
 *
 * @param first the first port of dc1
 * @param dcs the number of data centers
 */
record PortBlocks(int first, int dcs) {
    /** Ports per data center. */
    static final int BLOCK = 10;

    private static final int CONTROL_OFFSET = 5;
    private static final int FREE_FROM = 20_000;
    private static final int FREE_TO = 32_000;
    private static final int ATTEMPTS = 200;

    /**
     * Returns the blocks that begin at a port, all of them free, or any free ones for port 0.
     *
     * @throws RefusedException naming the port that is taken and whose it would be
     */
    static PortBlocks claim(int port, int dcs) {
        if (port == 0) {
            return anywhere(dcs);
        }
        PortBlocks blocks = new PortBlocks(port, dcs);
        blocks.taken().ifPresent(PortBlocks::refuse);
        return blocks;
    }

    /** Returns the port of a service; data centers count from 0. */
    int of(int dc, Service service) {
        return first + BLOCK * dc + service.portOffset();
    }

    /** Returns the port of the control endpoint. */
    int control() {
        return first + CONTROL_OFFSET;
    }

    /** Returns the endpoint of a service; data centers count from 0. */
    URI endpoint(int dc, Service service) {
        return URI.create("http://127.0.0.1:" + of(dc, service));
    }

    /** Below the range from which the kernel hands out ports of outgoing connections. */
    private static PortBlocks anywhere(int dcs) {
        RandomGenerator random = RandomGenerator.getDefault();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            PortBlocks blocks = new PortBlocks(random.nextInt(FREE_FROM, FREE_TO), dcs);
            if (blocks.taken().isEmpty()) {
                return blocks;
            }
        }
        throw new RefusedException(
                "found no " + BLOCK * dcs + " free ports in a row: choose a block with --port.");
    }

    private Optional<Map.Entry<Integer, String>> taken() {
        Map<Integer, String> owners = new LinkedHashMap<>();
        for (int dc = 0; dc < dcs; dc++) {
            for (Service service : Service.values()) {
                owners.put(of(dc, service), service.label() + " of dc" + (dc + 1));
            }
        }
        owners.put(control(), "control endpoint");
        return owners.entrySet().stream().filter(owner -> !free(owner.getKey())).findFirst();
    }

    private static void refuse(Map.Entry<Integer, String> taken) {
        throw new RefusedException(
                "port "
                        + taken.getKey()
                        + " ("
                        + taken.getValue()
                        + ") is taken: stop what listens there or move all ports with --port.");
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
