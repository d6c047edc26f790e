package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.level.LevelRange;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** How the level of a cluster is shown and raised, and what a process above its own level does. */
class UpgradeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int NEWEST = LevelRange.OF_RELEASE.newest();

    @Test
    void everyProcessIsShownAndOneThatCannotBeAskedIsInTheWay(@TempDir Path folder) {
        try (RunningCluster cluster = RunningCluster.start(StandaloneOptions.in(folder));
                AdminClient operator = cluster.admin("dc1")) {
            await().atMost(PATIENCE).until(() -> isAtNewest(operator.get("/upgrade")));
            JsonNode shown = operator.get("/upgrade");
            assertThat(shown.path("level").asInt()).isEqualTo(NEWEST);
            assertThat(shown.path("processes")).hasSize(5 * cluster.names().size());
            assertThat(shown.path("against")).isEmpty();

            cluster.whileDown(
                    "dc3",
                    () -> {
                        assertThat(operator.get("/upgrade").path("against").toString())
                                .contains("gateway-service of dc3 cannot be asked");
                        assertThatExceptionOfType(CommandException.class)
                                .isThrownBy(() -> operator.post("/upgrade/finalize", Map.of()))
                                .withMessageContaining("gateway-service of dc3 cannot be asked");
                    });
            assertThat(operator.post("/upgrade/finalize", Map.of()).path("level").asInt())
                    .as("once more")
                    .isEqualTo(NEWEST);
        }
    }

    private static boolean isAtNewest(JsonNode shown) {
        for (JsonNode process : shown.path("processes")) {
            if (process.path("writes").asInt() != NEWEST) {
                return false;
            }
        }
        return !shown.path("processes").isEmpty();
    }

    /** The later release is played by what it would have decided. */
    @Test
    void aClusterThatALaterReleaseFinalizedIsLeftAlone(@TempDir Path folder) {
        RunningCluster cluster = RunningCluster.start(StandaloneOptions.in(folder));
        cluster.createBucket("kept");
        cluster.s3("dc1").putObject(r -> r.bucket("kept").key("k"), RequestBody.fromString("x"));

        LaterRelease.decide(cluster, folder, NEWEST + 1);
        await().atMost(PATIENCE).until(() -> isGone(cluster));

        assertEndsAgain(cluster);
        cluster.close();
    }

    /** All begin at once: some start before any table can tell the level, and end afterwards. */
    private static void assertEndsAgain(RunningCluster cluster) {
        try {
            cluster.restart();
            await().atMost(PATIENCE).until(() -> isGone(cluster));
        } catch (RefusedException e) {
            assertThat(e)
                    .hasMessageContaining("the cluster is at format level " + (NEWEST + 1))
                    .hasMessageContaining("install Giza 99.0.0 or later");
        }
    }

    /** Nobody serves any more; a gateway may be left that no store told so before it ended. */
    private static boolean isGone(RunningCluster cluster) {
        return cluster.names().stream().noneMatch(dc -> serves(cluster, dc));
    }

    private static boolean serves(RunningCluster cluster, String dc) {
        try {
            cluster.s3(dc).getObjectAsBytes(r -> r.bucket("kept").key("k"));
            return true;
        } catch (SdkException e) {
            return false;
        }
    }
}
