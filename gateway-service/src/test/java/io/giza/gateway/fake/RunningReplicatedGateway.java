package io.giza.gateway.fake;

import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.GatewayConfiguration;
import io.giza.gateway.GatewayServiceApplication;
import io.giza.gateway.admin.OperatorRoutes;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.ReplicatedBuckets;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.encryption.KeyManagement;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.gateway.encryption.keys.ClusterKeys;
import io.giza.gateway.encryption.keys.GatewayKeys;
import io.giza.gateway.encryption.wiring.EncryptionConfiguration;
import io.giza.gateway.memory.SpoolDirectory;
import io.giza.gateway.notify.EventLog;
import io.giza.gateway.notify.Lanes;
import io.giza.gateway.notify.ReplicatedEventLog;
import io.giza.gateway.object.ObjectWriter;
import io.giza.gateway.object.ReplicatedObjects;
import io.giza.gateway.read.ReadResources;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.spool.Spool;
import io.giza.gateway.system.ReplicatedRows;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.upload.ReplicatedUploads;
import io.giza.gateway.upload.UploadRules;
import io.giza.http.server.RequestHandler;
import io.giza.level.DecidedLevel;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;
import io.giza.model.DcName;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.Seats;
import io.giza.replica.Suspicion;
import io.giza.service.Management;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.write.StripeBuffers;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.version.VersionAccess;
import io.giza.version.VersionMetrics;
import io.giza.version.VersionRules;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A gateway on a port of its own: the real container, edge and operations, over data centers that
 * are kept in memory.
 */
public final class RunningReplicatedGateway implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    /**
     * Starts a gateway.
     *
     * @param leastPartBytes of every part but the last
     * @param properties of its configuration; {@code test.stripe-bytes} and {@code test.read-bytes}
     *     say how much memory it has
     */
    public RunningReplicatedGateway(long leastPartBytes, String... properties) {
        this(_ -> {}, leastPartBytes, properties);
    }

    private RunningReplicatedGateway(
            ApplicationContextInitializer<GenericApplicationContext> beans,
            long leastPartBytes,
            String... properties) {
        this.context =
                new SpringApplicationBuilder(Wiring.class)
                        .initializers(beans)
                        .properties(GatewayServiceApplication.defaults())
                        .properties("server.port=0", "logging.level.root=WARN")
                        .properties(RunningGateway.KEY)
                        .properties("test.least-part-bytes=" + leastPartBytes)
                        .properties(properties)
                        .run();
    }

    /**
     * Starts a gateway whose named keys are not those of its configuration.
     *
     * @param defaultKey the name of the key that is used where a client names none
     */
    public static RunningReplicatedGateway withNamedKeys(
            KeyManagement keeper, String defaultKey, long leastPartBytes) {
        return new RunningReplicatedGateway(
                context ->
                        context.registerBean(
                                "keysOfTheTest",
                                ObjectKeys.class,
                                () ->
                                        new GatewayKeys(
                                                context.getBean(ClusterKeys.class),
                                                keeper,
                                                defaultKey,
                                                new SecureRandom()),
                                bean -> bean.setPrimary(true)),
                leastPartBytes);
    }

    /** Returns the port. */
    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    /** Returns the memory of all gets, in bytes. */
    public Budget reads() {
        return context.getBean(ReadResources.class).memory();
    }

    /** Returns the memory of all puts, in bytes. */
    public Budget stripes() {
        return context.getBean(StripeBuffers.class).memory();
    }

    /** Returns the disk on which bytes wait for slow clients, in bytes. */
    public Budget spool() {
        return Objects.requireNonNull(context.getBean(Spool.class).room());
    }

    /** Returns what is kept in memory of the data centers. */
    public Cluster cluster() {
        return context.getBean(Cluster.class);
    }

    /** Returns the cluster's own key. */
    public ClusterKeys keys() {
        return context.getBean(ClusterKeys.class);
    }

    @Override
    public void close() {
        context.close();
    }

    /** The wiring of production, less the network. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({GatewayConfiguration.class, EncryptionConfiguration.class})
    static class Wiring {
        /** All processes are of this release. */
        @Bean
        LiveLevel level(Surroundings surroundings) {
            LiveLevel level =
                    new LiveLevel(
                            _ ->
                                    new LevelRow.Found(
                                            new DecidedLevel(LevelRange.OF_RELEASE.newest(), "")),
                            LevelRange.OF_RELEASE);
            level.look(surroundings.time().after(Duration.ZERO));
            return level;
        }

        /** For everybody: no test has the cluster's token. */
        @Bean
        RequestHandler operators(Management management) {
            return management.below(OperatorRoutes.PREFIX + "/");
        }

        @Bean
        Cluster cluster(
                Surroundings surroundings,
                MeterRegistry meters,
                ObjectKeys keys,
                @Value("${test.stripe-bytes:134217728}") long stripes) {
            List<DcName> names = RunningGateway.account().metadataDcs();
            List<MetadataReplica> replicas =
                    names.stream().<MetadataReplica>map(InMemoryMetadata::new).toList();
            Map<DcName, FragmentStore> stores = new HashMap<>();
            names.forEach(dc -> stores.put(dc, new InMemoryFragmentStore(dc)));
            var patience = new Suspicion.Patience(Duration.ofMillis(500), Duration.ofSeconds(5));
            MetadataGroup group =
                    MetadataGroup.of(
                            names.getFirst(),
                            new Seats("giza", 1, new TreeMap<>(), ""),
                            replicas,
                            surroundings,
                            new Suspicion(surroundings, patience));
            MetadataPath metadata =
                    MetadataPath.over(
                            group,
                            CommitSettings.DEFAULTS,
                            MetadataPath.Rules.PROTOCOL,
                            new CommitMetrics(meters));
            return new Cluster(
                            new VersionAccess(
                                    metadata,
                                    stores,
                                    new BinaryFragmentFormat(),
                                    VersionAccess.Timeouts.DEFAULTS,
                                    VersionRules.PROTOCOL,
                                    new VersionMetrics(meters, stores.keySet())),
                            new ManifestCodec(ManifestCodec.NEWEST_FORMAT),
                            RequestSettings.DEFAULTS.with(
                                    new StripeBuffers.Limits(stripes, 1, Duration.ofSeconds(30))),
                            new Suspicion(surroundings, patience))
                    .with(keys, () -> true);
        }

        @Bean
        BucketDirectory directory(Cluster cluster) {
            return new BucketDirectory(cluster);
        }

        @Bean
        BucketService buckets(Cluster cluster, BucketDirectory directory) {
            return new ReplicatedBuckets(cluster, directory);
        }

        @Bean
        Spool spool(
                Surroundings surroundings, @Value("${test.spool-bytes:1073741824}") long bytes) {
            Path directory = Path.of(System.getProperty("java.io.tmpdir"));
            return new Spool(
                    new Budget(surroundings.tasks(), new BudgetLimits(bytes, 1)),
                    new Budget(surroundings.tasks(), new BudgetLimits(16 << 20, 1)),
                    SpoolDirectory.checked(directory)::create,
                    surroundings.time(),
                    Duration.ofSeconds(30));
        }

        @Bean
        ReadResources reads(
                Surroundings surroundings,
                Spool spool,
                @Value("${test.read-bytes:1073741824}") long bytes) {
            return new ReadResources(
                    ReadListener.NONE,
                    new Budget(surroundings.tasks(), new BudgetLimits(bytes, 1)),
                    spool);
        }

        @Bean
        StripeBuffers stripes(Cluster cluster) {
            return new StripeBuffers(cluster.surroundings().tasks(), cluster.settings().stripes());
        }

        @Bean
        ObjectWriter writer(
                Cluster cluster, BucketDirectory directory, StripeBuffers stripes, Spool spool) {
            return new ObjectWriter(cluster, directory, stripes, spool);
        }

        @Bean
        ObjectService objects(
                Cluster cluster,
                BucketDirectory directory,
                ObjectWriter writer,
                ReadResources reads) {
            return new ReplicatedObjects(cluster, directory, writer, reads, null);
        }

        @Bean
        UploadService uploads(
                Cluster cluster,
                BucketDirectory directory,
                ObjectWriter writer,
                @Value("${test.least-part-bytes}") long leastPartBytes) {
            return new ReplicatedUploads(
                    cluster, directory, writer, UploadRules.PROTOCOL, leastPartBytes);
        }

        @Bean
        SystemRows rows(Cluster cluster) {
            return new ReplicatedRows(cluster);
        }

        @Bean
        EventLog events(Cluster cluster, BucketDirectory directory, Surroundings surroundings) {
            return new ReplicatedEventLog(
                    cluster, directory, cluster.metadata().group().home(), new Lanes(surroundings));
        }

        @Bean
        Accounts accounts() {
            return Accounts.of(Map.of("default", RunningGateway.account()));
        }
    }
}
