package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.nio.file.Path;
import java.util.List;

/** Buckets come and go for all gateways at once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BucketsIT {
    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(options(folder));
    }

    /** Returns how the cluster is started. */
    StandaloneOptions options(Path folder) {
        return StandaloneOptions.in(folder);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void aBucketIsThereForEveryGatewayOnceItIsCreated() {
        cluster.s3("dc1").createBucket(r -> r.bucket("created"));

        for (String dc : cluster.names()) {
            cluster.s3(dc).headBucket(r -> r.bucket("created"));
            assertThat(bucketNames(dc)).contains("created");
        }
    }

    @Test
    void anAbsentBucketIsMissingInEveryOperation() {
        var s3 = cluster.s3("dc2");
        TestObject object = new TestObject("key", 20_000);

        assertRefused(404, "", () -> s3.headBucket(r -> r.bucket("absent")));
        assertRefused(404, "NoSuchBucket", () -> s3.deleteBucket(r -> r.bucket("absent")));
        assertRefused(404, "NoSuchBucket", () -> s3.listObjectsV2(r -> r.bucket("absent")));
        assertRefused(404, "NoSuchBucket", () -> object.putThrough(s3, "absent"));
        assertRefused(404, "NoSuchBucket", () -> object.assertReadThrough(s3, "absent"));
    }

    @Test
    void aBucketIsDeletedOnlyWhenItIsEmptyWhoeverFilledIt() {
        TestObject object = new TestObject("key", 20_000);
        cluster.s3("dc1").createBucket(r -> r.bucket("filled"));
        object.putThrough(cluster.s3("dc2"), "filled");

        assertRefused(
                409,
                "BucketNotEmpty",
                () -> cluster.s3("dc3").deleteBucket(r -> r.bucket("filled")));
        object.assertReadThrough(cluster.s3("dc1"), "filled");

        cluster.s3("dc1").deleteObject(r -> r.bucket("filled").key(object.key()));
        cluster.s3("dc3").deleteBucket(r -> r.bucket("filled"));
        for (String dc : cluster.names()) {
            assertRefused(404, "", () -> cluster.s3(dc).headBucket(r -> r.bucket("filled")));
            assertRefused(404, "NoSuchBucket", () -> object.putThrough(cluster.s3(dc), "filled"));
            assertThat(bucketNames(dc)).doesNotContain("filled");
        }
    }

    @Test
    void aBucketCreatedAgainIsEmptyAndWorksThroughGatewaysThatKnewTheOldOne() {
        TestObject object = new TestObject("key", 20_000);
        for (int life = 0; life < 3; life++) {
            cluster.s3(life).createBucket(r -> r.bucket("again"));
            for (String dc : cluster.names()) {
                assertThat(cluster.s3(dc).listObjectsV2(r -> r.bucket("again")).contents())
                        .isEmpty();
                assertRefused(
                        404, "NoSuchKey", () -> object.assertReadThrough(cluster.s3(dc), "again"));
            }
            for (String dc : cluster.names()) {
                object.putThrough(cluster.s3(dc), "again");
                object.assertReadThrough(cluster.s3(life), "again");
            }
            cluster.s3(life + 1).deleteObject(r -> r.bucket("again").key(object.key()));
            cluster.s3(life + 2).deleteBucket(r -> r.bucket("again"));
        }
    }

    @Test
    void bucketsAreCreatedAndDeletedWithADataCenterDown() {
        cluster.s3("dc1").createBucket(r -> r.bucket("before-the-fault"));

        cluster.whileDown(
                "dc2",
                () -> {
                    cluster.s3("dc3").createBucket(r -> r.bucket("during-the-fault"));
                    cluster.s3("dc1").deleteBucket(r -> r.bucket("before-the-fault"));
                    cluster.s3("dc1").headBucket(r -> r.bucket("during-the-fault"));
                });

        cluster.s3("dc2").headBucket(r -> r.bucket("during-the-fault"));
        assertThat(bucketNames("dc2"))
                .contains("during-the-fault")
                .doesNotContain("before-the-fault");
    }

    private List<String> bucketNames(String dc) {
        return cluster.s3(dc).listBuckets().buckets().stream().map(Bucket::name).toList();
    }

    /** A HEAD has no body, so no code either. */
    private static void assertRefused(int status, String code, ThrowingCallable call) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(call)
                .satisfies(
                        refusal -> {
                            assertThat(refusal.statusCode()).isEqualTo(status);
                            if (!code.isEmpty()) {
                                assertThat(refusal.awsErrorDetails().errorCode()).isEqualTo(code);
                            }
                        });
    }
}
