package io.giza.service;

import io.giza.config.ClusterConfiguration;
import io.giza.http.ClusterToken;
import io.giza.http.server.Limits;
import io.giza.http.server.RequestHandler;
import io.giza.http.server.TokenGate;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.micrometer.metrics.actuate.endpoint.MetricsEndpoint;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;

import java.time.Duration;

/** What every service has that is called by the cluster alone: nobody else gets an answer. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ServerProperties.class)
@Import(ServiceConfiguration.class)
class InternalServiceConfiguration {
    private static final Duration STALL = Duration.ofSeconds(20);

    /** What is left of Spring's time for a phase is for closing what was cut off. */
    private static final Duration RESERVE = Duration.ofSeconds(1);

    @Bean
    InternalServer internalServer(
            ServerProperties properties,
            SslBundles bundles,
            ClusterConfiguration cluster,
            RequestHandler service,
            HealthEndpoint health,
            MetricsEndpoint metrics,
            PrometheusMeterRegistry prometheus,
            ObjectProvider<Limits> limits,
            ConfigurableEnvironment environment) {
        var management = new ManagementHandler(health, metrics, prometheus);
        Duration phase =
                environment.getProperty(
                        "spring.lifecycle.timeout-per-shutdown-phase",
                        Duration.class,
                        Duration.ofSeconds(30));
        return new InternalServer(
                properties,
                bundles,
                new TokenGate(
                        new ClusterToken(cluster.clusterToken()),
                        ManagementHandler.OPEN,
                        exchange -> {
                            boolean isOurs = exchange.path().startsWith(ManagementHandler.PREFIX);
                            (isOurs ? management : service).handle(exchange);
                        }),
                limits.getIfAvailable(() -> Limits.stallingFor(STALL)),
                phase.compareTo(RESERVE) > 0 ? phase.minus(RESERVE) : Duration.ZERO,
                environment);
    }
}
