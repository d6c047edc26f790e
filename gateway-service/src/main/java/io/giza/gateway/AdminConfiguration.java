package io.giza.gateway;

import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.gateway.admin.AdminApi;
import io.giza.gateway.admin.AdminRoute;
import io.giza.gateway.admin.AuditTrail;
import io.giza.gateway.admin.ClusterRoutes;
import io.giza.gateway.admin.EventRoutes;
import io.giza.gateway.admin.HotRoutes;
import io.giza.gateway.admin.JobRoutes;
import io.giza.gateway.admin.KeyRoutes;
import io.giza.gateway.admin.ObjectRoutes;
import io.giza.gateway.admin.OperatorRoutes;
import io.giza.gateway.admin.ProbeRoutes;
import io.giza.gateway.admin.RegionHandler;
import io.giza.gateway.admin.Regions;
import io.giza.gateway.admin.SupportRoutes;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.key.KeyResealing;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.object.ObjectInspector;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.limit.RequestLimits;
import io.giza.gateway.system.SystemRows;
import io.giza.http.ClusterToken;
import io.giza.http.ServiceClient;
import io.giza.replica.Topology.DataCenter;
import io.giza.service.LogLines;
import io.giza.service.Management;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import java.util.List;
import java.util.stream.Stream;

/** What operators ask a gateway. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WorkerProperties.class)
@Import(DiagnosisConfiguration.class)
class AdminConfiguration {
    @Bean
    Regions regions(
            ClusterConfiguration cluster,
            WorkerProperties workers,
            ServiceClient client,
            Surroundings surroundings) {
        return new Regions(
                cluster.dc(),
                cluster.topology().gateways(),
                workers.byKind(),
                client,
                surroundings);
    }

    @Bean
    RegionHandler region(
            ClusterConfiguration cluster,
            Management management,
            Regions regions,
            HotRoutes hot,
            SupportRoutes support) {
        return new RegionHandler(cluster, management.build(), regions, hot, support);
    }

    @Bean
    ClusterRoutes clusterRoutes(
            ClusterConfiguration configuration,
            Cluster cluster,
            Regions regions,
            RegionHandler region) {
        return new ClusterRoutes(configuration, cluster, regions, region);
    }

    @Bean
    JobRoutes jobRoutes(ClusterConfiguration cluster, Regions regions) {
        return new JobRoutes(
                regions,
                cluster.toTopology().dataCenters().stream().map(DataCenter::name).toList());
    }

    @Bean
    ObjectRoutes objectRoutes(Accounts accounts, Cluster cluster, BucketDirectory directory) {
        return new ObjectRoutes(new ObjectInspector(cluster, directory), accounts);
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
    AdminApi adminApi(
            Authenticator authenticator,
            AuditTrail audit,
            RequestLimits limits,
            SystemRows rows,
            ClusterRoutes cluster,
            JobRoutes jobs,
            ObjectRoutes objects,
            ProbeRoutes probes,
            HotRoutes hot,
            SupportRoutes support,
            KeyService keys,
            KeyResealing resealing) {
        List<AdminRoute> routes =
                Stream.of(
                                cluster.routes(),
                                jobs.routes(),
                                objects.routes(),
                                probes.routes(),
                                hot.routes(),
                                support.routes(),
                                new EventRoutes(rows).routes(),
                                new KeyRoutes(keys, resealing).routes())
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
