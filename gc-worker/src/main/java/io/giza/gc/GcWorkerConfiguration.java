package io.giza.gc;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.config.ClusterConfiguration;
import io.giza.http.ClusterTokenFilter;
import io.giza.http.ServiceClient;
import io.giza.reach.ClusterReach;
import io.giza.replica.Topology;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

import java.security.SecureRandom;
import java.util.Set;

/** The object graph of the garbage collection worker. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GcProperties.class)
class GcWorkerConfiguration {
    private static final int MAX_CONNECTIONS = 64;
    private static final int MAX_ANSWER_BYTES = 64 << 20;

    @Bean
    ClusterConfiguration clusterConfiguration(Environment environment) {
        return Binder.get(environment).bindOrCreate("giza", ClusterConfiguration.class);
    }

    @Bean
    Topology topology(ClusterConfiguration cluster) {
        return cluster.toTopology();
    }

    @Bean
    Surroundings surroundings() {
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
    ClusterReach clusterReach(
            ClusterConfiguration cluster,
            ServiceClient client,
            Surroundings surroundings,
            MeterRegistry meters) {
        return ClusterReach.of(cluster, client, surroundings, meters);
    }

    @Bean
    GcTally gcTally(MeterRegistry meters) {
        return new GcTally(meters);
    }

    @Bean
    GcWorker gcWorker(
            ClusterConfiguration cluster,
            ClusterReach reach,
            GcProperties properties,
            GcTally tally) {
        return new GcWorker(cluster.dc(), reach, properties, tally);
    }

    @Bean
    GcController gcController(
            ClusterConfiguration cluster, GcProperties properties, GcWorker worker, GcTally tally) {
        return new GcController(cluster.dc(), properties.enabled(), worker, tally);
    }

    @Bean
    FilterRegistrationBean<ClusterTokenFilter> clusterTokenFilter(ClusterConfiguration cluster) {
        FilterRegistrationBean<ClusterTokenFilter> registration =
                new FilterRegistrationBean<>(
                        new ClusterTokenFilter(
                                cluster.clusterToken(), Set.of(ClusterTokenFilter.HEALTH)));
        registration.addUrlPatterns("/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
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
