package io.giza.gateway;

import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.gateway.admin.HotRoutes;
import io.giza.gateway.admin.ProbeRoutes;
import io.giza.gateway.admin.Regions;
import io.giza.gateway.admin.SupportRoutes;
import io.giza.gateway.contention.HotKeys;
import io.giza.gateway.epoch.Backend;
import io.giza.gateway.load.LoadRoutes;
import io.giza.gateway.load.RecentBudgets;
import io.giza.gateway.load.RecentRequests;
import io.giza.gateway.probe.Probe;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.system.SystemRows;
import io.giza.model.DcName;
import io.giza.replica.Topology.DataCenter;
import io.giza.service.support.SupportReport;
import io.giza.service.watch.RepeatedLook;
import io.giza.topology.LiveTopology;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import java.util.List;
import java.util.Objects;

/** What operators ask who look for the cause of a fault. */
@Configuration(proxyBeanMethods = false)
class DiagnosisConfiguration {
    @Bean
    ProbeRoutes probeRoutes(
            ClusterConfiguration cluster,
            ObjectService objects,
            BucketService buckets,
            SystemRows rows,
            Accounts accounts,
            Surroundings surroundings) {
        return new ProbeRoutes(
                cluster.dc(), new Probe(objects, rows, surroundings), buckets, accounts);
    }

    @Bean
    HotRoutes hotRoutes(
            ClusterConfiguration cluster, HotKeys keys, Regions regions, BucketService buckets) {
        return new HotRoutes(keys, regions, names(cluster), buckets, cluster.toAccounts().values());
    }

    @Bean
    SupportRoutes supportRoutes(
            ClusterConfiguration cluster, SupportReport report, Regions regions) {
        DataCenter home = Objects.requireNonNull(cluster.toTopology().byName().get(cluster.dc()));
        return new SupportRoutes(home, names(cluster), report, regions);
    }

    @Bean
    RecentRequests recentRequests(MeterRegistry meters) {
        return new RecentRequests(meters);
    }

    @Bean
    RecentBudgets recentBudgets(MeterRegistry meters) {
        return new RecentBudgets(meters);
    }

    @Bean
    RepeatedLook recentLook(
            RecentRequests requests, RecentBudgets budgets, Surroundings surroundings) {
        return new RepeatedLook(
                "load",
                () -> RecentRequests.STEP,
                surroundings,
                () -> {
                    requests.look();
                    budgets.look();
                });
    }

    @Bean
    LoadRoutes loadRoutes(RecentRequests recent, Regions regions, LiveTopology<Backend> topology) {
        return new LoadRoutes(
                recent, regions, () -> List.copyOf(topology.topology().byName().keySet()));
    }

    private static List<DcName> names(ClusterConfiguration cluster) {
        return cluster.toTopology().dataCenters().stream().map(DataCenter::name).toList();
    }
}
