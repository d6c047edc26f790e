package io.giza.gateway.s3.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.document.LoggingConfiguration.KeyFormat;
import io.giza.gateway.s3.document.LoggingConfiguration.Target;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.List;
import java.util.Map;

class LogKeysTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:01:02Z");
    private static final LogLine TODAY = line("2026-03-01T00:00:00Z");
    private static final LogLine YESTERDAY = line("2026-02-28T23:59:59.999Z");

    private final LogKeys keys = new LogKeys("default", "us-east-1", "source");

    private static LogLine line(String time) {
        return new LogLine(Instant.parse(time), "a", false);
    }

    private static Target target(KeyFormat format) {
        return new Target("logs", format, "p-", false);
    }

    @ParameterizedTest
    @CsvSource({
        "UNSAID, p-2026-03-01-00-01-02-UNIQUE",
        "SIMPLE, p-2026-03-01-00-01-02-UNIQUE",
        "BY_DELIVERY_TIME, p-default/us-east-1/source/2026/03/01/2026-03-01-00-01-02-UNIQUE"
    })
    void keysTellWhenRecordsWereDelivered(KeyFormat format, String key) {
        var parts = LogKeys.parted(target(format), List.of(TODAY, YESTERDAY), NOW);

        assertThat(parts).containsExactly(Map.entry(NOW, List.of(TODAY, YESTERDAY)));
        assertThat(keys.of(target(format), parts.firstKey(), "UNIQUE")).isEqualTo(key);
    }

    @Test
    void recordsOfSeveralDaysArePartedWhereTheirDayIsInTheKey() {
        Target target = target(KeyFormat.BY_EVENT_TIME);
        var parts = LogKeys.parted(target, List.of(TODAY, YESTERDAY, TODAY), NOW);

        assertThat(parts.values()).containsExactly(List.of(YESTERDAY), List.of(TODAY, TODAY));
        assertThat(parts.keySet().stream().map(each -> keys.of(target, each, "UNIQUE")))
                .containsExactly(
                        "p-default/us-east-1/source/2026/02/28/2026-02-28-00-00-00-UNIQUE",
                        "p-default/us-east-1/source/2026/03/01/2026-03-01-00-00-00-UNIQUE");
    }
}
