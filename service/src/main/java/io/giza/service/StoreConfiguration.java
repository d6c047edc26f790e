package io.giza.service;

import io.giza.http.ServiceClient;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What every service has that keeps a store: the way to the metadata-services, for its guard. */
@Configuration(proxyBeanMethods = false)
@Import(InternalServiceConfiguration.class)
public class StoreConfiguration {
    private static final int MAX_CONNECTIONS = 8;
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    @Bean(destroyMethod = "close")
    ServiceClient serviceClient(ServiceClients clients) {
        return clients.client(MAX_CONNECTIONS, MAX_ANSWER_BYTES);
    }
}
