package io.giza.recovery;

import io.giza.cluster.ClusterClients;
import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.http.server.RequestHandler;
import io.giza.level.LiveLevel;
import io.giza.model.OpId;
import io.giza.recovery.audit.Audit;
import io.giza.recovery.replacement.StoreClients;
import io.giza.service.WorkerConfiguration;
import io.giza.service.topology.EpochWorker;
import io.giza.service.watch.RepeatedLook;
import io.giza.topology.LiveTopology;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The object graph of the recovery worker. */
@Configuration(proxyBeanMethods = false)
@Import(WorkerConfiguration.class)
@EnableConfigurationProperties(RecoveryProperties.class)
class RecoveryWorkerConfiguration {
    @Bean
    RecoveryTally recoveryTally(MeterRegistry meters) {
        return new RecoveryTally(meters);
    }

    @Bean
    EpochWorker<RecoveryWorker> recoveryWorker(
            LiveTopology<ClusterClients> topology,
            LiveLevel level,
            RecoveryProperties properties,
            RecoveryTally tally,
            MeterRegistry meters,
            Surroundings surroundings) {
        String name = OpId.random(surroundings.random()).toString();
        return new EpochWorker<>(
                topology,
                level::isServed,
                meters,
                clients -> {
                    RecoveryWorker worker = new RecoveryWorker(name, clients, properties, tally);
                    worker.register(meters);
                    return worker;
                });
    }

    /**
     * Orders the epoch of all stores while nobody tells the level. Where a quorum is only there
     * with a table that serves the epoch before, it is the order that lets somebody tell it.
     */
    @Bean
    RepeatedLook epochOrders(
            LiveTopology<ClusterClients> topology,
            LiveLevel level,
            RecoveryProperties properties,
            Surroundings surroundings) {
        return new RepeatedLook(
                "orders",
                properties::watch,
                surroundings,
                () -> {
                    if (properties.enabled() && !level.isServed()) {
                        StoreClients.of(topology.work())
                                .members()
                                .all(topology.work().versions().after(StoreClients.ANSWER_TIME));
                    }
                });
    }

    @Bean(destroyMethod = "stop")
    AuditService auditService(
            LiveTopology<ClusterClients> topology,
            MeterRegistry meters,
            Surroundings surroundings) {
        AuditService service = new AuditService(() -> audit(topology.work()), surroundings);
        service.register(meters);
        return service;
    }

    private static Audit audit(ClusterClients clients) {
        return new Audit(clients.versions(), clients.inventories(), Audit.DEFAULT_LIMIT);
    }

    @Bean
    RequestHandler recoveryRequests(
            ClusterConfiguration cluster,
            RecoveryProperties properties,
            EpochWorker<RecoveryWorker> worker,
            RecoveryTally tally,
            AuditService auditService) {
        return new RecoveryRequests(
                        cluster.dc(), properties.enabled(), worker::current, tally, auditService)
                .routes();
    }
}
