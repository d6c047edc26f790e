package io.giza.standalone.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The ports of a cluster: a block of ten per data center, one after the other unless it was moved.
 *
 * @param control the port of the control endpoint
 * @param firsts the first port of dc1, dc2 ...
 */
public record PortBlocks(int control, List<Integer> firsts) {
    /** Ports per data center. */
    public static final int BLOCK = 10;

    private static final int CONSOLE_OFFSET = 5;
    private static final int CONTROL_OFFSET = 6;
    private static final int FREE_FROM = 20_000;
    private static final int FREE_TO = 32_000;
    private static final int ATTEMPTS = 200;
    private static final String MOVE_ADVICE =
            "stop what listens there or move all ports with --port.";

    public PortBlocks {
        firsts = List.copyOf(firsts);
    }

    /**
     * Returns the blocks that begin at a port, all of them free, or any free ones for port 0.
     *
     * @param moved the first ports of those data centers that have one of their own, from 0 on
     * @throws RefusedException naming the port that is taken and whose it would be
     */
    public static PortBlocks claim(int port, int dcs, Map<Integer, Integer> moved) {
        if (port == 0) {
            return randomBlocks(dcs, moved);
        }
        PortBlocks blocks = startingAt(port, dcs, moved);
        blocks.findTaken().ifPresent(taken -> refuse(taken, MOVE_ADVICE));
        return blocks;
    }

    private static PortBlocks startingAt(int port, int dcs, Map<Integer, Integer> moved) {
        return new PortBlocks(
                port + CONTROL_OFFSET,
                IntStream.range(0, dcs)
                        .mapToObj(dc -> moved.getOrDefault(dc, port + BLOCK * dc))
                        .toList());
    }

    /**
     * Returns these blocks with that of one data center elsewhere.
     *
     * @param dc from 0 on
     * @throws RefusedException naming the port that is taken and whose it would be
     */
    public PortBlocks move(int dc, int first) {
        if (firsts.get(dc) == first) {
            return this;
        }
        List<Integer> others = new ArrayList<>(firsts);
        others.set(dc, first);
        PortBlocks blocks = new PortBlocks(control, others);
        for (Service service : Service.values()) {
            int port = blocks.of(dc, service);
            if (owns(port) || !isFree(port)) {
                refuse(Map.entry(port, owner(dc, service)), "choose another --endpoint.");
            }
        }
        return blocks;
    }

    private boolean owns(int port) {
        return port == control
                || port == console()
                || firsts.stream().anyMatch(first -> port >= first && port < first + BLOCK);
    }

    /** Returns the port of the console, of which a cluster has one. */
    public int console() {
        return control - CONTROL_OFFSET + CONSOLE_OFFSET;
    }

    /** Returns the port of a service; data centers count from 0. */
    public int of(int dc, Service service) {
        return firsts.get(dc) + service.portOffset();
    }

    /** Returns the endpoint of a service; data centers count from 0. */
    public URI endpoint(int dc, Service service) {
        return URI.create("http://127.0.0.1:" + of(dc, service));
    }

    /** Below the range from which the kernel hands out ports of outgoing connections. */
    private static PortBlocks randomBlocks(int dcs, Map<Integer, Integer> moved) {
        RandomGenerator random = RandomGenerator.getDefault();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            PortBlocks blocks = startingAt(random.nextInt(FREE_FROM, FREE_TO), dcs, moved);
            if (blocks.findTaken().isEmpty()) {
                return blocks;
            }
        }
        throw new RefusedException(
                "found no " + BLOCK * dcs + " free ports in a row: choose a block with --port.");
    }

    /** Returns a port that is not free, or would be of two. */
    private Optional<Map.Entry<Integer, String>> findTaken() {
        Set<Integer> seen = new HashSet<>();
        for (int dc = 0; dc < firsts.size(); dc++) {
            for (Service service : Service.values()) {
                int port = of(dc, service);
                if (!seen.add(port) || !isFree(port)) {
                    return Optional.of(Map.entry(port, owner(dc, service)));
                }
            }
        }
        if (seen.contains(console()) || !isFree(console())) {
            return Optional.of(Map.entry(console(), "console"));
        }
        return seen.contains(control) || !isFree(control)
                ? Optional.of(Map.entry(control, "control endpoint"))
                : Optional.empty();
    }

    private static String owner(int dc, Service service) {
        return service.label() + " of dc" + (dc + 1);
    }

    private static void refuse(Map.Entry<Integer, String> taken, String instead) {
        throw new RefusedException(
                "port " + taken.getKey() + " (" + taken.getValue() + ") is taken: " + instead);
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
