package io.giza.gateway;

import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.gateway.admin.Regions;
import io.giza.gateway.epoch.Backend;
import io.giza.gateway.upgrade.FirstLevel;
import io.giza.gateway.upgrade.ProcessCensus;
import io.giza.gateway.upgrade.UpgradeRoutes;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;
import io.giza.service.Management;
import io.giza.service.level.LevelMetrics;
import io.giza.service.level.LevelWatch;
import io.giza.topology.LiveTopology;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How a gateway keeps to the level whose formats the cluster writes, and has it raised. */
@Configuration(proxyBeanMethods = false)
class UpgradeConfiguration {
    @Bean
    LevelRow levelRow(LiveTopology<Backend> topology) {
        return new LevelRow(() -> topology.work().cluster().metadata());
    }

    @Bean
    LiveLevel liveLevel(
            LevelRow row,
            ObjectProvider<ProcessCensus> census,
            ObjectProvider<Management> management) {
        FirstLevel first =
                new FirstLevel(
                        row, census::getObject, () -> management.getObject().build().version());
        return new LiveLevel(first::read, LevelRange.OF_RELEASE);
    }

    @Bean
    LevelWatch levelWatch(
            LiveLevel level, ConfigurableApplicationContext context, Surroundings surroundings) {
        return new LevelWatch(level, context, surroundings, new LevelWatch.ToServe(() -> {}));
    }

    @Bean
    LevelMetrics levelMetrics(LiveLevel level) {
        return new LevelMetrics(level);
    }

    @Bean
    ProcessCensus processCensus(
            ClusterConfiguration cluster,
            LiveTopology<Backend> topology,
            Management management,
            Regions regions) {
        return new ProcessCensus(
                cluster.dc(), () -> topology.topology().byName(), management, regions);
    }

    @Bean
    UpgradeRoutes upgradeRoutes(
            LevelRow row,
            LiveLevel level,
            ProcessCensus census,
            Management management,
            Surroundings surroundings) {
        return new UpgradeRoutes(
                row, level, census, management.build().version(), surroundings.time());
    }
}
