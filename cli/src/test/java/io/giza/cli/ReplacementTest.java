package io.giza.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.cli.command.Replacement;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.json.JsonMapper;

/** What people are told of a data center that is being filled. */
class ReplacementTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SHAPE =
            """
            {"dc": "dc2", "epoch": 2, "phase": "%s", "percent": %s, "rows": 1234, "ofRows": 5000,
             "bytes": 3145728, "ofBytes": 1073741824, "perSecond": %s, "secondsLeft": %s}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    counting  | 0    | 0       | null  | "dc2   0 %  counting what it is due"
                    rows      | 24.7 | 310.25  | 12    | "dc2  25 %  rows 1,234 of 5,000, 310.3/s, 0:12 min left"
                    fragments | 100  | 2621440 | 3599  | "dc2 100 %  fragments 3 of 1,024 MiB, 2.5 MiB/s, 59:59 min left"
                    fragments | 1    | 2621440 | 90061 | "dc2   1 %  fragments 3 of 1,024 MiB, 2.5 MiB/s, 25 h 01 min left"
                    """)
    void tellsHowFarItIs(
            String phase, String percent, String perSecond, String left, String expected) {
        String status = SHAPE.formatted(phase, percent, perSecond, left);
        assertThat(Replacement.line(JSON.readTree(status))).isEqualTo(expected);
    }
}
