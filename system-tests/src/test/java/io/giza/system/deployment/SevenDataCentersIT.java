package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.standalone.config.ClusterShape;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.services.s3.S3Client;

import java.nio.file.Path;
import java.util.List;

/** The deployment of the paper: seven data centers hold data, three of them agree on metadata. */
class SevenDataCentersIT {
    private static final String BUCKET = "seven";

    @Test
    void anyOneOfSevenDataCentersMayBeDown(@TempDir Path folder) {
        StandaloneOptions options =
                StandaloneOptions.in(folder).withShape(new ClusterShape(7, 3, "rs(6,1)"));
        try (RunningCluster cluster = RunningCluster.start(options)) {
            cluster.s3("dc7").createBucket(r -> r.bucket(BUCKET));
            List<TestObject> before = TestObject.ofAllSizes("before");
            for (int i = 0; i < before.size(); i++) {
                before.get(i).putThrough(cluster.s3(i), BUCKET);
            }

            // One that only holds data, then one that votes on metadata, too.
            for (String down : List.of("dc5", "dc2")) {
                List<TestObject> during = TestObject.ofAllSizes("without-" + down);
                cluster.whileDown(
                        down,
                        () -> {
                            for (int i = 0; i < during.size(); i++) {
                                S3Client writer = upAt(cluster, down, i);
                                S3Client reader = upAt(cluster, down, i + 1);
                                before.get(i).assertReadThrough(reader, BUCKET);
                                during.get(i).putThrough(writer, BUCKET);
                                during.get(i).assertReadThrough(reader, BUCKET);
                            }
                            assertThat(
                                            upAt(cluster, down, 0)
                                                    .listObjectsV2(r -> r.bucket(BUCKET))
                                                    .contents())
                                    .hasSizeGreaterThanOrEqualTo(2 * before.size());
                        });
                during.forEach(object -> object.assertReadThrough(cluster.s3(down), BUCKET));
            }
        }
    }

    private static S3Client upAt(RunningCluster cluster, String down, int turn) {
        List<String> up = cluster.namesWithout(down);
        return cluster.s3(up.get(turn % up.size()));
    }
}
