package io.giza.recovery;

import io.giza.cluster.ClusterClients;
import io.giza.config.ClusterConfiguration;
import io.giza.http.server.RequestHandler;
import io.giza.recovery.audit.Audit;
import io.giza.service.WorkerConfiguration;
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
    RecoveryWorker recoveryWorker(
            ClusterClients clients,
            RecoveryProperties properties,
            RecoveryTally tally,
            MeterRegistry meters) {
        RecoveryWorker worker = new RecoveryWorker(clients, properties, tally);
        worker.register(meters);
        return worker;
    }

    @Bean(destroyMethod = "stop")
    AuditService auditService(ClusterClients clients, MeterRegistry meters) {
        AuditService service =
                new AuditService(
                        new Audit(clients.versions(), clients.inventories(), Audit.DEFAULT_LIMIT),
                        clients.versions().surroundings());
        service.register(meters);
        return service;
    }

    @Bean
    RequestHandler recoveryRequests(
            ClusterConfiguration cluster,
            RecoveryProperties properties,
            RecoveryWorker worker,
            RecoveryTally tally,
            AuditService auditService) {
        return new RecoveryRequests(cluster.dc(), properties.enabled(), worker, tally, auditService)
                .routes();
    }
}
