package io.giza.service;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.micrometer.metrics.actuate.endpoint.MetricsEndpoint;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

import java.time.Duration;

/** What listens, for whoever says where its {@link Entry} leads. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ServerProperties.class)
public class ListeningConfiguration {
    /** What is left of Spring's time for a phase is for closing what was cut off. */
    private static final Duration RESERVE = Duration.ofSeconds(1);

    @Bean
    Management management(
            HealthEndpoint health, MetricsEndpoint metrics, PrometheusMeterRegistry prometheus) {
        return new Management(health, metrics, prometheus);
    }

    @Bean
    ListeningServer listeningServer(
            ServerProperties properties,
            SslBundles bundles,
            Entry entry,
            ConfigurableEnvironment environment) {
        Duration phase =
                environment.getProperty(
                        "spring.lifecycle.timeout-per-shutdown-phase",
                        Duration.class,
                        Duration.ofSeconds(30));
        return new ListeningServer(
                properties,
                bundles,
                entry,
                phase.compareTo(RESERVE) > 0 ? phase.minus(RESERVE) : Duration.ZERO,
                environment);
    }
}
