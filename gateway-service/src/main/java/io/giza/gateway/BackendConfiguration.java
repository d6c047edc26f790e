package io.giza.gateway;

import io.giza.azure.blob.BlockBuffers;
import io.giza.commit.CommitMetrics;
import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.contention.HotKeys;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.gateway.epoch.Backend;
import io.giza.gateway.epoch.EpochBuckets;
import io.giza.gateway.epoch.EpochEvents;
import io.giza.gateway.epoch.EpochObjects;
import io.giza.gateway.epoch.EpochRetry;
import io.giza.gateway.epoch.EpochRows;
import io.giza.gateway.epoch.EpochUploads;
import io.giza.gateway.maintenance.MaintenanceLease;
import io.giza.gateway.maintenance.MaintenanceWatch;
import io.giza.gateway.memory.BudgetMetrics;
import io.giza.gateway.memory.wiring.MemoryProperties;
import io.giza.gateway.memory.wiring.SpoolProperties;
import io.giza.gateway.notify.EventLog;
import io.giza.gateway.notify.Lanes;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.system.SystemRows;
import io.giza.hint.HintBuffer;
import io.giza.http.ServiceClient;
import io.giza.level.LevelRange;
import io.giza.level.LiveLevel;
import io.giza.service.ServiceClients;
import io.giza.service.ServiceConfiguration;
import io.giza.service.topology.TopologyMetrics;
import io.giza.service.topology.TopologyWatch;
import io.giza.service.watch.HintFlush;
import io.giza.service.watch.RepeatedLook;
import io.giza.stripe.write.StripeBuffers;
import io.giza.topology.LiveTopology;
import io.micrometer.core.instrument.MeterRegistry;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** The wiring of what the gateway does over the data centers of the topology. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    DataPathProperties.class,
    ExperimentProperties.class,
    RequestProperties.class,
    SpoolProperties.class
})
@Import(ServiceConfiguration.class)
class BackendConfiguration {
    private static final int MAX_CONNECTIONS = 512;

    private static final int MAX_ANSWER_BYTES = 64 << 20;

    private static final Duration MAINTENANCE_INTERVAL = Duration.ofSeconds(10);

    @Bean
    Accounts accounts(ClusterConfiguration cluster) {
        return Accounts.of(cluster.toAccounts());
    }

    @Bean(destroyMethod = "close")
    ServiceClient serviceClient(ServiceClients clients) {
        return clients.client(MAX_CONNECTIONS, MAX_ANSWER_BYTES);
    }

    @Bean
    DataCenterRoutes dataCenterRoutes(
            ClusterConfiguration cluster,
            DataPathProperties properties,
            ExperimentProperties experiments,
            ServiceClient client,
            Surroundings surroundings,
            MeterRegistry meters) {
        return new DataCenterRoutes(
                cluster.dc(),
                client,
                properties.readCopies(),
                DirectRoutes.to(
                        properties.accounts(cluster.dc(), cluster.toTopology().byName().keySet()),
                        new BlockBuffers(properties.direct().blockBuffers()),
                        surroundings.time()),
                experiments,
                surroundings,
                meters);
    }

    @Bean
    HotKeys hotKeys(Surroundings surroundings) {
        return new HotKeys(surroundings.time());
    }

    @Bean
    HintBuffer hintBuffer(Surroundings surroundings) {
        return new HintBuffer(surroundings);
    }

    @Bean
    HintFlush hintFlush(
            HintBuffer buffer, LiveTopology<Backend> topology, Surroundings surroundings) {
        return new HintFlush(buffer, () -> topology.work().cluster().metadata(), surroundings);
    }

    @Bean
    BackendAssembly.Shared shared(
            ClusterConfiguration cluster,
            RequestProperties requests,
            ExperimentProperties experiments,
            MemoryProperties memory,
            SpoolProperties spool,
            ObjectKeys keys,
            ObjectProvider<LiveLevel> level,
            HotKeys hot,
            HintBuffer hints,
            Surroundings surroundings,
            MeterRegistry meters) {
        int accounts = cluster.toAccounts().size();
        RequestSettings settings =
                requests.toSettings(
                        experiments.recordOrder(),
                        memory.roomForStripes(largestStripe(cluster), accounts));
        var shared =
                new BackendAssembly.Shared(
                        settings,
                        new StripeBuffers(surroundings.tasks(), settings.stripes()),
                        new Budget(
                                surroundings.tasks(),
                                new BudgetLimits(memory.readBytes(), accounts)),
                        spool.open(surroundings, accounts, memory.waitTimeout()),
                        keys,
                        () -> isOperated(level.getIfAvailable()),
                        new CommitMetrics(meters, hot),
                        hints,
                        new AtomicReference<>());
        BudgetMetrics.register(meters, "stripes", shared.stripes().memory());
        BudgetMetrics.register(meters, "reads", shared.reads());
        BudgetMetrics.register(meters, "spool", Objects.requireNonNull(shared.spool().room()));
        return shared;
    }

    /** A gateway that is part of no cluster has no level. */
    private static boolean isOperated(@Nullable LiveLevel level) {
        return level == null || level.written() >= LevelRange.OPERATED;
    }

    @Bean
    LiveTopology<Backend> liveTopology(
            ClusterConfiguration cluster,
            RequestProperties requests,
            ExperimentProperties experiments,
            DataCenterRoutes routes,
            BackendAssembly.Shared shared,
            Surroundings surroundings,
            MeterRegistry meters) {
        return new LiveTopology<>(
                cluster.toTopology(),
                new BackendAssembly(
                        cluster, requests, experiments, routes, shared, surroundings, meters));
    }

    @Bean
    RepeatedLook topologyWatch(
            LiveTopology<Backend> topology,
            ClusterConfiguration cluster,
            Surroundings surroundings,
            TopologyMetrics metrics,
            MaintenanceWatch maintenance,
            MeterRegistry meters) {
        DataCenterGauges gauges = new DataCenterGauges(topology, maintenance, meters);
        gauges.register();
        return TopologyWatch.over(
                topology,
                cluster,
                surroundings,
                () -> {
                    metrics.update();
                    gauges.register();
                });
    }

    @Bean
    MaintenanceLease maintenanceLease(SystemRows rows, Surroundings surroundings) {
        return new MaintenanceLease(rows, surroundings);
    }

    @Bean
    MaintenanceWatch maintenanceWatch(
            MaintenanceLease lease, LiveTopology<Backend> topology, Surroundings surroundings) {
        return new MaintenanceWatch(
                lease,
                surroundings,
                dcs -> {
                    topology.work().cluster().suspicion().expectAway(dcs);
                    topology.work().cluster().dataSuspicion().expectAway(dcs);
                });
    }

    @Bean
    RepeatedLook maintenanceLook(MaintenanceWatch watch, Surroundings surroundings) {
        return new RepeatedLook(
                "maintenance", () -> MAINTENANCE_INTERVAL, surroundings, watch::look);
    }

    /** Returns what the largest stripe of any account takes in memory, with parity, in bytes. */
    private static long largestStripe(ClusterConfiguration cluster) {
        return cluster.toAccounts().values().stream()
                .map(a -> new StripeLayout(a.coding(), a.stripeSize(), a.stripeSize()))
                .mapToLong(StripeBuffers::bytes)
                .max()
                .orElseThrow();
    }

    @Bean
    EpochRetry epochRetry(LiveTopology<Backend> topology, Surroundings surroundings) {
        return new EpochRetry(topology, surroundings.time());
    }

    @Bean
    BucketService bucketService(EpochRetry epochs) {
        return new EpochBuckets(epochs);
    }

    @Bean
    SystemRows systemRows(EpochRetry epochs) {
        return new EpochRows(epochs);
    }

    @Bean
    UploadService uploadService(EpochRetry epochs) {
        return new EpochUploads(epochs);
    }

    @Bean
    ObjectService objectService(EpochRetry epochs) {
        return new EpochObjects(epochs);
    }

    @Bean
    EventLog eventLog(ClusterConfiguration cluster, EpochRetry epochs, Surroundings surroundings) {
        return new EpochEvents(epochs, cluster.dc(), new Lanes(surroundings));
    }
}
