package io.giza.recovery;

import io.giza.cluster.ClusterClients;
import io.giza.config.ClusterConfiguration;
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
            ClusterClients reach, RecoveryProperties properties, RecoveryTally tally) {
        return new RecoveryWorker(reach, properties, tally);
    }

    @Bean(destroyMethod = "stop")
    AuditDesk auditDesk(ClusterClients reach) {
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
}
