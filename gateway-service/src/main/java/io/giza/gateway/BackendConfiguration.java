package io.giza.gateway;

import io.giza.azure.blob.BlockBuffers;
import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.ReplicatedBuckets;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.contention.HotKeys;
import io.giza.gateway.memory.BudgetMetrics;
import io.giza.gateway.object.ObjectWriter;
import io.giza.gateway.object.ReplicatedObjects;
import io.giza.gateway.read.ReadResources;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.system.ReplicatedRows;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.upload.ReplicatedUploads;
import io.giza.gateway.upload.UploadRules;
import io.giza.http.HttpMetadataReplica;
import io.giza.http.ServiceClient;
import io.giza.http.TracedFragmentStore;
import io.giza.http.TracedMetadataReplica;
import io.giza.model.DcName;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.replica.DelayedFragmentStore;
import io.giza.replica.DelayedMetadataReplica;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.Suspicion;
import io.giza.replica.Topology.DataCenter;
import io.giza.replica.WatchedFragmentStore;
import io.giza.service.ServiceClients;
import io.giza.service.ServiceConfiguration;
import io.giza.stripe.read.ReadMetrics;
import io.giza.stripe.write.StripeBuffers;
import io.giza.version.VersionAccess;
import io.giza.version.VersionMetrics;
import io.giza.version.VersionRules;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The wiring of what the gateway does over the data centers of the topology. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    DataPathProperties.class,
    ExperimentProperties.class,
    RequestProperties.class
})
@Import(ServiceConfiguration.class)
class BackendConfiguration {
    private static final int MAX_CONNECTIONS = 512;

    /** S3's limit, for every part but the last. */
    private static final long LEAST_PART_BYTES = 5 << 20;

    private static final int MAX_ANSWER_BYTES = 64 << 20;

    @Bean
    Accounts accounts(ClusterConfiguration cluster) {
        Map<String, Account> accounts = cluster.toAccounts();
        return name -> Optional.ofNullable(accounts.get(name));
    }

    @Bean(destroyMethod = "close")
    ServiceClient serviceClient(ServiceClients clients) {
        return clients.client(MAX_CONNECTIONS, MAX_ANSWER_BYTES);
    }

    @Bean
    FragmentRoutesByDc fragmentRoutes(
            ClusterConfiguration cluster,
            DataPathProperties properties,
            ServiceClient client,
            Surroundings surroundings) {
        return new FragmentRoutesByDc(
                client,
                FragmentRoutesByDc.Direct.to(
                        properties.accounts(cluster.dc(), cluster.toTopology().byName().keySet()),
                        cluster.seats(),
                        new BlockBuffers(properties.direct().blockBuffers()),
                        surroundings.time()));
    }

    @Bean
    HotKeys hotKeys(Surroundings surroundings) {
        return new HotKeys(surroundings.time());
    }

    @Bean
    Cluster cluster(
            ClusterConfiguration cluster,
            RequestProperties requests,
            ExperimentProperties experiments,
            MemoryProperties memory,
            FragmentRoutesByDc routes,
            HotKeys hot,
            Surroundings surroundings,
            MeterRegistry meters) {
        DataCenterClients clients =
                new DataCenterClients(cluster.dc(), experiments, routes, surroundings, meters);
        Map<DcName, DataCenter> topology = cluster.toTopology().byName();
        Suspicion ofData =
                suspicion("fragments", topology.keySet(), requests, surroundings, meters);
        Suspicion ofMetadata =
                suspicion("metadata", topology.keySet(), requests, surroundings, meters);
        Map<DcName, FragmentStore> stores = new HashMap<>();
        topology.forEach(
                (name, dc) ->
                        stores.put(name, new WatchedFragmentStore(clients.fragments(dc), ofData)));
        List<MetadataReplica> replicas =
                cluster.metadataDcs().stream()
                        .map(dc -> clients.metadata(Objects.requireNonNull(topology.get(dc))))
                        .toList();
        MetadataGroup group =
                MetadataGroup.of(cluster.dc(), cluster.seats(), replicas, surroundings, ofMetadata);
        MetadataPath metadata =
                MetadataPath.over(
                        group,
                        requests.toCommitSettings(experiments),
                        MetadataPath.Rules.PROTOCOL,
                        new CommitMetrics(meters, hot));
        return new Cluster(
                new VersionAccess(
                        metadata,
                        stores,
                        new BinaryFragmentFormat(),
                        requests.toPatience(),
                        VersionRules.PROTOCOL,
                        new VersionMetrics(meters, topology.keySet())),
                new ManifestCodec(requests.writeFormat()),
                requests.toSettings(
                        experiments.recordOrder(),
                        memory.roomForStripes(largestStripe(cluster), cluster.toAccounts().size())),
                groups(topology),
                ofData);
    }

    /** Notes which data centers do not answer, and shows each of them as a gauge. */
    private static Suspicion suspicion(
            String service,
            Set<DcName> dcs,
            RequestProperties requests,
            Surroundings surroundings,
            MeterRegistry meters) {
        Suspicion suspicion = new Suspicion(surroundings, requests.toSuspicion());
        for (DcName dc : dcs) {
            Gauge.builder("giza.dc.suspected", suspicion, each -> each.isSuspect(dc) ? 1 : 0)
                    .description("1 while this gateway does not wait for that service")
                    .tag("service", service)
                    .tag("dc", dc.value())
                    .register(meters);
        }
        return suspicion;
    }

    private static Map<DcName, String> groups(Map<DcName, DataCenter> topology) {
        return topology.values().stream()
                .collect(Collectors.toMap(DataCenter::name, DataCenter::group));
    }

    /** Returns what the largest stripe of any account takes in memory, with parity, in bytes. */
    private static long largestStripe(ClusterConfiguration cluster) {
        return cluster.toAccounts().values().stream()
                .map(a -> new StripeLayout(a.coding(), a.stripeSize(), a.stripeSize()))
                .mapToLong(StripeBuffers::bytes)
                .max()
                .orElseThrow();
    }

    @Bean
    BucketDirectory bucketDirectory(Cluster cluster) {
        return new BucketDirectory(cluster);
    }

    @Bean
    BucketService bucketService(Cluster cluster, BucketDirectory directory) {
        return new ReplicatedBuckets(cluster, directory);
    }

    @Bean
    SystemRows systemRows(Cluster cluster) {
        return new ReplicatedRows(cluster);
    }

    @Bean
    ObjectWriter objectWriter(Cluster cluster, BucketDirectory directory, MeterRegistry meters) {
        ObjectWriter writer = new ObjectWriter(cluster, directory);
        BudgetMetrics.register(meters, "stripes", writer.memory());
        return writer;
    }

    @Bean
    UploadService uploadService(Cluster cluster, BucketDirectory directory, ObjectWriter writer) {
        return new ReplicatedUploads(
                cluster, directory, writer, UploadRules.PROTOCOL, LEAST_PART_BYTES);
    }

    @Bean
    ObjectService objectService(
            Cluster cluster,
            BucketDirectory directory,
            ObjectWriter writer,
            ReadResources reads,
            MeterRegistry meters) {
        return new ReplicatedObjects(cluster, directory, writer, reads, meters);
    }

    @Bean
    ReadResources reads(
            Cluster cluster,
            ClusterConfiguration configuration,
            MemoryProperties memory,
            MeterRegistry meters) {
        Budget budget =
                new Budget(
                        cluster.surroundings().tasks(),
                        new BudgetLimits(memory.readBytes(), configuration.toAccounts().size()));
        BudgetMetrics.register(meters, "reads", budget);
        return new ReadResources(
                new ReadMetrics(
                        cluster.surroundings().time(),
                        meters,
                        cluster.versions().fragments().keySet()),
                budget);
    }

    /** How this gateway reaches the services of a data center. */
    private record DataCenterClients(
            DcName home,
            ExperimentProperties experiments,
            FragmentRoutesByDc routes,
            Surroundings surroundings,
            MeterRegistry meters) {
        private static final Duration METADATA_CALL = Duration.ofSeconds(5);

        /** The way home is short, so that all gateways can be given the same delays. */
        private Duration delayTo(DcName dc) {
            return dc.equals(home) ? Duration.ZERO : experiments.delayTo(dc);
        }

        MetadataReplica metadata(DataCenter dc) {
            MetadataReplica replica =
                    new HttpMetadataReplica(
                            dc.name(), dc.metadata(), routes.services(), METADATA_CALL);
            Duration delay = delayTo(dc.name());
            return new TracedMetadataReplica(
                    delay.isZero()
                            ? replica
                            : new DelayedMetadataReplica(replica, surroundings.time(), delay),
                    home,
                    surroundings.time(),
                    meters);
        }

        FragmentStore fragments(DataCenter dc) {
            FragmentStore store = routes.fragments(dc);
            Duration delay = delayTo(dc.name());
            return new TracedFragmentStore(
                    delay.isZero()
                            ? store
                            : new DelayedFragmentStore(store, surroundings.time(), delay),
                    home,
                    surroundings.time(),
                    meters);
        }
    }
}
