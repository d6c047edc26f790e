package io.giza.gateway;

import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.gateway.admin.AccountRoutes;
import io.giza.gateway.admin.AdminApi;
import io.giza.gateway.admin.AdminRoute;
import io.giza.gateway.admin.AuditTrail;
import io.giza.gateway.admin.BucketRoutes;
import io.giza.gateway.admin.ClusterRoutes;
import io.giza.gateway.admin.EventRoutes;
import io.giza.gateway.admin.HotRoutes;
import io.giza.gateway.admin.JobRoutes;
import io.giza.gateway.admin.KeyRoutes;
import io.giza.gateway.admin.MaintenanceRoutes;
import io.giza.gateway.admin.ObjectRoutes;
import io.giza.gateway.admin.OperatorRoutes;
import io.giza.gateway.admin.ProbeRoutes;
import io.giza.gateway.admin.QuotaChanges;
import io.giza.gateway.admin.RegionHandler;
import io.giza.gateway.admin.Regions;
import io.giza.gateway.admin.SupportRoutes;
import io.giza.gateway.admin.TopologyRoutes;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.encryption.keys.ClusterKeys;
import io.giza.gateway.encryption.wiring.MasterKeyProperties;
import io.giza.gateway.encryption.wiring.SealingGateways;
import io.giza.gateway.encryption.wiring.SealingRoutes;
import io.giza.gateway.epoch.Backend;
import io.giza.gateway.key.KeyResealing;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.load.LoadRoutes;
import io.giza.gateway.load.OwnDisks;
import io.giza.gateway.load.RecentBudgets;
import io.giza.gateway.maintenance.MaintenanceLease;
import io.giza.gateway.object.ObjectInspector;
import io.giza.gateway.quota.QuotaRows;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.limit.RequestLimits;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.upgrade.ProcessCensus;
import io.giza.gateway.upgrade.UpgradeRoutes;
import io.giza.http.ClusterToken;
import io.giza.http.ServiceClient;
import io.giza.level.LiveLevel;
import io.giza.model.DcName;
import io.giza.replica.Slowness;
import io.giza.replica.Suspicion;
import io.giza.service.LogLines;
import io.giza.service.Management;
import io.giza.service.ServiceClients;
import io.giza.topology.LiveTopology;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What operators ask a gateway. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WorkerProperties.class)
@Import({DiagnosisConfiguration.class, UpgradeConfiguration.class})
class AdminConfiguration {
    private static final int MAX_CONNECTIONS = 8;
    private static final int MAX_ANSWER_BYTES = 64 << 20;

    @Bean(destroyMethod = "close")
    Regions.Clients regionClients(ServiceClient own, ServiceClients clients) {
        return new Regions.Clients(own, clients.gateways(MAX_CONNECTIONS, MAX_ANSWER_BYTES));
    }

    @Bean
    Regions regions(
            ClusterConfiguration cluster,
            LiveTopology<Backend> topology,
            WorkerProperties workers,
            Regions.Clients clients,
            Surroundings surroundings) {
        return new Regions(
                cluster.dc(),
                () -> topology.topology().gateways(),
                workers.byKind(),
                clients,
                surroundings);
    }

    @Bean
    RegionHandler.Gateway gateway(
            ClusterConfiguration cluster,
            LiveTopology<Backend> topology,
            Management management,
            MasterKeyProperties master) {
        return new RegionHandler.Gateway(
                () -> cluster.with(topology.topology()), management.build(), master.fingerprint());
    }

    @Bean
    OwnDisks ownDisks(
            ClusterConfiguration cluster, LiveTopology<Backend> topology, Regions regions) {
        return new OwnDisks(
                regions, () -> Optional.ofNullable(topology.topology().byName().get(cluster.dc())));
    }

    @Bean
    RegionHandler region(
            RegionHandler.Gateway gateway,
            Regions regions,
            OwnDisks disks,
            LiveTopology<Backend> topology,
            HotRoutes hot,
            SupportRoutes support,
            LoadRoutes load,
            RecentBudgets budgets,
            ProcessCensus census) {
        SequencedMap<String, Supplier<?>> state = new LinkedHashMap<>();
        state.put("memory", budgets::json);
        state.put("disks", disks::json);
        state.put("slow", () -> slow(topology, Cluster::dataSuspicion));
        state.put("slow_votes", () -> slow(topology, Cluster::suspicion));
        return new RegionHandler(
                gateway,
                regions,
                List.of(hot.fact(), support.fact(), load.fact(), census.fact()),
                state);
    }

    /** The slow data centers, as this gateway sees them. */
    private static List<String> slow(
            LiveTopology<Backend> topology, Function<Cluster, Suspicion> suspicion) {
        Slowness slowness = suspicion.apply(topology.work().cluster()).slowness();
        return topology.topology().byName().keySet().stream()
                .filter(slowness::isSlow)
                .map(DcName::value)
                .sorted()
                .toList();
    }

    @Bean
    ClusterRoutes clusterRoutes(
            ClusterConfiguration configuration,
            LiveTopology<Backend> topology,
            Regions regions,
            RegionHandler region) {
        return new ClusterRoutes(configuration, topology, regions, region);
    }

    @Bean
    JobRoutes jobRoutes(LiveTopology<Backend> topology, Regions regions) {
        return new JobRoutes(regions, () -> List.copyOf(topology.topology().byName().keySet()));
    }

    @Bean
    ObjectRoutes objectRoutes(Accounts accounts, LiveTopology<Backend> topology) {
        return new ObjectRoutes(() -> inspector(topology.work()), accounts);
    }

    @Bean
    TopologyRoutes topologyRoutes(
            ClusterConfiguration cluster,
            LiveTopology<Backend> topology,
            Regions regions,
            LiveLevel level,
            Surroundings surroundings) {
        return new TopologyRoutes(
                topology,
                cluster.topology().epoch(),
                cluster.toAccounts().values(),
                regions,
                level,
                surroundings.time());
    }

    @Bean
    MaintenanceRoutes maintenanceRoutes(
            MaintenanceLease lease, LiveTopology<Backend> topology, Surroundings surroundings) {
        return new MaintenanceRoutes(
                lease, () -> topology.topology().byName().keySet(), surroundings.time());
    }

    private static ObjectInspector inspector(Backend backend) {
        return new ObjectInspector(backend.cluster(), backend.directory());
    }

    @Bean
    QuotaChanges quotaChanges(SystemRows rows, LiveLevel level, Surroundings surroundings) {
        return new QuotaChanges(new QuotaRows(rows), level, surroundings);
    }

    @Bean
    BucketRoutes bucketRoutes(BucketService buckets, SystemRows rows, QuotaChanges changes) {
        return new BucketRoutes(buckets, rows, changes);
    }

    @Bean
    AccountRoutes accountRoutes(Accounts accounts, QuotaChanges changes) {
        return new AccountRoutes(accounts, changes.quotas(), changes);
    }

    @Bean
    AuditTrail auditTrail(
            ClusterConfiguration cluster,
            GatewayProperties properties,
            SystemRows rows,
            Surroundings surroundings) {
        if (properties.accessLog().enabled()) {
            LogLines.writeBare(AuditTrail.LOGGER);
        }
        return new AuditTrail(cluster.dc(), rows, surroundings);
    }

    @Bean
    KeyRoutes keyRoutes(KeyService keys, LiveLevel level, Surroundings surroundings) {
        return new KeyRoutes(keys, level, surroundings.time());
    }

    @Bean
    SealingRoutes sealingRoutes(
            KeyResealing secrets,
            ClusterKeys objectKeys,
            SealingGateways gateways,
            LiveLevel level,
            Surroundings surroundings) {
        return new SealingRoutes(secrets, objectKeys, gateways, level, surroundings.time());
    }

    /** Several gateways of a data center share an address: only their metrics show each of them. */
    @Bean
    MeterBinder masterKeyMetrics(MasterKeyProperties master) {
        return registry ->
                Gauge.builder("giza.master.key", () -> 1)
                        .description("1, with the fingerprint of the gateway's master key")
                        .tag("fingerprint", master.fingerprint())
                        .register(registry);
    }

    @Bean
    SealingGateways sealingGateways(
            ClusterConfiguration cluster,
            LiveTopology<Backend> topology,
            MasterKeyProperties master,
            Regions regions) {
        return new SealingGateways(
                cluster.dc(),
                master.fingerprint(),
                () -> List.copyOf(topology.topology().byName().keySet()),
                regions);
    }

    @Bean
    AdminApi adminApi(
            Authenticator authenticator,
            AuditTrail audit,
            RequestLimits limits,
            SystemRows rows,
            ClusterRoutes cluster,
            TopologyRoutes topology,
            MaintenanceRoutes maintenance,
            JobRoutes jobs,
            ObjectRoutes objects,
            BucketRoutes buckets,
            AccountRoutes accounts,
            ProbeRoutes probes,
            HotRoutes hot,
            SupportRoutes support,
            LoadRoutes load,
            KeyRoutes keys,
            SealingRoutes sealing,
            UpgradeRoutes upgrade) {
        List<AdminRoute> routes =
                Stream.of(
                                cluster.routes(),
                                topology.routes(),
                                maintenance.routes(),
                                jobs.routes(),
                                objects.routes(),
                                buckets.routes(),
                                accounts.routes(),
                                probes.routes(),
                                hot.routes(),
                                support.routes(),
                                load.routes(),
                                new EventRoutes(rows).routes(),
                                keys.routes(),
                                sealing.routes(),
                                upgrade.routes())
                        .flatMap(List::stream)
                        .toList();
        return new AdminApi(authenticator, audit, limits, routes);
    }

    @Bean
    OperatorRoutes operators(
            ClusterConfiguration cluster,
            AdminApi api,
            Management management,
            RegionHandler region) {
        return new OperatorRoutes(
                new ClusterToken(cluster.goodTokens()),
                api,
                management.below(OperatorRoutes.PREFIX + "/"),
                region);
    }
}
