package io.giza.standalone.cluster;

import io.giza.model.DcName;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.LocalTopology;
import io.giza.standalone.config.PortBlocks;
import io.giza.standalone.config.Service;
import io.giza.standalone.config.StandaloneOptions;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The properties that make a service a part of this cluster.
 *
 * @param options what the cluster was started with
 * @param secrets what the services share and nobody else knows
 * @param identity which cluster this is, and what of it has not begun yet
 * @param ports where each listens, which changes while the cluster runs
 * @param topology the topology, whose epoch rises while the cluster runs
 * @param emulators the stores of those that have no embedded ones
 */
record ServiceSettings(
        StandaloneOptions options,
        Secrets secrets,
        ClusterIdentity identity,
        Supplier<PortBlocks> ports,
        Supplier<LocalTopology> topology,
        Emulators emulators) {
    private static final long MIN_MEMORY = 8 << 20;
    private static final long MIN_SPOOL = 64L << 20;
    private static final long MAX_SPOOL = 32L << 30;

    /**
     * How stores tell that they belong here.
     *
     * @param clusterId which cluster this is
     * @param isNew whether the stores of a data center have never begun
     */
    record ClusterIdentity(String clusterId, Predicate<DcName> isNew) {}

    /**
     * What the services share and nobody else knows.
     *
     * @param token the secret between the services
     * @param masterKey what the secrets of access keys are encrypted with, in base 64; read again
     *     whenever a data center starts, so that the key can be changed in one after the other
     * @param credentials of S3, which every gateway takes
     */
    record Secrets(String token, Supplier<String> masterKey, Credentials credentials) {
        /** Leaves them out. */
        @Override
        public String toString() {
            return "Secrets";
        }
    }

    /** Returns the properties of a service as arguments, which win over every other source. */
    String[] arguments(int dc, Service service) {
        Map<String, String> all = new LinkedHashMap<>();
        // And not one that lies where the command happens to be run.
        all.put("spring.config.location", "optional:classpath:/");
        all.put("spring.main.register-shutdown-hook", "false");
        all.put("spring.main.log-startup-info", "false");
        all.put("spring.jmx.enabled", "false");
        all.put("spring.lifecycle.timeout-per-shutdown-phase", "5s");
        all.put("server.address", "127.0.0.1");
        all.put("server.port", String.valueOf(ports.get().of(dc, service)));
        putCluster(all, dc);
        putServiceSettings(all, dc, service);
        all.putAll(options.settings());
        return all.entrySet().stream()
                .map(entry -> "--" + entry.getKey() + "=" + verbatim(entry.getValue()))
                .toArray(String[]::new);
    }

    /** Spring would put settings in place of what a secret or a path has between ${ and }. */
    private static String verbatim(String value) {
        return value.replace("${", "\\${");
    }

    private void putCluster(Map<String, String> all, int self) {
        List<String> names = options.shape().names().stream().map(name -> name.value()).toList();
        all.put("giza.dc", names.get(self));
        all.put("giza.cluster-token", secrets.token());
        LocalTopology now = topology.get();
        all.put("giza.cluster-id", identity.clusterId());
        all.put("giza.topology.epoch", String.valueOf(now.epoch()));
        // This folder is where the epoch is raised, so a store that was down meanwhile may jump.
        all.put("giza.accept-epoch", String.valueOf(now.epoch()));
        all.put(
                "giza.initialize",
                String.valueOf(identity.isNew().test(options.shape().names().get(self))));
        for (int dc = 0; dc < names.size(); dc++) {
            String key = "giza.topology.data-centers[" + dc + "].";
            all.put(key + "name", names.get(dc));
            all.put(key + "metadata", ports.get().endpoint(dc, Service.METADATA).toString());
            all.put(key + "fragments", ports.get().endpoint(dc, Service.FRAGMENTS).toString());
            all.put(key + "gateway", ports.get().endpoint(dc, Service.GATEWAY).toString());
            all.put(key + "group", "local");
            all.put(key + "since", String.valueOf(now.since(names.get(dc))));
        }
        putAccount(all, "default", names);
        options.extraAccounts().forEach(account -> putAccount(all, account, names));
    }

    private void putAccount(Map<String, String> all, String name, List<String> names) {
        String account = "giza.accounts." + name + ".";
        all.put(
                account + "metadata-dcs",
                names.stream()
                        .limit(options.shape().metadataDcs())
                        .collect(Collectors.joining(",")));
        all.put(account + "data-dcs", String.join(",", names));
        all.put(account + "coding", options.shape().coding());
    }

    private void putServiceSettings(Map<String, String> all, int dc, Service service) {
        Path folder = options.dataDir().resolve("dc" + (dc + 1));
        switch (service) {
            case METADATA -> {
                all.put("giza.metadata.data-dir", folder.resolve("metadata").toString());
                emulators
                        .connectionString(dc)
                        .ifPresent(account -> putAzure(all, "giza.metadata", account));
            }
            case FRAGMENTS -> {
                all.put("giza.fragment.data-dir", folder.resolve("fragments").toString());
                emulators
                        .connectionString(dc)
                        .ifPresent(account -> putAzure(all, "giza.fragment", account));
            }
            case GATEWAY -> {
                all.put("giza.gateway.access-key", secrets.credentials().accessKey());
                all.put("giza.gateway.secret-key", secrets.credentials().secretKey());
                all.put("giza.gateway.account", "default");
                // Names below localhost are this machine's, without a server that says so.
                all.put("giza.gateway.website-domains", "website.localhost");
                all.put("giza.gateway.workers.gc", ports.get().endpoint(dc, Service.GC).toString());
                all.put(
                        "giza.gateway.workers.recovery",
                        ports.get().endpoint(dc, Service.RECOVERY).toString());
                all.put("giza.master-key", secrets.masterKey().get());
                all.put("giza.memory.total", gatewayMemory() + "B");
                all.put("giza.spool.directory", options.dataDir().resolve("spool").toString());
                all.put("giza.spool.size", spoolBytes() + "B");
                if (options.console()) {
                    all.put("giza.gateway.console-origins", LocalConsole.origins(ports.get()));
                }
                putAzureAccounts(all);
            }
            case GC, RECOVERY -> {}
        }
    }

    /** All gateways are in one heap, half of which they may use. */
    private long gatewayMemory() {
        return Math.max(MIN_MEMORY, Runtime.getRuntime().maxMemory() / 2 / options.shape().dcs());
    }

    /** All gateways are on one disk, a quarter of whose free bytes they may use. */
    private long spoolBytes() {
        long free = options.dataDir().toFile().getUsableSpace();
        return Math.clamp(free / 4 / options.shape().dcs(), MIN_SPOOL, MAX_SPOOL);
    }

    /** Of use to a gateway only with {@code giza.data-path: direct}. */
    private void putAzureAccounts(Map<String, String> all) {
        for (int dc = 0; dc < options.shape().dcs(); dc++) {
            String key = "giza.direct.accounts." + options.shape().names().get(dc).value();
            emulators
                    .connectionString(dc)
                    .ifPresent(account -> all.put(key + ".connection-string", account));
        }
    }

    private static void putAzure(Map<String, String> all, String service, String account) {
        all.put(service + ".store", "azure");
        all.put(service + ".azure.connection-string", account);
    }
}
