package io.giza.system.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.cli.CliMain;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.DiskFragments;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A data center that was stopped in good order gets its missed writes once it is started. */
class RestartedDataCenterIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int BUCKETS = 10;
    private static final int CODED = 100_000;

    /** Each worker prefers a share of the buckets, so a single bucket proves little. */
    @Test
    void whatItMissedOfEachBucketIsRepaired(@TempDir Path folder) {
        List<String> buckets = IntStream.range(0, BUCKETS).mapToObj(i -> "restart-" + i).toList();
        List<TestObject> objects =
                List.of(new TestObject("coded", CODED), new TestObject("small", 100));
        try (RunningCluster cluster = RunningCluster.start(StandaloneOptions.in(folder))) {
            buckets.forEach(cluster::createBucket);
            DiskFragments fragments = new DiskFragments(folder);

            cluster.whileDown(
                    "dc2",
                    () -> {
                        for (String bucket : buckets) {
                            objects.forEach(each -> each.putThrough(cluster.s3("dc1"), bucket));
                        }
                        await().atMost(PATIENCE).until(() -> missed(cluster).contains("dc2"));
                    });

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> {
                                assertThat(fragments.versions("dc2")).hasSize(BUCKETS);
                                assertThat(missed(cluster)).doesNotContain("dc2");
                            });
            cluster.whileDown(
                    "dc1",
                    () ->
                            buckets.forEach(
                                    bucket ->
                                            objects.forEach(
                                                    each ->
                                                            each.assertReadThrough(
                                                                    cluster.s3("dc2"), bucket))));
            cluster.whileDown(
                    "dc2",
                    () -> cluster.whileDown("dc3", () -> assertSaysThatNoQuorumIsLeft(folder)));
        }
    }

    /** Operators ask for the status during an outage, too. */
    private static void assertSaysThatNoQuorumIsLeft(Path folder) {
        StringWriter out = new StringWriter();
        int exit =
                CliMain.commandLine()
                        .setOut(new PrintWriter(out))
                        .execute("status", "--data", folder.toString());

        assertThat(exit).as(out.toString()).isEqualTo(1);
        assertThat(out.toString().lines().toList().get(1))
                .startsWith("NO QUORUM: 2 of 3 tables do not answer (dc2, dc3)");
    }

    /** Returns the missed writes that the recovery-worker of dc1 knows, as JSON. */
    private static String missed(RunningCluster cluster) {
        return cluster.admin("dc1")
                .get("/jobs/recovery")
                .path("data_centers")
                .path("dc1")
                .path("missed")
                .toString();
    }
}
