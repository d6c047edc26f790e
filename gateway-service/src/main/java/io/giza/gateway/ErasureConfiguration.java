package io.giza.gateway;

import io.giza.config.KernelStartup;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The kernel of erasure codes, which is warmed once the gateway is ready. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ErasureProperties.class)
class ErasureConfiguration {
    @Bean
    KernelStartup kernelStartup(ErasureProperties properties, MeterRegistry meters) {
        KernelStartup startup = properties.startup();
        startup.report(meters);
        return startup;
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> kernelWarmUp(KernelStartup startup) {
        return ready -> startup.begin();
    }
}
