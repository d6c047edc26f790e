package io.giza.metadata;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.config.ClusterConfiguration;
import io.giza.http.ClusterTokenFilter;
import io.giza.metadata.http.RowController;
import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.RowTransactor;
import io.giza.metadata.row.SpillingRows;
import io.giza.metadata.table.AzureRowTable;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RocksRowTable;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.replica.ReplicaException;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
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
    private static final String HEALTH = "/actuator/health";

    @Bean
    ClusterConfiguration clusterConfiguration(Environment environment) {
        return Binder.get(environment).bindOrCreate("giza", ClusterConfiguration.class);
    }

    @Bean
    FilterRegistrationBean<ClusterTokenFilter> clusterTokenFilter(ClusterConfiguration cluster) {
        FilterRegistrationBean<ClusterTokenFilter> registration =
                new FilterRegistrationBean<>(
                        new ClusterTokenFilter(cluster.clusterToken(), Set.of(HEALTH)));
        registration.addUrlPatterns("/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean(destroyMethod = "close")
    RowTable rowTable(MetadataProperties properties) throws RowTableException {
        return switch (properties.store()) {
            case ROCKSDB -> RocksRowTable.open(properties.dataDir());
            case AZURE -> AzureRowTable.open(properties.account(), surroundings());
            case MEMORY -> new InMemoryRowTable();
        };
    }

    private static Surroundings surroundings() {
        VirtualThreads threads = new VirtualThreads();
        return new Surroundings(threads, threads, new SecureRandom());
    }

    @Bean
    RowController rowController(ClusterConfiguration cluster, RowTable table, MeterRegistry meters)
            throws ReplicaException {
        SpillingRows kept = new SpillingRows(table, RowLimits.DEFAULTS, new RowMetrics(meters));
        RowTransactor rows = new RowTransactor(cluster.dc(), kept, RowTransactor.Rules.PROTOCOL);
        rows.enter(cluster.topology().epoch());
        return new RowController(rows);
    }
}
