package io.giza.service;

import io.giza.cluster.ClusterClients;
import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.http.ServiceClient;
import io.giza.replica.Topology;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What every worker has: the way to all data centers. */
@Configuration(proxyBeanMethods = false)
@Import(InternalServiceConfiguration.class)
public class WorkerConfiguration {
    private static final int MAX_CONNECTIONS = 64;
    private static final int MAX_ANSWER_BYTES = 64 << 20;

    @Bean
    Topology topology(ClusterConfiguration cluster) {
        return cluster.toTopology();
    }

    @Bean(destroyMethod = "close")
    ServiceClient serviceClient(ServiceClients clients) {
        return clients.client(MAX_CONNECTIONS, MAX_ANSWER_BYTES);
    }

    @Bean
    ClusterClients clusterClients(
            ClusterConfiguration cluster,
            ServiceClient client,
            Surroundings surroundings,
            MeterRegistry meters) {
        return ClusterClients.of(cluster, client, surroundings, meters);
    }

    @Bean
    HealthIndicator clusterHealthIndicator(ClusterConfiguration cluster) {
        return () ->
                Health.up()
                        .withDetail("dc", cluster.dc().value())
                        .withDetail("epoch", cluster.topology().epoch())
                        .build();
    }
}
