package io.giza.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.List;

class ClusterOperatorTest {
    @Test
    void theBytesOfADirectionAreReadFromTheTextForPrometheus() {
        String text =
                """
                # TYPE giza_fragment_bytes_total counter
                giza_fragment_bytes_total{application="fragment-service",direction="received"} 1.5E3
                giza_fragment_bytes_total{application="fragment-service",direction="sent"} 7.0
                giza_fragment_bytes_totals{direction="sent"} 9.0
                """;
        assertThat(ClusterOperator.bytes(text, "sent")).isEqualTo(7);
        assertThat(ClusterOperator.bytes(text, "received")).isEqualTo(1500);
        assertThat(ClusterOperator.bytes(text, "examined")).isZero();
    }

    private static JsonNode worker(String jobs) {
        return new JsonMapper().readTree("{\"jobs\": [" + jobs + "]}");
    }

    private static String job(String name, String state, String ended) {
        return "{\"job\": \"%s\", \"state\": \"%s\", \"ended\": %s}".formatted(name, state, ended);
    }

    @Test
    void aJobIsToDoUntilSomeWorkerEndedIt() {
        Instant since = Instant.parse("2026-01-02T03:04:05Z");
        String before = "\"2026-01-02T03:04:04Z\"";
        String after = "\"2026-01-02T03:04:06.5Z\"";
        List<JsonNode> workers =
                List.of(
                        worker(
                                job("rows/0", "elsewhere", "null")
                                        + ","
                                        + job("rows/1", "running", after)
                                        + ","
                                        + job("scrub/1", "running", "null")),
                        worker(
                                job("rows/0", "waiting", after)
                                        + ","
                                        + job("rows/2", "waiting", before)));

        assertThat(ClusterOperator.toDo(workers, "rows/", since))
                .containsExactly("rows/1", "rows/2");
        assertThat(ClusterOperator.toDo(workers, "", since))
                .containsExactly("rows/1", "rows/2", "scrub/1");
    }
}
