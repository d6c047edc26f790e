package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.standalone.config.ClusterShape;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Ten data centers hold the fragments of a local reconstruction code, three agree on metadata. */
class LocalReconstructionIT {
    private static final String BUCKET = "local";
    private static final TestObject LARGE = new TestObject("large", (9 << 20) + 12_345);

    @Test
    void anyThreeOfTenDataCentersMayBeDown(@TempDir Path folder) {
        StandaloneOptions options =
                StandaloneOptions.in(folder).withShape(new ClusterShape(10, 3, "lrc(6,2,2)"));
        try (RunningCluster cluster = RunningCluster.start(options)) {
            S3Client s3 = cluster.s3("dc1");
            s3.createBucket(r -> r.bucket(BUCKET));
            List<TestObject> before = TestObject.ofAllSizes("before");
            before.forEach(object -> object.putThrough(s3, BUCKET));
            LARGE.putThrough(cluster.s3("dc10"), BUCKET);

            // One that votes on metadata, two that only hold data.
            List<TestObject> during = TestObject.ofAllSizes("during");
            cluster.whileDown("dc2", () -> withTwoMoreDown(cluster, before, during));

            during.forEach(object -> object.assertReadThrough(cluster.s3("dc2"), BUCKET));
        }
    }

    private static void withTwoMoreDown(
            RunningCluster cluster, List<TestObject> before, List<TestObject> during) {
        cluster.whileDown(
                "dc5",
                () ->
                        cluster.whileDown(
                                "dc6",
                                () -> {
                                    for (TestObject object : before) {
                                        object.assertReadThrough(cluster.s3("dc1"), BUCKET);
                                    }
                                    for (TestObject object : during) {
                                        object.putThrough(cluster.s3("dc10"), BUCKET);
                                        object.assertReadThrough(cluster.s3("dc1"), BUCKET);
                                    }
                                    assertRangesRead(cluster.s3("dc3"));
                                    cluster.whileDown(
                                            "dc8", () -> assertNothingIsAcknowledged(cluster));
                                }));
    }

    /**
     * Four are more than may be missing whichever they are, so a put is not durable enough. (A
     * client that repeats it finds it visible, where the others happen to decode.)
     */
    private static void assertNothingIsAcknowledged(RunningCluster cluster) {
        try (S3Client s3 = Gateways.clientWithoutRetries(cluster.status("dc1").s3())) {
            assertThatThrownBy(() -> new TestObject("too-few", 100_000).putThrough(s3, BUCKET))
                    .isInstanceOfSatisfying(
                            S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(503));
        }
    }

    private static void assertRangesRead(S3Client s3) {
        byte[] content = LARGE.content();
        int stripe = 4 << 20;
        for (int from : new int[] {0, 699_049, stripe - 5, stripe + 2_000_000, 2 * stripe + 9}) {
            int to = from + 100_000;
            byte[] read =
                    s3.getObjectAsBytes(
                                    r ->
                                            r.bucket(BUCKET)
                                                    .key(LARGE.key())
                                                    .range("bytes=" + from + "-" + (to - 1)))
                            .asByteArray();
            assertThat(read).as("from %s", from).isEqualTo(Arrays.copyOfRange(content, from, to));
        }
    }
}
