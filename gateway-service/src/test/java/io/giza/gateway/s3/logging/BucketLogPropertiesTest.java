package io.giza.gateway.s3.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.time.Duration;
import java.util.Map;

class BucketLogPropertiesTest {
    private static final String PREFIX = "giza.gateway.bucket-logs";

    @Test
    void recordsAreDeliveredEveryFiveMinutesUnlessItIsSaidOtherwise() {
        BucketLogProperties properties = bound(Map.of());

        assertThat(properties.interval()).isEqualTo(Duration.ofMinutes(5));
        assertThat(properties.freshness()).isEqualTo(Duration.ofSeconds(30));
        assertThat(properties.memory().bytes()).isEqualTo(32 << 20);
        assertThat(bound(Map.of(PREFIX + ".interval", "1s")).interval())
                .isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({"interval, 999ms", "interval, 61m", "freshness, 0s", "memory, 1023KiB"})
    void whatIsOutOfRangeIsRefusedByItsName(String key, String value) {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> bound(Map.of(PREFIX + "." + key, value)))
                .havingRootCause()
                .withMessageContaining(PREFIX + "." + key + " must be");
    }

    private static BucketLogProperties bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate(PREFIX, BucketLogProperties.class);
    }
}
