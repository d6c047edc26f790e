package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

class FragmentPropertiesTest {
    private static FragmentProperties bind(Map<String, String> keys) {
        return new Binder(new MapConfigurationPropertySource(keys))
                .bindOrCreate("giza.fragment", FragmentProperties.class);
    }

    @Test
    void everyKeyHasADefault() {
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new FragmentProperties(
                                Path.of("giza-data/fragments"),
                                DataSize.ofTerabytes(6),
                                32,
                                true,
                                Duration.ofMinutes(5)));
    }

    @Test
    void everyKeyIsRead() {
        assertThat(
                        bind(
                                Map.of(
                                        "giza.fragment.data-dir",
                                        "/somewhere",
                                        "giza.fragment.max-fragment-size",
                                        "1GB",
                                        "giza.fragment.transfer-buffers",
                                        "5",
                                        "giza.fragment.direct-writes",
                                        "false",
                                        "giza.fragment.idle-timeout",
                                        "9s")))
                .isEqualTo(
                        new FragmentProperties(
                                Path.of("/somewhere"),
                                DataSize.ofGigabytes(1),
                                5,
                                false,
                                Duration.ofSeconds(9)));
    }

    @ParameterizedTest
    @CsvSource({
        "max-fragment-size,0B",
        "transfer-buffers,0",
        "transfer-buffers,5000",
        "idle-timeout,10ms",
        "idle-timeout,2h",
    })
    void whatMakesNoSenseIsRefusedByItsKey(String key, String value) {
        assertThatThrownBy(() -> bind(Map.of("giza.fragment." + key, value)))
                .rootCause()
                .hasMessageContaining("giza.fragment." + key);
    }
}
