package io.giza.service;

import io.giza.config.ClusterConfiguration;
import io.giza.service.configuration.ConfigurationKeys;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.micrometer.metrics.autoconfigure.MeterRegistryCustomizer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;

/** What every service has: the cluster that it belongs to, and how it calls others. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TlsProperties.class)
@Import(SurroundingsConfiguration.class)
public class ServiceConfiguration {
    @Bean
    ClusterConfiguration clusterConfiguration(ConfigurableEnvironment environment) {
        ConfigurationKeys.read().requireKnown(environment);
        return Binder.get(environment).bindOrCreate("giza", ClusterConfiguration.class);
    }

    @Bean
    ServiceClients serviceClients(
            ClusterConfiguration cluster, TlsProperties tls, ObjectProvider<SslBundles> bundles) {
        return new ServiceClients(cluster, tls, bundles);
    }

    /** Whose metrics they are, wherever they are gathered. */
    @Bean
    MeterRegistryCustomizer<MeterRegistry> homeTag(ClusterConfiguration cluster) {
        return registry -> registry.config().commonTags("home", cluster.dc().value());
    }

    @Bean
    MeterBinder topologyMetrics(ClusterConfiguration cluster) {
        return registry -> {
            Gauge.builder("giza.topology.epoch", () -> cluster.topology().epoch())
                    .description("The epoch of the topology that this process has")
                    .register(registry);
            Gauge.builder("giza.topology.info", () -> 1)
                    .description("1, with a digest of what all processes are configured alike")
                    .tag("fingerprint", cluster.fingerprint())
                    .register(registry);
        };
    }
}
