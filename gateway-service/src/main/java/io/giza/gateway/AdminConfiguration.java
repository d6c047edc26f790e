package io.giza.gateway;

import io.giza.config.ClusterConfiguration;
import io.giza.gateway.admin.InspectionHandler;
import io.giza.gateway.admin.KeyHandler;
import io.giza.gateway.admin.OperatorRoutes;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.object.ObjectInspector;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.http.ClusterToken;
import io.giza.service.Management;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What operators ask a gateway. */
@Configuration(proxyBeanMethods = false)
class AdminConfiguration {
    @Bean
    KeyHandler keyHandler(KeyService keys) {
        return new KeyHandler(keys);
    }

    @Bean
    InspectionHandler inspectionHandler(
            GatewayProperties properties,
            Accounts accounts,
            Cluster cluster,
            BucketDirectory directory) {
        return new InspectionHandler(
                new ObjectInspector(cluster, directory),
                accounts.find(properties.account()).orElseThrow());
    }

    @Bean
    OperatorRoutes operators(
            ClusterConfiguration cluster,
            Management management,
            KeyHandler keys,
            InspectionHandler inspections) {
        return new OperatorRoutes(
                new ClusterToken(cluster.clusterToken()),
                management.below(OperatorRoutes.PREFIX + "/"),
                keys,
                inspections);
    }
}
