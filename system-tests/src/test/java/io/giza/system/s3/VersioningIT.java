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

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;
import software.amazon.awssdk.services.s3.model.ObjectVersion;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Versions of objects, written and read through different gateways of a running cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VersioningIT {
    /** More than a head of a row holds. */
    private static final int MANY = 60;

    private static final int STORED_BYTES = 300_000;

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
    void everyGatewayGoesByAChangeOfVersioningOnceItWasAnswered() {
        String bucket = "changes";
        cluster.s3(0).createBucket(r -> r.bucket(bucket));
        for (int i = 0; i < 3; i++) {
            // Each gateway knows the bucket as it was, and lately.
            assertThat(put(cluster.s3(i), bucket, "k", "before")).isNull();
        }
        version(bucket, BucketVersioningStatus.ENABLED);
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            assertThat(names.add(put(cluster.s3(i), bucket, "k", "enabled"))).isTrue();
        }
        assertThat(names).doesNotContain("null").doesNotContainNull();
        version(bucket, BucketVersioningStatus.SUSPENDED);
        for (int i = 0; i < 3; i++) {
            assertThat(put(cluster.s3(i), bucket, "k", "suspended" + i)).isEqualTo("null");
        }

        List<ObjectVersion> versions =
                cluster.s3(1).listObjectVersions(r -> r.bucket(bucket)).versions();
        assertThat(versions).hasSize(4);
        assertThat(versions.getFirst().versionId()).isEqualTo("null");
        assertThat(versions.getFirst().isLatest()).isTrue();
        assertThat(read(2, bucket, "k", "null")).isEqualTo("suspended2");
    }

    @Test
    void aGatewayThatKnewTheBucketUnversionedTellsTheNamesOfVersionsAtOnce() {
        String bucket = "names";
        cluster.s3(0).createBucket(r -> r.bucket(bucket));
        put(cluster.s3(0), bucket, "null", "before");
        for (int i = 0; i < 3; i++) {
            int gateway = i;
            assertThat(cluster.s3(gateway).headObject(r -> r.bucket(bucket).key("null")))
                    .returns(null, HeadObjectResponse::versionId);
        }
        version(bucket, BucketVersioningStatus.ENABLED);
        String name = put(cluster.s3(0), bucket, "k", "enabled");
        for (int i = 1; i < 3; i++) {
            S3Client s3 = cluster.s3(i);
            assertThat(s3.headObject(r -> r.bucket(bucket).key("k")).versionId()).isEqualTo(name);
            assertThat(s3.headObject(r -> r.bucket(bucket).key("null")).versionId())
                    .isEqualTo("null");
            assertThat(
                            s3.getObjectAttributes(
                                            r ->
                                                    r.bucket(bucket)
                                                            .key("k")
                                                            .objectAttributes(
                                                                    ObjectAttributes.E_TAG))
                                    .versionId())
                    .isEqualTo(name);
        }
    }

    @Test
    void deletionsAreUndoneAndNullsDoNotReturn() {
        String bucket = "deletions";
        cluster.s3(0).createBucket(r -> r.bucket(bucket));
        put(cluster.s3(0), bucket, "k", "null");
        version(bucket, BucketVersioningStatus.ENABLED);
        String first = put(cluster.s3(1), bucket, "k", "x".repeat(STORED_BYTES));
        String marker = cluster.s3(2).deleteObject(r -> r.bucket(bucket).key("k")).versionId();
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> cluster.s3(0).headObject(r -> r.bucket(bucket).key("k")))
                .satisfies(e -> assertThat(e.statusCode()).isEqualTo(404));
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> cluster.s3(0).deleteBucket(r -> r.bucket(bucket)))
                .satisfies(e -> assertThat(e.statusCode()).isEqualTo(409));

        cluster.s3(0).deleteObject(r -> r.bucket(bucket).key("k").versionId(marker));
        assertThat(read(1, bucket, "k", first)).hasSize(STORED_BYTES);
        cluster.s3(1).deleteObject(r -> r.bucket(bucket).key("k").versionId(first));
        assertThat(read(2, bucket, "k", "null")).isEqualTo("null");
        cluster.s3(2).deleteObject(r -> r.bucket(bucket).key("k").versionId("null"));
        assertThat(cluster.s3(0).listObjectVersions(r -> r.bucket(bucket)).versions()).isEmpty();
        cluster.s3(0).deleteBucket(r -> r.bucket(bucket));
    }

    @Test
    void versionsOfAKeyThatHasManyAreListedPageByPage() {
        String bucket = "many";
        cluster.s3(0).createBucket(r -> r.bucket(bucket));
        version(bucket, BucketVersioningStatus.ENABLED);
        List<String> put = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            put.addFirst(put(cluster.s3(i), bucket, "k", "version " + i));
        }

        assertThat(
                        cluster
                                .s3(1)
                                .listObjectVersionsPaginator(r -> r.bucket(bucket).maxKeys(7))
                                .versions()
                                .stream()
                                .map(ObjectVersion::versionId))
                .isEqualTo(put);
        assertThat(read(2, bucket, "k", put.getLast())).isEqualTo("version 0");
    }

    @Test
    void tagsOfAVersionAreToldByEveryGateway() {
        String bucket = "tags";
        cluster.s3(0).createBucket(r -> r.bucket(bucket));
        put(cluster.s3(0), bucket, "k", "x".repeat(STORED_BYTES));
        Tag tag = Tag.builder().key("a").value("b").build();
        cluster.s3(1).putObjectTagging(r -> r.bucket(bucket).key("k").tagging(t -> t.tagSet(tag)));

        assertThat(cluster.s3(2).getObjectTagging(r -> r.bucket(bucket).key("k")).tagSet())
                .singleElement()
                .satisfies(each -> assertThat(each.value()).isEqualTo("b"));
        assertThat(cluster.s3(0).headObject(r -> r.bucket(bucket).key("k")).tagCount())
                .isEqualTo(1);
    }

    @Test
    void anObjectOfPartsAndACopyAreVersionsLikeOthers() {
        String bucket = "parts";
        cluster.s3(0).createBucket(r -> r.bucket(bucket));
        version(bucket, BucketVersioningStatus.ENABLED);
        String upload =
                cluster.s3(0)
                        .createMultipartUpload(r -> r.bucket(bucket).key("k").tagging("a=b"))
                        .uploadId();
        String etag =
                cluster.s3(1)
                        .uploadPart(
                                r -> r.bucket(bucket).key("k").uploadId(upload).partNumber(1),
                                RequestBody.fromString("in parts"))
                        .eTag();
        CompletedPart part = CompletedPart.builder().partNumber(1).eTag(etag).build();
        String completed =
                cluster.s3(2)
                        .completeMultipartUpload(
                                r ->
                                        r.bucket(bucket)
                                                .key("k")
                                                .uploadId(upload)
                                                .multipartUpload(u -> u.parts(part)))
                        .versionId();
        String later = put(cluster.s3(0), bucket, "k", "later");

        assertThat(List.of(completed, later)).doesNotHaveDuplicates();
        assertThat(read(1, bucket, "k", completed)).isEqualTo("in parts");
        assertThat(
                        cluster.s3(1)
                                .headObject(r -> r.bucket(bucket).key("k").versionId(completed))
                                .tagCount())
                .isEqualTo(1);
        String copied =
                cluster.s3(2)
                        .copyObject(
                                r ->
                                        r.sourceBucket(bucket)
                                                .sourceKey("k")
                                                .sourceVersionId(completed)
                                                .destinationBucket(bucket)
                                                .destinationKey("k"))
                        .versionId();
        assertThat(read(0, bucket, "k", copied)).isEqualTo("in parts");
        assertThat(cluster.s3(1).listObjectVersions(r -> r.bucket(bucket)).versions())
                .extracting(ObjectVersion::versionId)
                .containsExactly(copied, later, completed);
    }

    private void version(String bucket, BucketVersioningStatus status) {
        cluster.s3(0)
                .putBucketVersioning(
                        r -> r.bucket(bucket).versioningConfiguration(v -> v.status(status)));
    }

    private static String put(S3Client s3, String bucket, String key, String text) {
        return s3.putObject(r -> r.bucket(bucket).key(key), RequestBody.fromString(text))
                .versionId();
    }

    private String read(int turn, String bucket, String key, String version) {
        return cluster.s3(turn)
                .getObjectAsBytes(r -> r.bucket(bucket).key(key).versionId(version))
                .asUtf8String();
    }
}
