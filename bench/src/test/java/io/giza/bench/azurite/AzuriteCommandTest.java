package io.giza.bench.azurite;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.bench.report.Json;
import io.giza.testkit.azure.NeedsAzurite;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

@NeedsAzurite
class AzuriteCommandTest {
    @TempDir private Path folder;

    @Test
    void everyTaskIsDoneByAllWhoCanAndNothingIsLeftBehind() throws Exception {
        AzuriteCommand command = new AzuriteCommand();
        command.folder = folder;
        ContenderComparison.Plan plan =
                new ContenderComparison.Plan(2, 3, Duration.ZERO, Duration.ZERO, 64 << 10);
        AzuriteResult result = command.measure(plan);

        List<String> who = new ArrayList<>();
        for (AzuriteResult.Line line : result.lines()) {
            who.add(line.task() + " by " + line.who());
            assertThat(line.operations()).isEqualTo(6);
            assertThat(line.opsPerS()).isPositive();
            assertThat(line.ofCeiling()).isPositive();
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
        assertThat(AzuriteTable.of(result)).contains("blob put staged  giza");
        assertThat(Json.render(result)).contains("\"of_ceiling\"");
    }
}
