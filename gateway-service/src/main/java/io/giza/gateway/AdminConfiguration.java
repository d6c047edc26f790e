package io.giza.gateway;

import io.giza.config.ClusterConfiguration;
import io.giza.gateway.admin.ClusterTokenFilter;
import io.giza.gateway.admin.InspectionController;
import io.giza.gateway.admin.KeyController;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.object.ObjectInspector;
import io.giza.gateway.s3.RawPathAdapter;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.http.ClusterToken;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

import java.util.Set;

/** What operators ask a gateway. */
@Configuration(proxyBeanMethods = false)
class AdminConfiguration {
    private static final String HEALTH = RawPathAdapter.SPRING_PREFIX + "/health";

    @Bean
    InspectionController inspectionController(
            GatewayProperties properties,
            Accounts accounts,
            Cluster cluster,
            BucketDirectory directory) {
        return new InspectionController(
                new ObjectInspector(cluster, directory),
                accounts.find(properties.account()).orElseThrow());
    }

    @Bean
    KeyController keyController(KeyService keys) {
        return new KeyController(keys);
    }

    @Bean
    FilterRegistrationBean<ClusterTokenFilter> clusterTokenFilter(ClusterConfiguration cluster) {
        FilterRegistrationBean<ClusterTokenFilter> registration =
                new FilterRegistrationBean<>(
                        new ClusterTokenFilter(
                                new ClusterToken(cluster.clusterToken()), Set.of(HEALTH)));
        registration.addUrlPatterns(RawPathAdapter.SPRING_PREFIX + "/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }
}
