package io.giza.metadata;

import io.giza.commit.RollbackGuard;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.config.ClusterConfiguration;
import io.giza.http.ClusterTokenFilter;
import io.giza.http.ServiceClient;
import io.giza.http.StoreSeatFilter;
import io.giza.metadata.http.RowController;
import io.giza.metadata.row.GuardedRows;
import io.giza.metadata.row.GuardedTable;
import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.RowTransactor;
import io.giza.metadata.row.SpillingRows;
import io.giza.metadata.table.AzureRowTable;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RocksRowTable;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.paxos.Membership;
import io.giza.paxos.Occupant;
import io.giza.paxos.StoreEntry;
import io.giza.reach.NotingTables;
import io.giza.replica.ReplicaException;
import io.micrometer.core.instrument.MeterRegistry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

import java.security.SecureRandom;
import java.util.Set;

/** The object graph of the metadata-service. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MetadataProperties.class)
class MetadataServiceConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(MetadataServiceConfiguration.class);
    private static final String HEALTH = "/actuator/health";
    private static final String READINESS = HEALTH + "/readiness";
    private static final int MAX_CONNECTIONS = 8;
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    @Bean
    ClusterConfiguration clusterConfiguration(Environment environment) {
        return Binder.get(environment).bindOrCreate("giza", ClusterConfiguration.class);
    }

    @Bean
    FilterRegistrationBean<ClusterTokenFilter> clusterTokenFilter(ClusterConfiguration cluster) {
        FilterRegistrationBean<ClusterTokenFilter> registration =
                new FilterRegistrationBean<>(
                        new ClusterTokenFilter(cluster.clusterToken(), Set.of(HEALTH, READINESS)));
        registration.addUrlPatterns("/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean(destroyMethod = "close")
    RowTable rowTable(MetadataProperties properties) throws RowTableException {
        return switch (properties.store()) {
            case ROCKSDB -> RocksRowTable.open(properties.dataDir());
            case AZURE -> AzureRowTable.open(properties.account(), surroundings());
            case MEMORY -> {
                LOG.warn(
                        "giza.metadata.store is memory: this data center forgets its votes when it"
                                + " ends, which loses data of others too. For tests only");
                yield new InMemoryRowTable();
            }
        };
    }

    private static Surroundings surroundings() {
        VirtualThreads threads = new VirtualThreads();
        return new Surroundings(threads, threads, new SecureRandom());
    }

    @Bean(destroyMethod = "close")
    ServiceClient serviceClient(
            ClusterConfiguration cluster,
            Environment environment,
            ObjectProvider<SslBundles> bundles) {
        String bundle = environment.getProperty("giza.tls.bundle");
        return new ServiceClient(
                new ServiceClient.Settings(
                        cluster.clusterToken(),
                        ServiceClient.Timeouts.DEFAULT,
                        MAX_CONNECTIONS,
                        MAX_ANSWER_BYTES,
                        bundle == null
                                ? null
                                : bundles.getObject().getBundle(bundle).createSslContext(),
                        cluster.seats()));
    }

    @Bean
    RowTransactor rowTransactor(
            ClusterConfiguration cluster, RowTable table, MeterRegistry meters) {
        SpillingRows kept = new SpillingRows(table, RowLimits.DEFAULTS, new RowMetrics(meters));
        return new RowTransactor(cluster.dc(), kept, RowTransactor.Rules.PROTOCOL);
    }

    @Bean
    RollbackGuard rollbackGuard(
            ClusterConfiguration cluster,
            MetadataProperties properties,
            RowTable table,
            RowTransactor rows,
            ServiceClient client)
            throws ReplicaException {
        StoreEntry entry =
                cluster.seats()
                        .entry(
                                cluster.dc(),
                                Occupant.Part.ROWS,
                                where(properties),
                                cluster.initialize(),
                                cluster.acceptEpoch(),
                                new SecureRandom());
        Membership entered = rows.enter(entry);
        LOG.info("{} is {}", entry.where(), entered.standing());
        boolean mayBeOlder = table.sequence().isPresent();
        Surroundings surroundings = surroundings();
        return new RollbackGuard(
                new GuardedTable(table),
                Occupant.Part.ROWS,
                mayBeOlder && entry.decides() && properties.rollbackGuard(),
                NotingTables.of(cluster, client, surroundings),
                surroundings.time());
    }

    @Bean(destroyMethod = "close")
    GuardedStart guardedStart(
            RollbackGuard guard,
            ClusterConfiguration cluster,
            MetadataProperties properties,
            ConfigurableApplicationContext context,
            ApplicationAvailability availability) {
        return new GuardedStart(
                guard,
                where(properties),
                cluster.metadataDcs().contains(cluster.dc()),
                context,
                availability,
                surroundings());
    }

    @Bean
    RowController rowController(RowTransactor rows, RollbackGuard guard) {
        return new RowController(new GuardedRows(rows, guard), new VirtualThreads());
    }

    /** In memory nothing is ever found, so what it is told first is all that it has. */
    private static String where(MetadataProperties properties) {
        return switch (properties.store()) {
            case ROCKSDB -> "the metadata table in " + properties.dataDir().toAbsolutePath();
            case AZURE -> "the metadata table of giza.metadata.azure";
            case MEMORY -> "the metadata table in memory";
        };
    }

    @Bean
    FilterRegistrationBean<StoreSeatFilter> storeSeatFilter(RowTable table) {
        FilterRegistrationBean<StoreSeatFilter> registration =
                new FilterRegistrationBean<>(
                        new StoreSeatFilter(new GuardedTable(table)::membership));
        registration.addUrlPatterns("/internal/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return registration;
    }
}
