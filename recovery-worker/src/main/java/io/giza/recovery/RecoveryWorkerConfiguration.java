package io.giza.recovery;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.config.ClusterConfiguration;
import io.giza.http.ClusterTokenFilter;
import io.giza.http.ServiceClient;
import io.giza.reach.ClusterReach;
import io.giza.recovery.audit.Audit;
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

/** The object graph of the recovery worker. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RecoveryProperties.class)
class RecoveryWorkerConfiguration {
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
    RecoveryTally recoveryTally(MeterRegistry meters) {
        return new RecoveryTally(meters);
    }

    @Bean
    RecoveryWorker recoveryWorker(
            ClusterReach reach, RecoveryProperties properties, RecoveryTally tally) {
        return new RecoveryWorker(reach, properties, tally);
    }

    @Bean(destroyMethod = "stop")
    AuditDesk auditDesk(ClusterReach reach) {
        return new AuditDesk(
                new Audit(reach.versions(), reach.inventories(), Audit.LIMIT),
                reach.versions().surroundings());
    }

    @Bean
    RecoveryController recoveryController(
            ClusterConfiguration cluster,
            RecoveryProperties properties,
            RecoveryWorker worker,
            RecoveryTally tally,
            AuditDesk audits) {
        return new RecoveryController(cluster.dc(), properties.enabled(), worker, tally, audits);
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
