package io.giza.gateway;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.admin.OperatorRoutes;
import io.giza.gateway.admission.AdmissionMetrics;
import io.giza.gateway.admission.ConcurrencyLimit;
import io.giza.gateway.admission.RequestAdmission;
import io.giza.gateway.memory.BudgetMetrics;
import io.giza.gateway.memory.wiring.MemoryProperties;
import io.giza.gateway.s3.S3Endpoint;
import io.giza.gateway.s3.connection.AddressCounts;
import io.giza.gateway.s3.connection.MeteredConnections;
import io.giza.gateway.upgrade.LevelGate;
import io.giza.http.server.ConnectionAdmission;
import io.giza.http.server.Limits;
import io.giza.http.server.RequestHandler;
import io.giza.level.LiveLevel;
import io.giza.service.Entry;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import java.time.Duration;

/** The entry of clients: connections, and the admission of requests. */
@Configuration(proxyBeanMethods = false)
class EntryConfiguration {
    /** Clients of S3 may not try again what a connection did not answer. */
    private static final Duration LAST_REST = Duration.ofSeconds(1);

    /** A machine on which everything starts anew may take long for a handshake. */
    private static final Duration FIRST_REQUEST = Duration.ofSeconds(15);

    @Bean
    ConcurrencyLimit concurrencyLimit(
            MemoryProperties memory, Surroundings surroundings, MeterRegistry metrics) {
        ConcurrencyLimit limit =
                new ConcurrencyLimit(
                        Runtime.getRuntime().availableProcessors(),
                        Math.toIntExact(memory.requestBytes() / RequestAdmission.REQUEST_BYTES),
                        surroundings);
        AdmissionMetrics.register(metrics, limit);
        limit.start();
        return limit;
    }

    @Bean
    RequestAdmission requestAdmission(
            ConcurrencyLimit limit,
            MemoryProperties memory,
            Surroundings surroundings,
            MeterRegistry metrics) {
        Budget heap = new Budget(surroundings.tasks(), new BudgetLimits(memory.requestBytes(), 1));
        BudgetMetrics.register(metrics, "requests", heap);
        return new RequestAdmission(limit, heap, surroundings.time(), memory.waitTimeout());
    }

    /**
     * Every path but those of operators is S3's. Clients of S3 are served once the gateway knows
     * the format level of the cluster; one that is part of no cluster has none.
     */
    @Bean
    Entry entry(
            S3Endpoint s3,
            RequestHandler operators,
            ObjectProvider<LiveLevel> level,
            GatewayProperties properties,
            ConnectionProperties connections,
            ConnectionAdmission admission,
            ServerProperties server) {
        var slow = properties.slowClients();
        LiveLevel known = level.getIfAvailable();
        int headBytes = Math.toIntExact(server.getMaxHttpRequestHeaderSize().toBytes());
        RequestHandler clients = known == null ? s3 : new LevelGate(known, s3);
        return new Entry(
                exchange ->
                        (OperatorRoutes.has(exchange.path()) ? operators : clients)
                                .handle(exchange),
                new Limits(
                        connections.connectionsWithin(Runtime.getRuntime().maxMemory()),
                        slow.idle(),
                        slow.idle(),
                        slow.head(),
                        headBytes,
                        Limits.longHeads(headBytes),
                        properties.maxDrain().bytes(),
                        LAST_REST,
                        FIRST_REQUEST),
                admission);
    }

    @Bean
    ConnectionAdmission connectionAdmission(
            ConnectionProperties connections, LimitProperties limits, MeterRegistry metrics) {
        return new ConnectionAdmission(
                connections.toClientAddresses(),
                AddressCounts.limitedTo(limits.connectionsPerAddress()),
                new MeteredConnections(metrics));
    }
}
