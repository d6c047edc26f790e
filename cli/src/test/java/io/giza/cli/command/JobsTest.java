package io.giza.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

import java.util.List;

/** Which jobs a command waits for. */
class JobsTest {
    private static List<String> underWay(String first, String second) {
        String worker = "{\"jobs\": [{\"job\": \"rows\", \"state\": \"%s\", \"position\": \"7\"}]}";
        return Jobs.underWay(
                JsonMapper.shared()
                        .readTree(
                                "{\"data_centers\": {\"dc1\": %s, \"dc2\": %s, \"dc3\": %s}}"
                                        .formatted(
                                                worker.formatted(first),
                                                worker.formatted(second),
                                                "{\"error\": \"it does not answer\"}")));
    }

    @Test
    void whatRunsOrIsRequestedOfAllIsWaitedFor() {
        assertThat(underWay("running", "elsewhere")).containsExactly("rows 7");
        assertThat(underWay("requested", "running")).containsExactly("rows 7");
        assertThat(underWay("requested", "requested")).containsExactly("rows");
        assertThat(underWay("elsewhere", "requested")).containsExactly("rows");
    }

    @Test
    void whatItsHolderHasDoneIsDone() {
        assertThat(underWay("waiting", "requested")).isEmpty();
        assertThat(underWay("waiting", "elsewhere")).isEmpty();
        assertThat(underWay("elsewhere", "elsewhere")).isEmpty();
    }
}
