package io.giza.metadata;

import io.giza.cluster.ProgressNotesFactory;
import io.giza.commit.rollback.RollbackGuard;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.config.ClusterConfiguration;
import io.giza.disk.StoreSpace;
import io.giza.http.ServiceClient;
import io.giza.http.server.RequestHandler;
import io.giza.http.server.SeatGate;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreStartup;
import io.giza.metadata.http.RowHandler;
import io.giza.metadata.row.GuardedRows;
import io.giza.metadata.row.GuardedTable;
import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.RowTransactor;
import io.giza.metadata.row.SpillingRows;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.azure.AzureRowTable;
import io.giza.metadata.table.rocks.RocksRowTable;
import io.giza.replica.ReplicaException;
import io.giza.service.GuardedStart;
import io.giza.service.StoreConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import java.security.SecureRandom;

/** The object graph of the metadata-service. */
@Configuration(proxyBeanMethods = false)
@Import(StoreConfiguration.class)
@EnableConfigurationProperties(MetadataProperties.class)
class MetadataServiceConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(MetadataServiceConfiguration.class);

    @Bean(destroyMethod = "close")
    RowTable rowTable(
            MetadataProperties properties, Surroundings surroundings, MeterRegistry meters)
            throws RowTableException {
        return switch (properties.store()) {
            case ROCKSDB -> RocksRowTable.open(properties.dataDir(), meters);
            case AZURE -> AzureRowTable.open(properties.account(), surroundings);
            case MEMORY -> {
                LOG.warn(
                        "giza.metadata.store is memory: this data center forgets its votes when it"
                                + " ends, which loses data of others too. For tests only");
                yield new InMemoryRowTable();
            }
        };
    }

    @Bean
    MeterBinder tableSpace(MetadataProperties properties) {
        return switch (properties.store()) {
            case ROCKSDB -> new StoreSpace("metadata", properties.dataDir());
            case AZURE, MEMORY -> _ -> {};
        };
    }

    @Bean
    RowTransactor rowTransactor(
            ClusterConfiguration cluster, RowTable table, MeterRegistry meters) {
        SpillingRows spillingRows =
                new SpillingRows(table, RowLimits.DEFAULTS, new RowMetrics(meters));
        return new RowTransactor(cluster.dc(), spillingRows, RowTransactor.Rules.PROTOCOL);
    }

    /**
     * Enters the topology before anything is served, and guards a table that decides. One that
     * decides nothing has no vote that an older copy could take back.
     */
    @Bean
    RollbackGuard rollbackGuard(
            ClusterConfiguration cluster,
            MetadataProperties properties,
            RowTable table,
            RowTransactor rows,
            ServiceClient client,
            Surroundings surroundings)
            throws ReplicaException {
        StoreStartup entry =
                cluster.seats()
                        .startup(
                                cluster.dc(),
                                Occupant.Part.ROWS,
                                storeLocation(properties),
                                cluster.initialize(),
                                cluster.acceptEpoch(),
                                new SecureRandom());
        Membership membership = rows.enter(entry);
        LOG.info("{} is {}", entry.where(), membership.describe());
        boolean mayBeOlder = table.sequence().isPresent();
        return new RollbackGuard(
                new GuardedTable(table),
                Occupant.Part.ROWS,
                mayBeOlder && entry.decides() && properties.rollbackGuard(),
                ProgressNotesFactory.of(cluster, client, surroundings),
                surroundings.time());
    }

    @Bean(destroyMethod = "close")
    GuardedStart guardedStart(
            RollbackGuard guard,
            ClusterConfiguration cluster,
            MetadataProperties properties,
            ConfigurableApplicationContext context,
            ApplicationAvailability availability,
            Surroundings surroundings) {
        return new GuardedStart(
                guard,
                storeLocation(properties),
                cluster.metadataDcs().contains(cluster.dc()),
                context,
                availability,
                surroundings);
    }

    @Bean
    RequestHandler rowHandler(RowTransactor rows, RowTable table, RollbackGuard guard) {
        VirtualThreads threads = new VirtualThreads();
        return new SeatGate(
                new GuardedTable(table)::membership,
                new RowHandler(new GuardedRows(rows, guard), threads, threads));
    }

    /** In memory nothing is ever found, so what it is told first is all that it has. */
    private static String storeLocation(MetadataProperties properties) {
        return switch (properties.store()) {
            case ROCKSDB -> "the metadata table in " + properties.dataDir().toAbsolutePath();
            case AZURE -> "the metadata table of giza.metadata.azure";
            case MEMORY -> "the metadata table in memory";
        };
    }
}
