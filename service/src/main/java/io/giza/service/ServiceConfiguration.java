package io.giza.service;

import io.giza.config.ClusterConfiguration;
import io.giza.service.configuration.ConfigurationKeys;
import io.giza.service.topology.TopologyMetrics;
import io.giza.topology.LiveTopology;
import io.micrometer.core.instrument.MeterRegistry;

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
    TopologyMetrics topologyMetrics(
            ClusterConfiguration cluster, ObjectProvider<LiveTopology<?>> topology) {
        return new TopologyMetrics(cluster, topology);
    }
}
