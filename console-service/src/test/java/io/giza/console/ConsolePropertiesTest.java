package io.giza.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

class ConsolePropertiesTest {
    private static ConsoleProperties bind(Map<String, String> keys) {
        return new Binder(new MapConfigurationPropertySource(keys))
                .bindOrCreate("giza.console", ConsoleProperties.class);
    }

    @Test
    void defaultsAreTheDocumentedOnes() {
        URI local = URI.create("http://127.0.0.1:9000");
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new ConsoleProperties(
                                List.of(local),
                                List.of(local),
                                "us-east-1",
                                null,
                                "",
                                Duration.ofMinutes(30),
                                Duration.ofHours(12)));
    }

    @Test
    void everyKeyIsBound() {
        String key = Base64.getEncoder().encodeToString(new byte[32]);
        ConsoleProperties properties =
                bind(
                        Map.of(
                                "giza.console.gateways", "http://a:1,http://b:1",
                                "giza.console.s3-urls", "https://a,https://b",
                                "giza.console.region", "mars-1",
                                "giza.console.gateway-ca", "/etc/ca.crt",
                                "giza.console.session-key", key,
                                "giza.console.idle", "1m",
                                "giza.console.longest", "2h"));
        assertThat(properties)
                .isEqualTo(
                        new ConsoleProperties(
                                List.of(URI.create("http://a:1"), URI.create("http://b:1")),
                                List.of(URI.create("https://a"), URI.create("https://b")),
                                "mars-1",
                                Path.of("/etc/ca.crt"),
                                key,
                                Duration.ofMinutes(1),
                                Duration.ofHours(2)));
        assertThat(properties.toString()).doesNotContain(key);
    }

    @ParameterizedTest
    @CsvSource({
        "gateways, ftp://a",
        "gateways, http://a/path",
        "s3-urls, 'http://a,http://b'",
        "region, 'a b'",
        "session-key, c2hvcnQ=",
        "idle, 0s",
        "longest, 25h"
    })
    void aWrongValueNamesItsKey(String key, String value) {
        assertThatThrownBy(() -> bind(Map.of("giza.console." + key, value)))
                .rootCause()
                .hasMessageContaining("giza.console." + key);
    }
}
