package io.giza.service;

import io.giza.cluster.ClusterClients;
import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.MissedWrites;
import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.http.ServiceClient;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;
import io.giza.service.level.LevelMetrics;
import io.giza.service.level.LevelWatch;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What every service has that keeps a store: the way to the metadata-services, for its guard. */
@Configuration(proxyBeanMethods = false)
@Import(InternalServiceConfiguration.class)
public class StoreConfiguration {
    private static final int MAX_CONNECTIONS = 8;
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    @Bean(destroyMethod = "close")
    ServiceClient serviceClient(ServiceClients clients) {
        return clients.client(MAX_CONNECTIONS, MAX_ANSWER_BYTES);
    }

    /** A store knows the topology of its start alone, so it hears the level in whatever epoch. */
    @Bean
    LiveLevel liveLevel(
            ClusterConfiguration cluster, ServiceClient client, Surroundings surroundings) {
        MeterRegistry unseen = new SimpleMeterRegistry();
        MetadataPath path =
                ClusterClients.of(
                                cluster,
                                client,
                                MissedWrites.IGNORED,
                                surroundings,
                                unseen,
                                new CommitMetrics(unseen))
                        .versions()
                        .metadata();
        return new LiveLevel(new LevelRow(() -> path)::hear, LevelRange.OF_RELEASE);
    }

    @Bean
    LevelWatch levelWatch(
            LiveLevel level, ConfigurableApplicationContext context, Surroundings surroundings) {
        return new LevelWatch(level, context, surroundings, new LevelWatch.ToEnd());
    }

    @Bean
    LevelMetrics levelMetrics(LiveLevel level) {
        return new LevelMetrics(level);
    }
}
