package io.giza.gc;

import io.giza.cluster.ClusterClients;
import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.gc.webhook.HttpEventSender;
import io.giza.http.server.RequestHandler;
import io.giza.level.LiveLevel;
import io.giza.model.OpId;
import io.giza.service.WorkerConfiguration;
import io.giza.service.topology.EpochWorker;
import io.giza.service.webhook.NotificationProperties;
import io.giza.topology.LiveTopology;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The object graph of the garbage collection worker. */
@Configuration(proxyBeanMethods = false)
@Import(WorkerConfiguration.class)
@EnableConfigurationProperties({GcProperties.class, NotificationProperties.class})
class GcWorkerConfiguration {
    @Bean
    GcTally gcTally(MeterRegistry meters) {
        return new GcTally(meters);
    }

    @Bean(destroyMethod = "close")
    HttpEventSender eventSender(NotificationProperties properties, Surroundings surroundings) {
        return new HttpEventSender(properties.webhooks(), surroundings.time());
    }

    @Bean
    GcWorker.Events events(
            NotificationProperties properties, HttpEventSender sender, MeterRegistry meters) {
        return new GcWorker.Events(
                properties, sender, new EventMetrics(meters, properties.webhooks().keySet()));
    }

    @Bean
    EpochWorker<GcWorker> gcWorker(
            ClusterConfiguration cluster,
            LiveTopology<ClusterClients> topology,
            LiveLevel level,
            GcProperties properties,
            GcTally tally,
            GcWorker.Events events,
            MeterRegistry meters,
            Surroundings surroundings) {
        String name = OpId.random(surroundings.random()).toString();
        return new EpochWorker<>(
                topology,
                level::isServed,
                meters,
                clients -> {
                    GcWorker worker =
                            new GcWorker(name, cluster.dc(), clients, properties, tally, events);
                    worker.register(meters, cluster.toAccounts().keySet());
                    return worker;
                });
    }

    @Bean
    RequestHandler gcRequests(
            ClusterConfiguration cluster,
            GcProperties properties,
            EpochWorker<GcWorker> worker,
            GcTally tally) {
        return new GcRequests(cluster.dc(), properties.enabled(), worker::current, tally).routes();
    }
}
