package io.giza.service.tracing;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.resources.Resource;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** What traces the requests of a process. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TracingProperties.class)
public class TracingConfiguration {
    @Bean(destroyMethod = "close")
    Tracing tracing(TracingProperties properties, Environment environment) {
        Attributes process =
                Attributes.builder()
                        .put(
                                "service.name",
                                environment.getProperty("spring.application.name", "giza"))
                        .put("giza.dc", environment.getProperty("giza.dc", ""))
                        .build();
        return Tracing.of(properties, Resource.create(process));
    }
}
