package io.giza.service;

import io.giza.cluster.ClusterClients;
import io.giza.commit.CommitMetrics;
import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.hint.HintBuffer;
import io.giza.http.ServiceClient;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;
import io.giza.service.level.LevelMetrics;
import io.giza.service.level.LevelWatch;
import io.giza.service.topology.EpochWorker;
import io.giza.service.topology.TopologyMetrics;
import io.giza.service.topology.TopologyWatch;
import io.giza.service.watch.HintFlush;
import io.giza.service.watch.RepeatedLook;
import io.giza.topology.LiveTopology;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What every worker has: the way to all data centers. */
@Configuration(proxyBeanMethods = false)
@Import(InternalServiceConfiguration.class)
public class WorkerConfiguration {
    private static final int MAX_CONNECTIONS = 64;
    private static final int MAX_ANSWER_BYTES = 64 << 20;

    @Bean(destroyMethod = "close")
    ServiceClient serviceClient(ServiceClients clients) {
        return clients.client(MAX_CONNECTIONS, MAX_ANSWER_BYTES);
    }

    @Bean
    HintBuffer hintBuffer(Surroundings surroundings) {
        return new HintBuffer(surroundings);
    }

    @Bean
    HintFlush hintFlush(
            HintBuffer buffer, LiveTopology<ClusterClients> topology, Surroundings surroundings) {
        return new HintFlush(buffer, () -> topology.work().versions().metadata(), surroundings);
    }

    @Bean
    LiveTopology<ClusterClients> liveTopology(
            ClusterConfiguration cluster,
            ServiceClient client,
            HintBuffer hints,
            Surroundings surroundings,
            MeterRegistry meters) {
        CommitMetrics commits = new CommitMetrics(meters);
        return new LiveTopology<>(
                cluster.toTopology(),
                topology -> {
                    ClusterClients clients =
                            ClusterClients.of(
                                    cluster.with(topology),
                                    client,
                                    hints,
                                    surroundings,
                                    meters,
                                    commits);
                    return new LiveTopology.Reach<>(
                            clients.versions().metadata(), clients.repairs(), clients);
                });
    }

    @Bean
    LiveLevel liveLevel(LiveTopology<ClusterClients> topology) {
        LevelRow row = new LevelRow(() -> topology.work().versions().metadata());
        return new LiveLevel(row::read, LevelRange.OF_RELEASE);
    }

    @Bean
    LevelWatch levelWatch(
            LiveLevel level,
            ConfigurableApplicationContext context,
            Surroundings surroundings,
            EpochWorker<?> worker) {
        return new LevelWatch(
                level, context, surroundings, new LevelWatch.ToServe(worker::startIfPermitted));
    }

    @Bean
    LevelMetrics levelMetrics(LiveLevel level) {
        return new LevelMetrics(level);
    }

    @Bean
    RepeatedLook topologyWatch(
            LiveTopology<ClusterClients> topology,
            ClusterConfiguration cluster,
            Surroundings surroundings,
            TopologyMetrics metrics,
            EpochWorker<?> worker) {
        return TopologyWatch.over(
                topology,
                cluster,
                surroundings,
                () -> {
                    metrics.update();
                    worker.replace();
                });
    }

    @Bean
    HealthIndicator clusterHealthIndicator(
            ClusterConfiguration cluster, LiveTopology<ClusterClients> topology) {
        return () ->
                Health.up()
                        .withDetail("dc", cluster.dc().value())
                        .withDetail("epoch", topology.topology().epoch())
                        .build();
    }
}
