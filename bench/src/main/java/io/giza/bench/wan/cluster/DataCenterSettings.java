package io.giza.bench.wan.cluster;

import io.giza.standalone.config.Service;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The properties of the services of one data center, which reaches the others through relays.
 *
 * @param plan what the cluster is like
 * @param secrets what all of its services share
 * @param routes how this data center reaches those of each, itself included
 * @param ports where its own services listen
 * @param folder where it stores what it has
 */
record DataCenterSettings(
        ClusterPlan plan, Secrets secrets, List<Routes> routes, Ports ports, Path folder) {
    /** Of all gateways of one process: less than half of its heap. */
    private static final long MEMORY_OF_GATEWAYS = 384 << 20;

    /**
     * What the services of a cluster share.
     *
     * @param masterKey in base 64
     */
    record Secrets(
            String clusterId, String token, String masterKey, String accessKey, String secretKey) {}

    /** Where one data center reaches the services of another. */
    record Routes(URI metadata, URI fragments, URI gateway) {}

    /** Where services listen. */
    record Ports(int metadata, int fragments, List<Gateway> gateways) {}

    /** A gateway, and where it listens. */
    record Gateway(GatewayVariant variant, int port) {}

    /** Returns what its process starts, in order. */
    List<DataCenterProcess.Start> starts(int self) {
        List<DataCenterProcess.Start> starts = new ArrayList<>();
        Map<String, String> shared = shared(self);
        starts.add(start(Service.METADATA, shared, ports.metadata, Map.of()));
        starts.add(start(Service.FRAGMENTS, shared, ports.fragments, Map.of()));
        for (Gateway gateway : ports.gateways) {
            Map<String, String> own = new LinkedHashMap<>(gateway.variant.settings());
            own.put("giza.memory.total", MEMORY_OF_GATEWAYS / ports.gateways.size() + "B");
            starts.add(start(Service.GATEWAY, shared, gateway.port, own));
        }
        return starts;
    }

    private static DataCenterProcess.Start start(
            Service service, Map<String, String> shared, int port, Map<String, String> own) {
        Map<String, String> all = new LinkedHashMap<>(shared);
        all.put("server.port", String.valueOf(port));
        all.putAll(own);
        return new DataCenterProcess.Start(service, all);
    }

    private Map<String, String> shared(int self) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("spring.config.location", "optional:classpath:/");
        all.put("spring.main.register-shutdown-hook", "false");
        all.put("spring.main.log-startup-info", "false");
        all.put("spring.jmx.enabled", "false");
        all.put("server.address", "127.0.0.1");
        all.put("giza.dc", name(self));
        all.put("giza.cluster-token", secrets.token);
        all.put("giza.cluster-id", secrets.clusterId);
        all.put("giza.master-key", secrets.masterKey);
        all.put("giza.initialize", "true");
        all.put("giza.topology.epoch", "1");
        for (int dc = 0; dc < routes.size(); dc++) {
            String key = "giza.topology.data-centers[" + dc + "].";
            all.put(key + "name", name(dc));
            all.put(key + "metadata", routes.get(dc).metadata.toString());
            all.put(key + "fragments", routes.get(dc).fragments.toString());
            all.put(key + "gateway", routes.get(dc).gateway.toString());
            all.put(key + "group", "wan");
        }
        all.put("giza.accounts.default.metadata-dcs", names(plan.metadataDcs()));
        all.put("giza.accounts.default.data-dcs", names(plan.coding().fragments()));
        all.put("giza.accounts.default.coding", plan.coding().toString());
        all.put("giza.metadata.data-dir", folder.resolve("metadata").toString());
        all.put("giza.fragment.data-dir", folder.resolve("fragments").toString());
        all.put("giza.fragment.copies.size", "2GiB");
        all.put("giza.gateway.account", "default");
        all.put("giza.gateway.access-key", secrets.accessKey);
        all.put("giza.gateway.secret-key", secrets.secretKey);
        return all;
    }

    /** Returns the name of a data center, which are counted from 0. */
    static String name(int dc) {
        return "dc" + (dc + 1);
    }

    private static String names(int count) {
        return IntStream.range(0, count)
                .mapToObj(DataCenterSettings::name)
                .collect(Collectors.joining(","));
    }
}
