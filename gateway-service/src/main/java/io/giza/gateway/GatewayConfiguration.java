package io.giza.gateway;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.key.StoredAccessKeys;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.s3.RawPathAdapter;
import io.giza.gateway.s3.S3Service;
import io.giza.gateway.s3.S3Servlet;
import io.giza.gateway.s3.auth.AccessKeys;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.connection.ClientProtocol;
import io.giza.gateway.s3.connection.ConnectionLimits;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.system.SystemRows;
import io.giza.replica.Account;
import io.giza.service.SurroundingsConfiguration;
import io.micrometer.core.instrument.MeterRegistry;

import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.error.ErrorPage;
import org.springframework.boot.web.error.ErrorPageRegistrar;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.RequestContextFilter;

/**
 * The wiring of the S3 edge. {@link ObjectService}, {@link BucketService}, {@link SystemRows} and
 * {@link Accounts} are given to it.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    GatewayProperties.class,
    MasterKeyProperties.class,
    MemoryProperties.class
})
@Import({SurroundingsConfiguration.class, S3Configuration.class})
public class GatewayConfiguration {
    /** Characters that some clients leave unencoded, and that the container would refuse. */
    private static final String RELAXED = "\"<>[\\]^`{|}";

    @Bean
    KeyService keyService(
            MasterKeyProperties master,
            Accounts accounts,
            SystemRows rows,
            Surroundings surroundings) {
        return new KeyService(rows, accounts, surroundings, master.toMasterKey());
    }

    /** The key of the configuration comes first: it works whatever the rows say. */
    @Bean
    AccessKeys accessKeys(
            GatewayProperties properties,
            MasterKeyProperties master,
            Accounts accounts,
            SystemRows rows,
            Surroundings surroundings) {
        Account account =
                accounts.find(properties.account())
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "giza.gateway.account is "
                                                        + properties.account()
                                                        + ", which giza.accounts does not have"));
        return AccessKeys.single(
                        properties.accessKey(),
                        new AccessKeys.Holder(properties.secretKey(), account))
                .or(
                        new StoredAccessKeys(
                                rows,
                                accounts,
                                surroundings,
                                master.toMasterKey(),
                                properties.keyFreshness(),
                                new RateLimiter(surroundings.time(), properties.unknownLookups())));
    }

    @Bean
    Authenticator authenticator(
            GatewayProperties properties, AccessKeys accessKeys, Surroundings surroundings) {
        return new Authenticator(
                accessKeys, surroundings.time(), properties.clockSkew(), properties.signatureV2());
    }

    @Bean
    ServletRegistrationBean<S3Servlet> s3Servlet(
            GatewayProperties properties,
            S3Service service,
            Surroundings surroundings,
            MeterRegistry metrics) {
        return new ServletRegistrationBean<>(
                new S3Servlet(
                        service,
                        surroundings,
                        metrics,
                        properties.slowClients().watchedBy(surroundings.time()),
                        properties.maxDrain().bytes()),
                RawPathAdapter.SERVLET_PATH);
    }

    /** The statuses that the container gives of its own when a body breaks off or stalls. */
    @Bean
    ErrorPageRegistrar s3ErrorPages() {
        return registry ->
                registry.addErrorPages(
                        new ErrorPage(HttpStatus.BAD_REQUEST, RawPathAdapter.SERVLET_PATH),
                        new ErrorPage(HttpStatus.REQUEST_TIMEOUT, RawPathAdapter.SERVLET_PATH));
    }

    /** Spring's servlet does for its own requests what this would do for all. */
    @Bean
    FilterRegistrationBean<RequestContextFilter> requestContextFilter() {
        FilterRegistrationBean<RequestContextFilter> none =
                new FilterRegistrationBean<>(new RequestContextFilter());
        none.setEnabled(false);
        return none;
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> s3Protocol() {
        return factory -> factory.setProtocol(ClientProtocol.class.getName());
    }

    @Bean
    TomcatConnectorCustomizer s3Connector(GatewayProperties properties, MemoryProperties memory) {
        return connector -> {
            RawPathAdapter.install(connector);
            if (connector.getProtocolHandler() instanceof ClientProtocol clients) {
                clients.setLimits(
                        properties.slowClients().head(),
                        ConnectionLimits.within(memory.connectionBytes()));
            }
            if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> protocol) {
                protocol.setRelaxedPathChars(RELAXED);
                protocol.setRelaxedQueryChars(RELAXED);
                protocol.setMaxSwallowSize(Math.toIntExact(properties.maxDrain().bytes()));
                // A client that waits for 100-continue is refused before it sends its body.
                protocol.setContinueResponseTiming("onRead");
            }
        };
    }
}
