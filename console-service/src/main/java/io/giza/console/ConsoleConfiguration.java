package io.giza.console;

import com.github.benmanes.caffeine.cache.Ticker;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.Gateways;
import io.giza.console.session.BrowserGuard;
import io.giza.console.session.SessionCookies;
import io.giza.console.session.SessionSealer;
import io.giza.console.session.SignInLimit;
import io.giza.console.storage.Links;
import io.giza.console.storage.ObjectReading;
import io.giza.console.storage.S3Access;
import io.giza.console.storage.Transfers;
import io.giza.service.AuthorityFile;
import io.giza.service.BuildInformation;
import io.giza.service.configuration.ConfigurationKeys;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;

import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.net.ssl.HttpsURLConnection;

/** The wiring of a console, up to its pages. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ConsoleProperties.class)
class ConsoleConfiguration {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofMinutes(2);

    @Bean
    InstantSource instantSource() {
        return InstantSource.system();
    }

    @Bean
    BuildInformation buildInformation(
            ConfigurableEnvironment environment, ObjectProvider<BuildProperties> build) {
        ConfigurationKeys.read().requireKnown(environment);
        return BuildInformation.of(environment, build.getIfAvailable());
    }

    @Bean
    InfoContributor info(BuildInformation build) {
        return info -> info.withDetails(Map.copyOf(build.toMap()));
    }

    /** Whom https gateways are to be vouched for by; empty for those whom the JDK trusts. */
    private static Optional<AuthorityFile> authority(ConsoleProperties properties) {
        try {
            return Optional.ofNullable(properties.gatewayCa()).map(AuthorityFile::new);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("giza.console.gateway-ca: " + e.getMessage(), e);
        }
    }

    @Bean(destroyMethod = "close")
    HttpClient gatewayHttpClient(ConsoleProperties properties) {
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT);
        authority(properties).ifPresent(each -> builder.sslContext(each.get()));
        return builder.build();
    }

    @Bean(destroyMethod = "close")
    SdkHttpClient sdkHttpClient(ConsoleProperties properties) {
        Optional<AuthorityFile> authority = authority(properties);
        return UrlConnectionHttpClient.create(
                url -> {
                    HttpURLConnection connection = open(url);
                    if (connection instanceof HttpsURLConnection secure) {
                        authority.ifPresent(
                                each -> secure.setSSLSocketFactory(each.get().getSocketFactory()));
                    }
                    return connection;
                });
    }

    private static HttpURLConnection open(URI url) {
        try {
            HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
            connection.setConnectTimeout(Math.toIntExact(CONNECT.toMillis()));
            connection.setReadTimeout(Math.toIntExact(SILENCE.toMillis()));
            connection.setUseCaches(false);
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Bean
    Gateways gateways(ConsoleProperties properties, HttpClient http) {
        List<Gateways.Gateway> all = new ArrayList<>();
        for (int i = 0; i < properties.gateways().size(); i++) {
            all.add(new Gateways.Gateway(properties.gateways().get(i), properties.s3Urls().get(i)));
        }
        return new Gateways(all, http, System::nanoTime);
    }

    @Bean
    AdminApi adminApi(Gateways gateways, HttpClient http, InstantSource clock, JsonMapper json) {
        return new AdminApi(gateways, http, clock, json);
    }

    @Bean
    S3Access s3Access(Gateways gateways, ConsoleProperties properties, SdkHttpClient http) {
        return new S3Access(gateways, properties.region(), http);
    }

    @Bean
    Links links(S3Access access) {
        return new Links(access);
    }

    @Bean
    ObjectReading objectReading(S3Access access, Links links) {
        return new ObjectReading(access, links);
    }

    @Bean
    Transfers transfers(S3Access access) {
        return new Transfers(access);
    }

    @Bean
    SessionCookies sessionCookies(ConsoleProperties properties, InstantSource clock) {
        return new SessionCookies(
                new SessionSealer(properties.sessionKey()),
                clock,
                properties.idle(),
                properties.longest());
    }

    @Bean
    SignInLimit signInLimit() {
        return new SignInLimit(Ticker.systemTicker());
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    BrowserGuard browserGuard(ConsoleProperties properties) {
        return new BrowserGuard(properties.s3Urls());
    }
}
