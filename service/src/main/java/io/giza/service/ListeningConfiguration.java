package io.giza.service;

import io.giza.http.server.ConnectionAdmission;
import io.giza.http.server.Limits;
import io.giza.level.LiveLevel;
import io.giza.service.support.LastLines;
import io.giza.service.support.SupportReport;
import io.giza.service.tracing.TracingConfiguration;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.info.BuildProperties;
import org.springframework.boot.micrometer.metrics.actuate.endpoint.MetricsEndpoint;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

import java.time.Duration;

/** What listens, for whoever says where its {@link Entry} leads. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ServerProperties.class)
@Import(TracingConfiguration.class)
public class ListeningConfiguration {
    /** What everything is below that a service says of itself. */
    static final String MANAGEMENT_PREFIX = "/actuator/";

    private static final Duration STALL = Duration.ofSeconds(20);

    @Bean
    BuildInformation buildInformation(
            Environment environment, ObjectProvider<BuildProperties> build) {
        return BuildInformation.of(environment, build.getIfAvailable());
    }

    @Bean
    Management management(
            HealthEndpoint health,
            MetricsEndpoint metrics,
            PrometheusMeterRegistry prometheus,
            BuildInformation build,
            ObjectProvider<LiveLevel> level) {
        return new Management(health, metrics, prometheus, build, level.getIfAvailable());
    }

    /** Lines are kept from when the first service of the process is made. */
    @Bean
    SupportReport supportReport(
            ConfigurableEnvironment environment,
            BuildInformation build,
            PrometheusMeterRegistry prometheus) {
        return new SupportReport(
                environment,
                build.toMap(),
                prometheus::scrape,
                LastLines.ofProcess(LogLines.PATTERN));
    }

    /** While the last requests end, whoever asks is told that no more should come. */
    @Bean
    ApplicationListener<ContextClosedEvent> refusalWhileEnding() {
        return closed ->
                AvailabilityChangeEvent.publish(
                        closed.getApplicationContext(), ReadinessState.REFUSING_TRAFFIC);
    }

    @Bean
    ListeningServer listeningServer(
            ServerProperties properties,
            SslBundles bundles,
            Entry entry,
            ConfigurableEnvironment environment) {
        return new ListeningServer(
                Ports.ofService(properties, bundles, environment), entry, environment);
    }

    @Bean
    @ConditionalOnProperty("management.server.port")
    ListeningServer managementServer(
            ServerProperties properties,
            Management management,
            ConfigurableEnvironment environment) {
        Entry open =
                new Entry(
                        management.below(MANAGEMENT_PREFIX),
                        Limits.stallingFor(STALL),
                        ConnectionAdmission.OPEN);
        return new ListeningServer(
                Ports.ofManagement(properties, environment).orElseThrow(), open, environment);
    }
}
