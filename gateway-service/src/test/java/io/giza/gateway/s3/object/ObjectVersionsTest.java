package io.giza.gateway.s3.object;

import static io.giza.gateway.fake.SdkFailures.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SdkClient;
import io.giza.model.PutId;
import io.giza.model.VersionId;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.ObjectVersion;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.util.List;
import java.util.UUID;

/** Versions of objects, by an unmodified AWS SDK. */
class ObjectVersionsTest {
    private static final String BUCKET = "bucket";
    private static final String KEY = "named";
    private static final String UNKNOWN =
            new VersionId(0, 7000, new PutId(new UUID(1, 2))).toString();

    private RunningGateway gateway;
    private S3Client s3;

    @BeforeEach
    void start() {
        gateway = new RunningGateway();
        s3 = SdkClient.to(gateway.port());
        s3.createBucket(r -> r.bucket(BUCKET));
    }

    @AfterEach
    void stop() {
        s3.close();
        gateway.close();
    }

    @Test
    void aBucketIsUnversionedUntilThatIsChangedAndThenEnabledOrSuspended() {
        assertThat(status()).isNull();
        version(BucketVersioningStatus.ENABLED);
        assertThat(status()).isEqualTo(BucketVersioningStatus.ENABLED);
        version(BucketVersioningStatus.SUSPENDED);
        assertThat(status()).isEqualTo(BucketVersioningStatus.SUSPENDED);
        assertFails(400, "MalformedXML", () -> version(BUCKET, "Off"));
        assertFails(
                400,
                "IllegalVersioningConfigurationException",
                () ->
                        s3.putBucketVersioning(
                                r -> r.bucket(BUCKET).versioningConfiguration(v -> {})));
        assertFails(404, "NoSuchBucket", () -> version("missing", "Enabled"));
        assertFails(404, "NoSuchBucket", () -> s3.getBucketVersioning(r -> r.bucket("missing")));
    }

    @Test
    void everyPutAndDeleteOfAVersionedBucketIsAVersionOfItsOwn() {
        version(BucketVersioningStatus.ENABLED);
        String first = put("one");
        String second = put("two");
        var deleted = s3.deleteObject(r -> r.bucket(BUCKET).key(KEY));

        assertThat(deleted.deleteMarker()).isTrue();
        assertThat(List.of(first, second, deleted.versionId())).doesNotHaveDuplicates();
        assertThat(get(first)).isEqualTo("one");
        assertThat(get(second)).isEqualTo("two");
        assertThat(s3.headObject(r -> r.bucket(BUCKET).key(KEY).versionId(first)).versionId())
                .isEqualTo(first);
        assertThatThrownBy(() -> s3.getObject(r -> r.bucket(BUCKET).key(KEY)))
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        e -> {
                            assertThat(e.statusCode()).isEqualTo(404);
                            assertThat(header(e, "x-amz-delete-marker")).isEqualTo("true");
                            assertThat(header(e, "x-amz-version-id"))
                                    .isEqualTo(deleted.versionId());
                        });
        assertThatThrownBy(() -> get(deleted.versionId()))
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        e -> {
                            assertThat(e.statusCode()).isEqualTo(405);
                            assertThat(header(e, "x-amz-delete-marker")).isEqualTo("true");
                            assertThat(header(e, "Allow")).isEqualTo("DELETE");
                        });

        var undone = s3.deleteObject(r -> r.bucket(BUCKET).key(KEY).versionId(deleted.versionId()));
        assertThat(undone.deleteMarker()).isTrue();
        assertThat(undone.versionId()).isEqualTo(deleted.versionId());
        assertThat(s3.getObjectAsBytes(r -> r.bucket(BUCKET).key(KEY)).response().versionId())
                .isEqualTo(second);
        s3.deleteObject(r -> r.bucket(BUCKET).key(KEY).versionId(second));
        assertThat(s3.getObjectAsBytes(r -> r.bucket(BUCKET).key(KEY)).asUtf8String())
                .isEqualTo("one");
        assertFails(409, "BucketNotEmpty", () -> s3.deleteBucket(r -> r.bucket(BUCKET)));
        assertThatThrownBy(() -> s3.deleteBucket(r -> r.bucket(BUCKET)))
                .hasMessageContaining("You must delete all versions in the bucket.");
    }

    @Test
    void aSuspendedBucketReplacesTheVersionCalledNull() {
        s3.putObject(r -> r.bucket(BUCKET).key(KEY), RequestBody.fromString("zero"));
        version(BucketVersioningStatus.ENABLED);
        assertThat(get("null")).isEqualTo("zero");
        String first = put("one");
        version(BucketVersioningStatus.SUSPENDED);
        assertThat(put("two")).isEqualTo("null");
        assertThat(get("null")).isEqualTo("two");
        assertThat(put("three")).isEqualTo("null");

        assertThat(versions().versions())
                .extracting(ObjectVersion::versionId)
                .containsExactly("null", first);
        var deleted = s3.deleteObject(r -> r.bucket(BUCKET).key(KEY));
        assertThat(deleted.versionId()).isEqualTo("null");
        assertThat(deleted.deleteMarker()).isTrue();
        assertThat(versions().deleteMarkers())
                .extracting(DeleteMarkerEntry::versionId)
                .containsExactly("null");
        assertFails(405, "MethodNotAllowed", () -> get("null"));
        s3.deleteObject(r -> r.bucket(BUCKET).key(KEY).versionId("null"));
        assertThat(s3.getObjectAsBytes(r -> r.bucket(BUCKET).key(KEY)).asUtf8String())
                .isEqualTo("one");
    }

    @Test
    void aBucketThatNeverWasVersionedTellsOfNoVersions() {
        var put = s3.putObject(r -> r.bucket(BUCKET).key(KEY), RequestBody.fromString("x"));
        assertThat(put.versionId()).isNull();
        assertThat(s3.headObject(r -> r.bucket(BUCKET).key(KEY)).versionId()).isNull();
        assertThat(versions().versions())
                .extracting(ObjectVersion::versionId)
                .containsExactly("null");
        var deleted = s3.deleteObject(r -> r.bucket(BUCKET).key(KEY));
        assertThat(deleted.versionId()).isNull();
        assertThat(deleted.deleteMarker()).isNull();
        assertThat(versions().deleteMarkers()).isEmpty();
    }

    @Test
    void versionsAreListedPageByPage() {
        version(BucketVersioningStatus.ENABLED);
        put("one");
        put("two");
        s3.deleteObject(r -> r.bucket(BUCKET).key(KEY));
        s3.putObject(r -> r.bucket(BUCKET).key("d/1"), RequestBody.fromString("x"));
        s3.putObject(r -> r.bucket(BUCKET).key("d/2"), RequestBody.fromString("x"));
        ListObjectVersionsResponse all =
                s3.listObjectVersions(r -> r.bucket(BUCKET).delimiter("/"));

        assertThat(all.commonPrefixes()).extracting(p -> p.prefix()).containsExactly("d/");
        assertThat(all.versions())
                .allSatisfy(
                        each -> {
                            assertThat(each.isLatest()).isFalse();
                            assertThat(each.size()).isEqualTo(3);
                            assertThat(each.storageClassAsString()).isEqualTo("STANDARD");
                            assertThat(each.owner().id()).isNotEmpty();
                            assertThat(each.checksumAlgorithm()).isNotEmpty();
                            assertThat(each.lastModified()).isNotNull();
                        })
                .hasSize(2);
        assertThat(all.deleteMarkers())
                .singleElement()
                .satisfies(
                        marker -> {
                            assertThat(marker.isLatest()).isTrue();
                            assertThat(marker.owner().id()).isNotEmpty();
                        });
        for (int size : new int[] {1, 2, 3}) {
            var pages = s3.listObjectVersionsPaginator(r -> r.bucket(BUCKET).maxKeys(size));
            assertThat(pages.versions()).as("pages of %d", size).hasSize(4);
            assertThat(pages.deleteMarkers()).hasSize(1);
        }
        assertThat(s3.listObjectVersions(r -> r.bucket(BUCKET).maxKeys(0)).isTruncated()).isFalse();
        assertFails(
                400,
                "InvalidArgument",
                () -> s3.listObjectVersions(r -> r.bucket(BUCKET).versionIdMarker(UNKNOWN)));
        assertFails(
                400,
                "InvalidArgument",
                () ->
                        s3.listObjectVersions(
                                r -> r.bucket(BUCKET).keyMarker(KEY).versionIdMarker("abc")));
    }

    @Test
    void duplicateKeysAreDeletedOnceAndReportedTwice() {
        version(BucketVersioningStatus.ENABLED);
        List<ObjectIdentifier> named =
                List.of(id(KEY, null), id("other", null), id(KEY, null), id(KEY, UNKNOWN));
        var deleted = s3.deleteObjects(r -> r.bucket(BUCKET).delete(d -> d.objects(named)));

        assertThat(deleted.errors()).isEmpty();
        assertThat(deleted.deleted())
                .extracting(each -> each.key() + " " + each.versionId())
                .containsExactly(KEY + " null", "other null", KEY + " null", KEY + " " + UNKNOWN);
        var listed = s3.listObjectVersions(r -> r.bucket(BUCKET).prefix(KEY));
        assertThat(listed.deleteMarkers()).hasSize(1);
    }

    @Test
    void versionsAreDeletedManyAtOnce() {
        version(BucketVersioningStatus.ENABLED);
        String first = put("one");
        List<ObjectIdentifier> named =
                List.of(id(KEY, first), id("other", null), id(KEY, UNKNOWN), id(KEY, "abc"));
        var deleted = s3.deleteObjects(r -> r.bucket(BUCKET).delete(d -> d.objects(named)));

        assertThat(deleted.deleted())
                .anySatisfy(each -> assertThat(each.versionId()).isEqualTo(first))
                .anySatisfy(each -> assertThat(each.versionId()).isEqualTo(UNKNOWN))
                .anySatisfy(
                        each -> {
                            assertThat(each.key()).isEqualTo("other");
                            assertThat(each.deleteMarker()).isTrue();
                            assertThat(each.deleteMarkerVersionId()).isNotEmpty();
                        })
                .hasSize(3);
        assertThat(deleted.errors())
                .singleElement()
                .satisfies(each -> assertThat(each.code()).isEqualTo("InvalidArgument"));
    }

    @Test
    void aNameOfNoVersionIsRefusedAndOneOfNoneThatIsThereNotFound() {
        s3.putObject(r -> r.bucket(BUCKET).key(KEY), RequestBody.fromString("x"));
        assertFails(404, "NoSuchVersion", () -> get(UNKNOWN));
        assertFails(400, "InvalidArgument", () -> get("abc"));
        assertFails(
                400,
                "InvalidArgument",
                () -> s3.deleteObject(r -> r.bucket(BUCKET).key(KEY).versionId("abc")));
        s3.deleteObject(r -> r.bucket(BUCKET).key(KEY).versionId(UNKNOWN));
        assertFails(
                404,
                "NoSuchKey",
                () ->
                        s3.deleteObject(
                                r -> r.bucket(BUCKET).key(KEY).versionId(UNKNOWN).ifMatch("a")));
        assertThat(gateway.objects().keys(BUCKET)).containsExactly(KEY);
    }

    @Test
    void aCopyTellsOfTheVersionsOnBothSides() {
        version(BucketVersioningStatus.ENABLED);
        String first = put("one");
        put("two");
        var copied =
                s3.copyObject(
                        r ->
                                r.sourceBucket(BUCKET)
                                        .sourceKey(KEY)
                                        .sourceVersionId(first)
                                        .destinationBucket(BUCKET)
                                        .destinationKey("copy"));

        assertThat(copied.copySourceVersionId()).isEqualTo(first);
        assertThat(copied.versionId()).isNotEqualTo(first).isNotEmpty();
        assertThat(s3.getObjectAsBytes(r -> r.bucket(BUCKET).key("copy")).asUtf8String())
                .isEqualTo("one");
    }

    private static ObjectIdentifier id(String key, @Nullable String version) {
        return ObjectIdentifier.builder().key(key).versionId(version).build();
    }

    private String put(String text) {
        return s3.putObject(r -> r.bucket(BUCKET).key(KEY), RequestBody.fromString(text))
                .versionId();
    }

    private String get(String version) {
        return s3.getObjectAsBytes(r -> r.bucket(BUCKET).key(KEY).versionId(version))
                .asUtf8String();
    }

    private ListObjectVersionsResponse versions() {
        return s3.listObjectVersions(r -> r.bucket(BUCKET));
    }

    private BucketVersioningStatus status() {
        return s3.getBucketVersioning(r -> r.bucket(BUCKET)).status();
    }

    private void version(BucketVersioningStatus status) {
        version(BUCKET, status.toString());
    }

    private void version(String bucket, String status) {
        s3.putBucketVersioning(
                r -> r.bucket(bucket).versioningConfiguration(v -> v.status(status)));
    }

    private static String header(S3Exception error, String name) {
        return error.awsErrorDetails().sdkHttpResponse().firstMatchingHeader(name).orElse("");
    }
}
