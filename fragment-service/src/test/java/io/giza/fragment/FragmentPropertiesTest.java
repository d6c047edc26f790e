package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureCredential;
import io.giza.config.ByteSize;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

class FragmentPropertiesTest {
    private static final String KEY = "c2VjcmV0";

    private static FragmentProperties bind(Map<String, String> keys) {
        return new Binder(new MapConfigurationPropertySource(keys))
                .bindOrCreate("giza.fragment", FragmentProperties.class);
    }

    @Test
    void everyKeyHasADefault() {
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new FragmentProperties(
                                FragmentProperties.Store.DISK,
                                null,
                                16,
                                Path.of("giza-data/fragments"),
                                true,
                                ByteSize.valueOf("6TiB"),
                                32,
                                true,
                                new FragmentProperties.Copies(
                                        ByteSize.valueOf("0B"), null, Duration.ofDays(7)),
                                Duration.ofMinutes(5)));
        assertThat(bind(Map.of()).copiesDir()).isEqualTo(Path.of("giza-data/copies"));
    }

    @Test
    void everyKeyIsRead() {
        assertThat(
                        bind(
                                Map.of(
                                        "giza.fragment.block-buffers",
                                        "9",
                                        "giza.fragment.data-dir",
                                        "/somewhere",
                                        "giza.fragment.rollback-guard",
                                        "false",
                                        "giza.fragment.max-fragment-size",
                                        "1GB",
                                        "giza.fragment.transfer-buffers",
                                        "5",
                                        "giza.fragment.direct-writes",
                                        "false",
                                        "giza.fragment.copies.size",
                                        "1MiB",
                                        "giza.fragment.copies.dir",
                                        "/elsewhere",
                                        "giza.fragment.copies.keep",
                                        "1m",
                                        "giza.fragment.idle-timeout",
                                        "9s")))
                .isEqualTo(
                        new FragmentProperties(
                                FragmentProperties.Store.DISK,
                                null,
                                9,
                                Path.of("/somewhere"),
                                false,
                                ByteSize.valueOf("1GiB"),
                                5,
                                false,
                                new FragmentProperties.Copies(
                                        ByteSize.valueOf("1MiB"),
                                        Path.of("/elsewhere"),
                                        Duration.ofMinutes(1)),
                                Duration.ofSeconds(9)));
    }

    @ParameterizedTest
    @CsvSource({
        "copies.size,1KiB",
        "copies.keep,1s",
        "copies.keep,366d",
        "max-fragment-size,0B",
        "transfer-buffers,0",
        "transfer-buffers,5000",
        "idle-timeout,10ms",
        "idle-timeout,2h",
        "block-buffers,0",
    })
    void whatMakesNoSenseIsRefusedByItsKey(String key, String value) {
        assertThatThrownBy(() -> bind(Map.of("giza.fragment." + key, value)))
                .rootCause()
                .hasMessageContaining("giza.fragment." + key);
    }

    @Test
    void anAccountOfAzureIsReadWithItsLimits() {
        AzureAccount account =
                bind(Map.of(
                                "giza.fragment.store",
                                "azure",
                                "giza.fragment.azure.account-name",
                                "photos1",
                                "giza.fragment.azure.account-key",
                                KEY,
                                "giza.fragment.azure.container",
                                "dc1",
                                "giza.fragment.azure.limits.request-timeout",
                                "7s",
                                "giza.fragment.azure.limits.connections",
                                "8"))
                        .account();

        assertThat(account.key()).isEqualTo("giza.fragment.azure");
        assertThat(account.container()).isEqualTo("dc1");
        assertThat(account.limits().requestTimeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(account.limits().connections()).isEqualTo(8);
        assertThat(account.limits().retries()).isEqualTo(3);
    }

    @Test
    void anIdentityIsEnabledByItsKey() {
        assertThat(
                        bind(Map.of(
                                        "giza.fragment.store",
                                        "azure",
                                        "giza.fragment.azure.account-name",
                                        "photos1",
                                        "giza.fragment.azure.identity.enabled",
                                        "true"))
                                .account()
                                .credential())
                .isEqualTo(new AzureCredential.Identity(null, null));
    }

    @Test
    void aMisconfiguredAccountIsRefusedByItsKeyWithoutItsSecret() {
        assertThatThrownBy(() -> bind(Map.of("giza.fragment.store", "azure")))
                .rootCause()
                .hasMessageStartingWith("giza.fragment.azure says no way to enter the account");
        assertThatThrownBy(
                        () ->
                                bind(
                                        Map.of(
                                                "giza.fragment.store",
                                                "azure",
                                                "giza.fragment.azure.account-name",
                                                "photos1",
                                                "giza.fragment.azure.account-key",
                                                "no secret !")))
                .rootCause()
                .hasMessageStartingWith("giza.fragment.azure.account-key is not base 64")
                .hasMessageNotContaining("no secret");
    }
}
