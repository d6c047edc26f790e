package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;

import java.nio.file.Path;

/** Documents that are kept with buckets, through all gateways of a cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentsIT {
    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(StandaloneOptions.in(folder));
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void documentsAreSeenByEveryGatewayAndEndWithTheirBucket() {
        cluster.s3("dc1").createBucket(r -> r.bucket("documents"));
        for (int turn = 0; turn < 6; turn++) {
            String value = "turn " + turn;
            Tag tag = Tag.builder().key("k").value(value).build();
            cluster.s3(turn)
                    .putBucketTagging(r -> r.bucket("documents").tagging(t -> t.tagSet(tag)));
            for (String dc : cluster.names()) {
                assertThat(cluster.s3(dc).getBucketTagging(r -> r.bucket("documents")).tagSet())
                        .containsExactly(tag);
            }
        }
        cluster.s3("dc2").deleteBucketTagging(r -> r.bucket("documents"));
        cluster.names().forEach(dc -> assertNoTags(dc, "documents"));

        putTags("dc3", "documents");
        cluster.s3("dc1").deleteBucket(r -> r.bucket("documents"));
        cluster.s3("dc2").createBucket(r -> r.bucket("documents"));
        cluster.names().forEach(dc -> assertNoTags(dc, "documents"));
    }

    @Test
    void documentsAreKeptWithADataCenterDownAndOverARestart() {
        LifecycleRule rule =
                LifecycleRule.builder()
                        .id("old")
                        .status(ExpirationStatus.ENABLED)
                        .filter(f -> f.prefix("logs/"))
                        .expiration(e -> e.days(3))
                        .build();
        cluster.s3("dc1").createBucket(r -> r.bucket("kept"));

        cluster.whileDown(
                "dc2",
                () ->
                        cluster.s3("dc1")
                                .putBucketLifecycleConfiguration(
                                        r ->
                                                r.bucket("kept")
                                                        .lifecycleConfiguration(
                                                                c -> c.rules(rule))));
        cluster.restart();

        for (String dc : cluster.names()) {
            assertThat(
                            cluster.s3(dc)
                                    .getBucketLifecycleConfiguration(r -> r.bucket("kept"))
                                    .rules())
                    .containsExactly(rule);
        }
    }

    private void putTags(String dc, String bucket) {
        Tag tag = Tag.builder().key("k").value("v").build();
        cluster.s3(dc).putBucketTagging(r -> r.bucket(bucket).tagging(t -> t.tagSet(tag)));
    }

    private void assertNoTags(String dc, String bucket) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> cluster.s3(dc).getBucketTagging(r -> r.bucket(bucket)))
                .satisfies(
                        e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("NoSuchTagSet"));
    }
}
