package io.giza.bench.wan.cluster;

import io.giza.bench.cluster.ClusterJvm;
import io.giza.bench.cluster.TemporaryCluster;
import io.giza.bench.wan.network.WideAreaNetwork;
import io.giza.model.DcName;
import io.giza.standalone.config.ClusterToken;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.PortBlocks;
import io.giza.standalone.config.Service;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A cluster with a process for each data center. All bytes between them go through relays. Each has
 * a gateway for every variant, so that variants take turns over the same stores. Workers do not
 * run.
 */
public final class WanCluster implements AutoCloseable {
    /** Of a block of ports, what the services of a data center do not use. */
    private static final int SPARE_PORTS = 6;

    private static final int MOST_GATEWAYS = 5;

    private final ClusterPlan plan;
    private final WideAreaNetwork network;
    private final PortBlocks ports;
    private final List<GatewayVariant> variants;
    private final int copies;
    private final Path folder;
    private final List<ClusterJvm> processes = new ArrayList<>();
    private final DataCenterSettings.Secrets secrets;

    /**
     * The gateways of each data center.
     *
     * @param variants one of each
     * @param copies of each of them
     */
    public record Gateways(List<GatewayVariant> variants, int copies) {
        public Gateways {
            variants = List.copyOf(variants);
            if (variants.isEmpty() || variants.size() * copies > MOST_GATEWAYS) {
                throw new IllegalArgumentException(
                        "a data center has 1 to " + MOST_GATEWAYS + " gateways");
            }
        }
    }

    private WanCluster(ClusterPlan plan, WideAreaNetwork network, Gateways gateways, Path folder) {
        this.plan = plan;
        this.network = network;
        this.variants = List.copyOf(gateways.variants);
        this.copies = gateways.copies;
        this.folder = folder;
        this.ports = PortBlocks.claim(0, plan.matrix().places().size(), Map.of());
        Credentials credentials = TemporaryCluster.credentials();
        this.secrets =
                new DataCenterSettings.Secrets(
                        UUID.randomUUID().toString(),
                        TemporaryCluster.TOKEN,
                        masterKey(),
                        credentials.accessKey(),
                        credentials.secretKey());
    }

    /**
     * Starts a cluster and waits until all of its gateways answer.
     *
     * @param parent where its folder is made
     * @param moreOptions further options of its JVMs
     */
    public static WanCluster start(
            Path parent,
            ClusterPlan plan,
            WideAreaNetwork network,
            Gateways gateways,
            List<String> moreOptions)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(parent, "giza-wan-");
        WanCluster cluster = new WanCluster(plan, network, gateways, folder);
        try {
            for (int dc = 0; dc < plan.matrix().places().size(); dc++) {
                cluster.processes.add(cluster.launch(dc, moreOptions));
            }
            cluster.awaitHealth();
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Returns what it is like. */
    public ClusterPlan plan() {
        return plan;
    }

    /** Returns the first gateway of a variant in a data center, which are counted from 0. */
    public URI gateway(int dc, GatewayVariant variant) {
        return gateway(dc, variant, 0);
    }

    /** Returns one of the gateways of a variant in a data center, all counted from 0. */
    public URI gateway(int dc, GatewayVariant variant, int copy) {
        return URI.create(
                "http://127.0.0.1:" + port(dc, variants.indexOf(variant) * copies + copy));
    }

    private int port(int dc, int place) {
        return place == 0
                ? ports.of(dc, Service.GATEWAY)
                : ports.firsts().get(dc) + SPARE_PORTS - 1 + place;
    }

    /** Reaches the fragment-service of one data center from another, with nothing else around. */
    public BareStore bareStore(int from, int to) throws IOException {
        URI route = network.route(from, to, ports.endpoint(to, Service.FRAGMENTS));
        return new BareStore(new DcName(DataCenterSettings.name(to)), route, secrets.token());
    }

    /** Returns how many bytes of fragments lie on the disks of all data centers. */
    public long fragmentBytes() throws IOException {
        long bytes = 0;
        for (int dc = 0; dc < processes.size(); dc++) {
            Path fragments = folder.resolve(DataCenterSettings.name(dc)).resolve("fragments");
            try (Stream<Path> all = Files.walk(fragments)) {
                for (Path path : all.filter(Files::isRegularFile).toList()) {
                    bytes += Files.size(path);
                }
            }
        }
        return bytes;
    }

    /** Ends the process of a data center at once, and has bytes to and from it vanish. */
    public void lose(int dc) {
        network.cut(dc);
        processes.get(dc).kill();
    }

    private ClusterJvm launch(int dc, List<String> moreOptions) throws IOException {
        Path own = Files.createDirectory(folder.resolve(DataCenterSettings.name(dc)));
        DataCenterSettings settings =
                new DataCenterSettings(plan, secrets, routes(dc), portsOf(dc), own);
        Path starts = own.resolve("starts.json");
        JsonMapper.shared().writeValue(starts, settings.starts(dc));
        return ClusterJvm.start(
                ClusterJvm.Program.own(DataCenterProcess.class),
                List.of(starts.toString()),
                own,
                moreOptions);
    }

    private List<DataCenterSettings.Routes> routes(int from) throws IOException {
        List<DataCenterSettings.Routes> routes = new ArrayList<>();
        for (int to = 0; to < plan.matrix().places().size(); to++) {
            routes.add(
                    new DataCenterSettings.Routes(
                            network.route(from, to, ports.endpoint(to, Service.METADATA)),
                            network.route(from, to, ports.endpoint(to, Service.FRAGMENTS)),
                            network.route(from, to, ports.endpoint(to, Service.GATEWAY))));
        }
        return routes;
    }

    private static String masterKey() {
        byte[] secret = HexFormat.of().parseHex(ClusterToken.random());
        return Base64.getEncoder().encodeToString(secret);
    }

    private DataCenterSettings.Ports portsOf(int dc) {
        List<DataCenterSettings.Gateway> gateways = new ArrayList<>();
        for (GatewayVariant variant : variants) {
            for (int copy = 0; copy < copies; copy++) {
                int port = gateway(dc, variant, copy).getPort();
                gateways.add(new DataCenterSettings.Gateway(variant, port));
            }
        }
        return new DataCenterSettings.Ports(
                ports.of(dc, Service.METADATA), ports.of(dc, Service.FRAGMENTS), gateways);
    }

    private void awaitHealth() throws IOException, InterruptedException {
        for (int dc = 0; dc < processes.size(); dc++) {
            for (DataCenterSettings.Gateway gateway : portsOf(dc).gateways()) {
                URI health = URI.create("http://127.0.0.1:" + gateway.port() + "/_giza/health");
                processes.get(dc).awaitHealth(health);
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
