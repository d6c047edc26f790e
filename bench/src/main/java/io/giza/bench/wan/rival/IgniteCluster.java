package io.giza.bench.wan.rival;

import io.giza.bench.cluster.ClusterJvm;
import io.giza.bench.cluster.TemporaryCluster;
import io.giza.bench.wan.network.WideAreaNetwork;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An Ignite node and a gateway to it in each data center, all bytes between nodes through relays.
 * Its gateways take the puts and gets that those of Giza take, and do each as one transaction.
 */
public final class IgniteCluster implements AutoCloseable {
    /** What Ignite reaches of the JDK, and the leave to change one of its classes. */
    private static final List<String> OPTIONS =
            List.of(
                    "--add-opens=java.base/java.io=ALL-UNNAMED",
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
                    "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                    "--add-opens=java.base/java.math=ALL-UNNAMED",
                    "--add-opens=java.base/java.net=ALL-UNNAMED",
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "--add-opens=java.base/java.time=ALL-UNNAMED",
                    "--add-opens=java.base/java.util=ALL-UNNAMED",
                    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                    "--add-opens=java.base/jdk.internal.access=ALL-UNNAMED",
                    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                    "--add-opens=java.base/sun.nio.cs=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-Dio.netty.tryReflectionSetAccessible=true",
                    "-Djdk.attach.allowAttachSelf=true",
                    "-XX:+EnableDynamicAgentLoading");

    private static final String MAIN = "io.giza.rival.ignite.IgniteNode";
    private static final int OWN_PORTS = 3;

    private final Path folder;
    private final List<ClusterJvm> processes = new ArrayList<>();
    private final List<URI> gateways = new ArrayList<>();

    private IgniteCluster(Path folder) {
        this.folder = folder;
    }

    /**
     * Builds Ignite if that is still to be done, starts it in the first data centers, and waits
     * until its tables are there.
     *
     * @param parent where its folder is made
     * @param dataCenters how many of the network's get a node
     * @param moreOptions further options of its JVMs
     */
    public static IgniteCluster start(
            Path parent, int dataCenters, WideAreaNetwork network, List<String> moreOptions)
            throws IOException, InterruptedException {
        IgniteProgram program = IgniteProgram.built();
        Path folder = Files.createTempDirectory(parent, "giza-rival-");
        IgniteCluster cluster = new IgniteCluster(folder);
        try {
            List<Integer> ports = freePorts((1 + OWN_PORTS) * dataCenters);
            IgniteSettings settings = new IgniteSettings(ports.subList(0, dataCenters));
            for (int from = 0; from < dataCenters; from++) {
                for (int to = 0; to < dataCenters; to++) {
                    if (from != to) {
                        network.open(
                                from, to, settings.reached(from, to), settings.reached(to, to));
                    }
                }
            }
            for (int dc = 0; dc < dataCenters; dc++) {
                int first = dataCenters + OWN_PORTS * dc;
                cluster.launch(
                        program,
                        settings,
                        dc,
                        ports.subList(first, first + OWN_PORTS),
                        moreOptions);
            }
            for (int dc = 0; dc < dataCenters; dc++) {
                cluster.processes.get(dc).awaitHealth(cluster.gateways.get(dc).resolve("/"));
            }
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Returns the gateway of a data center, which are counted from 0. */
    public URI gateway(int dc) {
        return gateways.get(dc);
    }

    /** Returns all gateways. */
    public List<URI> gateways() {
        return List.copyOf(gateways);
    }

    private void launch(
            IgniteProgram program,
            IgniteSettings settings,
            int dc,
            List<Integer> ports,
            List<String> moreOptions)
            throws IOException {
        Path own = Files.createDirectory(folder.resolve(settings.name(dc)));
        String machine = InetAddress.getLocalHost().getHostName();
        Path hosts = Files.writeString(own.resolve("hosts"), settings.hosts(dc, machine));
        Path configuration =
                Files.writeString(
                        own.resolve("ignite.conf"),
                        settings.configuration(dc, ports.subList(1, ports.size())));
        List<String> options = new ArrayList<>(OPTIONS);
        options.add("-Djdk.net.hosts.file=" + hosts);
        options.add("-Dgiza.rival.name=" + settings.name(dc));
        options.addAll(moreOptions);
        processes.add(
                ClusterJvm.start(
                        new ClusterJvm.Program(program.classPath(), MAIN),
                        List.of(
                                settings.name(dc),
                                configuration.toString(),
                                own.resolve("work").toString(),
                                String.valueOf(ports.getFirst()),
                                settings.names()),
                        own,
                        options));
        gateways.add(URI.create("http://127.0.0.1:" + ports.getFirst()));
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int port = 0; port < count; port++) {
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket each : held) {
                each.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (ClusterJvm process : processes) {
            process.close();
        }
        TemporaryCluster.delete(folder);
    }
}
