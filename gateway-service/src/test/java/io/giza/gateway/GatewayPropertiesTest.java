package io.giza.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.config.ByteSize;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class GatewayPropertiesTest {
    @Test
    void defaultsAreTheDocumentedOnes() {
        GatewayProperties properties = bind(Map.of());
        assertThat(properties)
                .isEqualTo(
                        new GatewayProperties(
                                "mine",
                                "known to me",
                                "default",
                                "us-east-1",
                                List.of(),
                                List.of(),
                                "BucketOwnerEnforced",
                                Duration.ofMinutes(15),
                                false,
                                ByteSize.valueOf("5GiB"),
                                ByteSize.valueOf("16MiB"),
                                8,
                                Duration.ofMinutes(5),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(2),
                                List.of(),
                                Duration.ofSeconds(30),
                                100,
                                ByteSize.valueOf("10GiB"),
                                Duration.ofSeconds(2),
                                new GatewayProperties.AccessLogProperties(false, 1),
                                new GatewayProperties.SlowClientProperties(
                                        Duration.ofSeconds(30),
                                        ByteSize.valueOf("4KiB"),
                                        Duration.ofSeconds(30),
                                        Duration.ofSeconds(30))));
        assertThat(properties.toString()).doesNotContain("known to me");
    }

    @Test
    void everyKeyIsBound() {
        GatewayProperties properties =
                bind(
                        Map.ofEntries(
                                Map.entry("giza.gateway.access-key", "me"),
                                Map.entry("giza.gateway.secret-key", "long-enough"),
                                Map.entry("giza.gateway.account", "other"),
                                Map.entry("giza.gateway.region", "mars-1"),
                                Map.entry("giza.gateway.domains", "s3.test,s3.other.test"),
                                Map.entry("giza.gateway.website-domains", "site.test"),
                                Map.entry("giza.gateway.default-object-ownership", "ObjectWriter"),
                                Map.entry("giza.gateway.clock-skew", "1m"),
                                Map.entry("giza.gateway.signature-v2", "true"),
                                Map.entry("giza.gateway.max-put", "1MB"),
                                Map.entry("giza.gateway.max-drain", "1KB"),
                                Map.entry("giza.gateway.delete-parallelism", "3"),
                                Map.entry("giza.gateway.delete-timeout", "9s"),
                                Map.entry("giza.gateway.key-freshness", "4s"),
                                Map.entry("giza.gateway.quota-freshness", "3s"),
                                Map.entry("giza.gateway.unknown-lookups", "7"),
                                Map.entry("giza.gateway.form-space", "9MB"),
                                Map.entry("giza.gateway.slow-log", "5s"),
                                Map.entry("giza.gateway.access-log.enabled", "true"),
                                Map.entry("giza.gateway.access-log.sample", "0.25"),
                                Map.entry("giza.gateway.cross-origin-freshness", "1s"),
                                Map.entry("giza.gateway.console-origins", "https://console.test"),
                                Map.entry("giza.gateway.slow-clients.window", "2s"),
                                Map.entry("giza.gateway.slow-clients.head", "6s"),
                                Map.entry("giza.gateway.slow-clients.idle", "8s"),
                                Map.entry("giza.gateway.slow-clients.least", "7KB")));
        assertThat(properties)
                .isEqualTo(
                        new GatewayProperties(
                                "me",
                                "long-enough",
                                "other",
                                "mars-1",
                                List.of("s3.test", "s3.other.test"),
                                List.of("site.test"),
                                "ObjectWriter",
                                Duration.ofMinutes(1),
                                true,
                                ByteSize.valueOf("1MiB"),
                                ByteSize.valueOf("1KiB"),
                                3,
                                Duration.ofSeconds(9),
                                Duration.ofSeconds(4),
                                Duration.ofSeconds(1),
                                List.of("https://console.test"),
                                Duration.ofSeconds(3),
                                7,
                                ByteSize.valueOf("9MiB"),
                                Duration.ofSeconds(5),
                                new GatewayProperties.AccessLogProperties(true, 0.25),
                                new GatewayProperties.SlowClientProperties(
                                        Duration.ofSeconds(2),
                                        ByteSize.valueOf("7KiB"),
                                        Duration.ofSeconds(6),
                                        Duration.ofSeconds(8))));
    }

    @ParameterizedTest
    @CsvSource({
        "access-key, ' '",
        "secret-key, short",
        "account, ' '",
        "region, 'a b'",
        "domains, s3.test:9000",
        "website-domains, '*.site.test'",
        "default-object-ownership, Mine",
        "console-origins, https://console.test/",
        "console-origins, *",
        "access-log.sample, 1.5",
        "access-log.sample, -0.1",
        "clock-skew, 16m",
        "clock-skew, 0s",
        "max-put, 6GB",
        "max-put, 0B",
        "max-drain, 65MB",
        "delete-parallelism, 0",
        "delete-parallelism, 65",
        "delete-timeout, 2h",
        "key-freshness, 0s",
        "key-freshness, 61s",
        "cross-origin-freshness, 0s",
        "unknown-lookups, 0",
        "unknown-lookups, 100001",
        "slow-clients.head, 0s",
        "slow-clients.idle, 2h",
        "slow-clients.window, 0s",
        "slow-clients.least, 2GB"
    })
    void valueOutOfBoundsIsRefusedWithItsName(String key, String value) {
        assertThatThrownBy(() -> bind(Map.of("giza.gateway." + key, value)))
                .rootCause()
                .hasMessageStartingWith("giza.gateway." + key + " ");
    }

    @ParameterizedTest
    @CsvSource({"form-space, -1B", "slow-clients.least, -1B", "max-put, 5", "max-drain, 1PB"})
    void whatIsNoSizeIsRefusedWithTheNameAndAnExample(String key, String value) {
        assertThatThrownBy(() -> bind(Map.of("giza.gateway." + key, value)))
                .hasMessageContaining("giza.gateway." + key)
                .rootCause()
                .hasMessageContaining("'" + value + "'")
                .hasMessageContaining("such as 64KiB or 4MiB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"64KB", "64KiB", "65536B", "64 kib"})
    void sizesReadAlikeWhateverTheUnitIsCalled(String value) {
        assertThat(bind(Map.of("giza.gateway.max-drain", value)).maxDrain().bytes())
                .isEqualTo(64 << 10);
    }

    @Test
    void noneAtAllNeedsNoUnit() {
        GatewayProperties none =
                bind(
                        Map.of(
                                "giza.gateway.form-space",
                                "0",
                                "giza.gateway.slow-clients.least",
                                "0"));
        assertThat(none.formSpace().bytes()).isZero();
        assertThat(none.slowClients().least().bytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gizaadmin"})
    void aGatewayDoesNotStartWithoutASecretThatNobodyKnows(String secret) {
        assertThatThrownBy(() -> bind(Map.of("giza.gateway.secret-key", secret)))
                .rootCause()
                .hasMessageStartingWith("giza.gateway.secret-key must be set")
                .hasMessageContaining("openssl rand");
    }

    private static GatewayProperties bind(Map<String, String> values) {
        Map<String, String> all = new HashMap<>();
        all.put("giza.gateway.access-key", "mine");
        all.put("giza.gateway.secret-key", "known to me");
        all.putAll(values);
        return new Binder(new MapConfigurationPropertySource(all))
                .bindOrCreate("giza.gateway", GatewayProperties.class);
    }
}
