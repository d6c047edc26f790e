package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.ObjectLockEnabled;
import software.amazon.awssdk.services.s3.model.ObjectLockLegalHoldStatus;
import software.amazon.awssdk.services.s3.model.ObjectLockMode;
import software.amazon.awssdk.services.s3.model.ObjectLockRetentionMode;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Locks of versions, changed and tried through different gateways of a running cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObjectLockIT {
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
    void aLockOfOneGatewayHoldsAtAllOthers() {
        String bucket = "held";
        cluster.s3(0).createBucket(r -> r.bucket(bucket).objectLockEnabledForBucket(true));
        String version = put(cluster.s3(0), bucket, "k");
        hold(cluster.s3(1), bucket, version, ObjectLockLegalHoldStatus.ON);

        for (int i = 0; i < 3; i++) {
            assertLocked(cluster.s3(i), bucket, "k", version);
        }
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> cluster.s3(2).deleteBucket(r -> r.bucket(bucket)))
                .satisfies(
                        e ->
                                assertThat(e.awsErrorDetails().errorCode())
                                        .isEqualTo("BucketNotEmpty"));
        hold(cluster.s3(2), bucket, version, ObjectLockLegalHoldStatus.OFF);
        delete(cluster.s3(0), bucket, "k", version);
        cluster.s3(1).deleteBucket(r -> r.bucket(bucket));
    }

    @Test
    void everyGatewayRetainsOnceThatWasAnswered() {
        String bucket = "retained";
        cluster.s3(0).createBucket(r -> r.bucket(bucket));
        cluster.s3(0)
                .putBucketVersioning(
                        r ->
                                r.bucket(bucket)
                                        .versioningConfiguration(
                                                v -> v.status(BucketVersioningStatus.ENABLED)));
        for (int i = 0; i < 3; i++) {
            // Each gateway knows the bucket as it was, and lately.
            put(cluster.s3(i), bucket, "before");
        }
        cluster.s3(1)
                .putObjectLockConfiguration(
                        r ->
                                r.bucket(bucket)
                                        .objectLockConfiguration(
                                                c ->
                                                        c.objectLockEnabled(
                                                                        ObjectLockEnabled.ENABLED)
                                                                .rule(
                                                                        rule ->
                                                                                rule
                                                                                        .defaultRetention(
                                                                                                d ->
                                                                                                        d.mode(
                                                                                                                        ObjectLockRetentionMode
                                                                                                                                .COMPLIANCE)
                                                                                                                .days(
                                                                                                                        1)))));
        for (int i = 0; i < 3; i++) {
            String key = "after-" + i;
            String version = put(cluster.s3(i), bucket, key);
            var head = cluster.s3((i + 1) % 3).headObject(r -> r.bucket(bucket).key(key));
            assertThat(head.objectLockMode()).isEqualTo(ObjectLockMode.COMPLIANCE);
            assertThat(head.objectLockRetainUntilDate())
                    .isAfter(Instant.now().plus(Duration.ofHours(23)));
            assertLocked(cluster.s3(i), bucket, key, version);
        }
        assertThat(upload(bucket)).isEqualTo(ObjectLockMode.COMPLIANCE);
    }

    @Test
    void whatIsRetainedNoLongerIsDeleted() {
        String bucket = "over";
        cluster.s3(0).createBucket(r -> r.bucket(bucket).objectLockEnabledForBucket(true));
        Instant until = Instant.now().plus(Duration.ofSeconds(5));
        String version =
                cluster.s3(0)
                        .putObject(
                                r ->
                                        r.bucket(bucket)
                                                .key("k")
                                                .objectLockMode(ObjectLockMode.COMPLIANCE)
                                                .objectLockRetainUntilDate(until),
                                RequestBody.fromString("text"))
                        .versionId();
        assertLocked(cluster.s3(1), bucket, "k", version);

        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptionsInstanceOf(S3Exception.class)
                .until(
                        () -> {
                            delete(cluster.s3(2), bucket, "k", version);
                            return true;
                        });
        assertThat(Instant.now()).isAfterOrEqualTo(until);
    }

    private ObjectLockMode upload(String bucket) {
        S3Client s3 = cluster.s3(0);
        String id = s3.createMultipartUpload(r -> r.bucket(bucket).key("parts")).uploadId();
        String etag =
                s3.uploadPart(
                                r -> r.bucket(bucket).key("parts").uploadId(id).partNumber(1),
                                RequestBody.fromString("text"))
                        .eTag();
        s3.completeMultipartUpload(
                r ->
                        r.bucket(bucket)
                                .key("parts")
                                .uploadId(id)
                                .multipartUpload(
                                        u ->
                                                u.parts(
                                                        CompletedPart.builder()
                                                                .partNumber(1)
                                                                .eTag(etag)
                                                                .build())));
        return s3.headObject(r -> r.bucket(bucket).key("parts")).objectLockMode();
    }

    private static String put(S3Client s3, String bucket, String key) {
        return s3.putObject(r -> r.bucket(bucket).key(key), RequestBody.fromString("text"))
                .versionId();
    }

    private static void hold(
            S3Client s3, String bucket, String version, ObjectLockLegalHoldStatus status) {
        s3.putObjectLegalHold(
                r -> r.bucket(bucket).key("k").versionId(version).legalHold(h -> h.status(status)));
    }

    private static void delete(S3Client s3, String bucket, String key, String version) {
        s3.deleteObject(r -> r.bucket(bucket).key(key).versionId(version));
    }

    private static void assertLocked(S3Client s3, String bucket, String key, String version) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> delete(s3, bucket, key, version))
                .satisfies(
                        e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("AccessDenied"));
    }
}
