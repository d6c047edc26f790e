package io.giza.gateway.encryption.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Who keeps named keys, as configuration says it. */
class EncryptionPropertiesTest {
    private static final Map<String, String> KEEPERS =
            Map.of(
                    "giza.encryption.keyring-file", "/keys",
                    "giza.encryption.vault.address", "https://vault",
                    "giza.encryption.key-vault.url", "https://a.vault.azure.net");

    private static EncryptionProperties bound(Map<String, String> settings) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.put("giza.encryption.vault.token-file", "/token");
        return new Binder(new MapConfigurationPropertySource(all))
                .bindOrCreate("giza.encryption", EncryptionProperties.class);
    }

    private static void assertRefused(Map<String, String> settings, String... words) {
        assertThatException()
                .isThrownBy(() -> bound(settings))
                .havingRootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }

    @Test
    void eachKeeperCanBeAlone() {
        assertThat(bound(Map.of()).keyVault().isSet()).isFalse();
        assertThat(bound(Map.of()).keyVault().timeout()).isEqualTo(Duration.ofSeconds(5));
        KEEPERS.forEach((key, value) -> assertThat(bound(Map.of(key, value))).isNotNull());
        EncryptionProperties properties =
                bound(
                        Map.of(
                                "giza.encryption.key-vault.url", "https://a.vault.azure.net",
                                "giza.encryption.key-vault.client-id", "client",
                                "giza.encryption.key-vault.tenant-id", "tenant",
                                "giza.encryption.key-vault.timeout", "9s"));
        assertThat(properties.keyVault().toAddress().url()).hasHost("a.vault.azure.net");
        assertThat(properties.keyVault().toAddress().identity().clientId()).isEqualTo("client");
        assertThat(properties.keyVault().toAddress().identity().tenantId()).isEqualTo("tenant");
        assertThat(properties.keyVault().toAddress().requestTimeout())
                .isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void severalKeepersAreRefusedByTheirNames() {
        for (String one : KEEPERS.keySet()) {
            for (String other : KEEPERS.keySet()) {
                if (!one.equals(other)) {
                    assertRefused(
                            Map.of(one, KEEPERS.get(one), other, KEEPERS.get(other)), one, other);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.vault.azure.net",
                "a.vault.azure.net",
                "https://a.vault.azure.net/keys",
                "https://user@a.vault.azure.net"
            })
    void aUrlThatIsNoneOfAVaultIsRefusedByItsKey(String url) {
        assertRefused(
                Map.of("giza.encryption.key-vault.url", url),
                "giza.encryption.key-vault.url",
                "https://NAME.vault.azure.net");
    }

    @ParameterizedTest
    @CsvSource({"0s", "-1s", "31s"})
    void aTimeThatNobodyWaitsIsRefusedByItsKey(String timeout) {
        assertRefused(
                Map.of("giza.encryption.key-vault.timeout", timeout),
                "giza.encryption.key-vault.timeout");
    }

    @Test
    void aDefaultKeyThatTheVaultCannotHaveIsRefused() {
        assertRefused(
                Map.of(
                        "giza.encryption.key-vault.url", "https://a.vault.azure.net",
                        "giza.encryption.default-key", "my_key"),
                "giza.encryption.default-key",
                "my_key");
    }
}
