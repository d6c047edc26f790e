package io.giza.recovery;

import io.giza.config.ClusterConfiguration;
import io.giza.replica.Topology;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The object graph of the recovery worker. */
@Configuration(proxyBeanMethods = false)
class RecoveryWorkerConfiguration {
    @Bean
    ClusterConfiguration clusterConfiguration(Environment environment) {
        return Binder.get(environment).bindOrCreate("giza", ClusterConfiguration.class);
    }

    @Bean
    Topology topology(ClusterConfiguration cluster) {
        return cluster.toTopology();
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
