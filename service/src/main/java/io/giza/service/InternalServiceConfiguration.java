package io.giza.service;

import io.giza.config.ClusterConfiguration;
import io.giza.http.ClusterToken;
import io.giza.http.server.ConnectionAdmission;
import io.giza.http.server.Limits;
import io.giza.http.server.RequestHandler;
import io.giza.http.server.TokenGate;
import io.giza.service.support.SupportReport;
import io.giza.service.tracing.TracedRequests;
import io.giza.service.tracing.Tracing;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import java.time.Duration;

/** What every service has that is called by the cluster alone: nobody else gets an answer. */
@Configuration(proxyBeanMethods = false)
@Import({ServiceConfiguration.class, ListeningConfiguration.class})
class InternalServiceConfiguration {
    private static final Duration STALL = Duration.ofSeconds(20);

    @Bean
    Entry entry(
            ClusterConfiguration cluster,
            RequestHandler service,
            Management management,
            SupportReport support,
            Tracing tracing,
            @Value("${spring.application.name:giza}") String name,
            ObjectProvider<Limits> limits) {
        RequestHandler traced = new TracedRequests(name, tracing, service);
        ManagementHandler own = management.below(ListeningConfiguration.MANAGEMENT_PREFIX);
        RequestHandler reports = new JsonRoutes().get(SupportReport.PATH, support::tell);
        var guarded =
                new TokenGate(
                        new ClusterToken(cluster.goodTokens()),
                        own.openPaths(),
                        exchange -> {
                            boolean isReport = exchange.path().equals(SupportReport.PATH);
                            boolean isOurs = own.has(exchange.path());
                            (isReport ? reports : isOurs ? own : traced).handle(exchange);
                        });
        return new Entry(
                guarded,
                limits.getIfAvailable(() -> Limits.stallingFor(STALL)),
                ConnectionAdmission.OPEN);
    }
}
