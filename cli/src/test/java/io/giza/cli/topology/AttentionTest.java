package io.giza.cli.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;

class AttentionTest {
    private static final String ASKED =
            """
            {"dc": "dc1", "version": "2", "epoch": 1, "configuration": "c", "master_key": "ab"}""";

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private static JsonNode dc(String gateway) {
        return json(
                """
                {"name": "dc2", "table": "active", "fragments": "active", "gateway": %s}"""
                        .formatted(gateway));
    }

    private static List<String> wants(String gateway) {
        return attention().wants(dc(gateway));
    }

    private static Attention attention() {
        return of("{\"dc2\": {}}", "");
    }

    private static Attention of(String workers, String dataCenters) {
        return Attention.of(
                json("{\"asked\": %s, \"data_centers\": [%s]}".formatted(ASKED, dataCenters)),
                json(workers));
    }

    @Test
    void anotherMasterKeyWantsAttentionButDoesNotOpposeTakingAnotherDown() {
        String other = ASKED.replace("ab", "cd");

        assertThat(wants(ASKED)).isEmpty();
        assertThat(wants(other)).containsExactly("another master key than dc1: cd");
        assertThat(attention().opposes(dc(other))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    slow | stores fragments late: puts through dc1, dc3 may do without them
                    slow_votes | votes late: puts through dc1, dc3 do not wait for it""")
    void whoIsLateWantsAttentionWhicheverGatewaySeesIt(String field, String late) {
        String seen =
                """
                {"name": "dc1", "gateway": {"slow": ["dc2"]}},
                {"name": "dc2", "gateway": {"slow": []}},
                {"name": "dc3", "gateway": {"slow": ["dc2"]}}"""
                        .replace("slow", field);

        assertThat(of("{\"dc2\": {}}", seen).wants(dc(ASKED))).containsExactly(late);
        assertThat(of("{\"dc2\": {}}", seen).opposes(dc(ASKED))).containsExactly(late);
    }

    @Test
    void aDiskThatIsFullWantsAttentionAndOpposesTakingAnotherDown() {
        String disks =
                ", \"disks\": [{\"store\": \"metadata\", \"free\": 50, \"total\": 1000},"
                        + " {\"store\": \"fragments\", \"free\": 49, \"total\": 1000}]}";
        JsonNode full = dc(ASKED.replace("}", disks));

        assertThat(attention().wants(full))
                .containsExactly("the disk of its fragments is full: 4.9 % free");
        assertThat(attention().opposes(full)).hasSize(1);
    }

    @Test
    void missedWritesAreTheGreatestNumbersThatAnyWorkerTells() {
        String workers =
                """
                {"dc1": {"missed": [{"dc": "dc2", "keys": 3, "spaces": 0}]},
                 "dc2": {"missed": [{"dc": "dc2", "keys": 2, "spaces": 1}]},
                 "dc3": {"error": "silent"}}""";
        Attention attention = of(workers, "");

        assertThat(attention.missed("dc2"))
                .contains("missed writes to 3 keys and more in 1 key spaces, not repaired yet");
        assertThat(attention.missed("dc1")).isEmpty();
        assertThat(attention.wants(dc(ASKED)))
                .containsAll(attention.missed("dc2").stream().toList());
    }

    @Test
    void anEarlierReleaseIsComparedByWhatItTells() {
        assertThat(
                        wants(
                                """
                                {"dc": "dc2", "version": "1", "epoch": 1, "configuration": "c"}"""))
                .containsExactly("another version than dc1: 1");
    }
}
