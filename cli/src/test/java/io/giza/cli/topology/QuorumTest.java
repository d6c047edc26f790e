package io.giza.cli.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class QuorumTest {
    private static final String WELL = "{\"round_trip_ms\": 1.0}";
    private static final String SILENT = "{\"error\": \"no answer\"}";

    private static JsonNode dcs(String... reaches) {
        StringBuilder all = new StringBuilder("[");
        for (int i = 0; i < reaches.length; i++) {
            all.append(i == 0 ? "" : ", ")
                    .append("{\"name\": \"dc%d\", \"reach\": %s}".formatted(i + 1, reaches[i]));
        }
        return JsonMapper.shared().readTree(all.append("]").toString());
    }

    @Test
    void aMajorityOfTheTablesIsEnough() {
        assertThat(Quorum.lost(dcs(WELL, SILENT, WELL))).isEmpty();
        assertThat(Quorum.lost(dcs(WELL, SILENT, WELL, "{}", "{}"))).isEmpty();
        assertThat(Quorum.lost(dcs("{}"))).isEmpty();
    }

    @Test
    void whereNoMajorityAnswersItIsSaidWhoDoesNot() {
        assertThat(Quorum.lost(dcs(SILENT, WELL, SILENT)))
                .contains(
                        "NO QUORUM: 2 of 3 tables do not answer (dc1, dc3). Requests are answered"
                                + " 503 until a majority does.");
        assertThat(Quorum.lost(dcs(SILENT, WELL))).isPresent();
    }
}
