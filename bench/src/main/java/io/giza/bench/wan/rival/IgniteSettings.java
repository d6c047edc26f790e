package io.giza.bench.wan.rival;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the nodes of an Ignite cluster are told, one node in each data center. Every node knows the
 * others by the same names and ports, and has a hosts file of its own by which each name leads to a
 * loopback address of the relay between the two.
 *
 * @param ports where each node listens, and the relays to it; all different, since Ignite takes a
 *     loopback address with its own port for itself
 */
record IgniteSettings(List<Integer> ports) {
    private static final int FIRST_NETWORK = 65;

    IgniteSettings {
        ports = List.copyOf(ports);
    }

    /** Returns what a node is called. */
    String name(int dc) {
        return "dc" + (dc + 1);
    }

    /** Returns the names of all nodes, with commas between them. */
    String names() {
        return all().map(this::name).collect(Collectors.joining(","));
    }

    /** Returns where one data center reaches another, or the node of its own. */
    InetSocketAddress reached(int from, int to) {
        return new InetSocketAddress(address(from, to), ports.get(to));
    }

    private static String address(int from, int to) {
        return "127." + (FIRST_NETWORK + from) + "." + (to + 1) + ".1";
    }

    /**
     * Returns the hosts file of a node's JVM.
     *
     * @param machine what this machine is called, which Ignite looks up too
     */
    String hosts(int dc, String machine) {
        return all().map(to -> address(dc, to) + " " + name(to))
                .collect(Collectors.joining("\n", "127.0.0.1 localhost " + machine + "\n", "\n"));
    }

    /**
     * Returns the configuration of a node. It forces its log to disk before it acknowledges, as
     * Giza does, which is not Ignite's default.
     *
     * @param unused free ports for its clients and its administration, which nobody calls
     */
    String configuration(int dc, List<Integer> unused) {
        String seeds =
                all().map(to -> "\"" + name(to) + ":" + ports.get(to) + "\"")
                        .collect(Collectors.joining(", "));
        return """
        ignite {
          network {
            port: %d
            listenAddresses: ["%s"]
            nodeFinder { type: STATIC, netClusterNodes: [%s] }
          }
          nodeAttributes.nodeAttributes { dc: "%s" }
          clientConnector { port: %d, listenAddresses: ["127.0.0.1"] }
          rest.port: %d
          raft.fsync: true
        }
        """
                .formatted(
                        ports.get(dc),
                        address(dc, dc),
                        seeds,
                        name(dc),
                        unused.get(0),
                        unused.get(1));
    }

    private Stream<Integer> all() {
        return IntStream.range(0, ports.size()).boxed();
    }
}
