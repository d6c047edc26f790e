package io.giza.bench.azurite;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.testkit.azure.NeedsAzurite;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@NeedsAzurite
class AzuriteCommandTest {
    @TempDir private Path folder;

    @Test
    void everyTaskIsDoneByAllWhoCanAndNothingIsLeftBehind() {
        StringWriter output = new StringWriter();
        CommandLine command = new CommandLine(new AzuriteCommand());
        command.setOut(new PrintWriter(output));

        assertThat(
                        command.execute(
                                "--seconds=1",
                                "--rounds=2",
                                "--warm-up=0",
                                "--clients=2",
                                "--size=64KiB",
                                "--json",
                                "--folder=" + folder))
                .isZero();

        JsonNode result = JsonMapper.shared().readTree(output.toString());
        assertThat(result.path("blob_bytes").asInt()).isEqualTo(64 << 10);
        List<String> who = new ArrayList<>();
        for (JsonNode line : result.path("lines")) {
            who.add(line.path("task").asString() + " by " + line.path("who").asString());
            assertThat(line.path("operations").asLong()).isGreaterThanOrEqualTo(4);
            assertThat(line.path("ops_per_s").asDouble()).isPositive();
            assertThat(line.path("of_ceiling").asDouble()).isPositive();
        }
        assertThat(who)
                .containsExactly(
                        "row write by azurite",
                        "row write by sdk",
                        "row load by azurite",
                        "row load by sdk",
                        "row load by giza",
                        "row load+store by azurite",
                        "row load+store by sdk",
                        "row load+store by giza",
                        "blob put by azurite",
                        "blob put by sdk",
                        "blob put by giza",
                        "blob put staged by azurite",
                        "blob put staged by sdk",
                        "blob put staged by giza",
                        "blob get by azurite",
                        "blob get by sdk",
                        "blob get by giza");
        assertThat(folder).isEmptyDirectory();
    }
}
