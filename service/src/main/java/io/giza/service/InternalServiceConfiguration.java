package io.giza.service;

import io.giza.config.ClusterConfiguration;
import io.giza.http.ClusterTokenFilter;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import java.util.Set;

/** What every service has that is called by the cluster alone: nobody else gets an answer. */
@Configuration(proxyBeanMethods = false)
@Import(ServiceConfiguration.class)
class InternalServiceConfiguration {
    private static final String READINESS = ClusterTokenFilter.HEALTH + "/readiness";

    @Bean
    FilterRegistrationBean<ClusterTokenFilter> clusterTokenFilter(ClusterConfiguration cluster) {
        return FilterOrder.TOKEN.register(
                new ClusterTokenFilter(
                        cluster.clusterToken(), Set.of(ClusterTokenFilter.HEALTH, READINESS)));
    }
}
