package io.giza.gateway.s3;

import static io.giza.gateway.fake.SdkFailures.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.SdkClient;
import io.giza.gateway.fake.SdkFixture;
import io.giza.gateway.service.ObjectService.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** An unmodified AWS SDK for Java v2 with its default settings. */
class SdkTest extends SdkFixture {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100_000, 4 << 20, (4 << 20) + 1})
    void objectsRoundTripWithDefaultSettings(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        s3.putObject(
                r ->
                        r.bucket("bucket")
                                .key("size/" + size)
                                .contentType("text/x-giza")
                                .metadata(Map.of("colour", "grün")),
                RequestBody.fromBytes(content));

        var got = s3.getObjectAsBytes(r -> r.bucket("bucket").key("size/" + size));

        assertThat(got.asByteArray()).isEqualTo(content);
        assertThat(got.response().contentType()).isEqualTo("text/x-giza");
        assertThat(got.response().contentEncoding()).isNull();
        assertThat(
                        s3.headObject(
                                        r ->
                                                r.bucket("bucket")
                                                        .key("size/" + size)
                                                        .checksumMode(ChecksumMode.ENABLED))
                                .checksumCRC32())
                .isNotNull();
        assertThat(got.response().metadata()).containsKey("colour");
    }

    @ParameterizedTest
    @EnumSource(
            value = ChecksumAlgorithm.class,
            names = {"CRC32", "SHA1", "SHA256"})
    void checksumsAreVerifiedStoredAndReturned(ChecksumAlgorithm algorithm) {
        var put =
                s3.putObject(
                        r -> r.bucket("bucket").key("sum").checksumAlgorithm(algorithm),
                        RequestBody.fromString("sum of " + algorithm));
        var head =
                s3.headObject(
                        r -> r.bucket("bucket").key("sum").checksumMode(ChecksumMode.ENABLED));

        assertThat(head.checksumCRC32()).isEqualTo(put.checksumCRC32());
        assertThat(head.checksumSHA1()).isEqualTo(put.checksumSHA1());
        assertThat(head.checksumSHA256()).isEqualTo(put.checksumSHA256());
        assertThat(head.checksumTypeAsString()).isEqualTo("FULL_OBJECT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a//b",
                "/leading",
                "a%2Fb",
                "a/../../b",
                "./.",
                "a;b=c",
                "a b+c",
                "ключ/鍵/🗝",
                "q?x=y&z",
                "back\\slash",
                "<&>\"'",
                "cr\rlf\n.",
                "trailing/",
                "s3",
                "_giza/health"
            })
    void everyKeyIsStoredReadListedAndDeletedUnderItsOwnName(String key) {
        s3.createBucket(r -> r.bucket("odd-keys"));
        s3.putObject(r -> r.bucket("odd-keys").key(key), RequestBody.fromString(key));

        assertThat(gateway.objects().keys("odd-keys")).containsExactly(key);
        assertThat(s3.getObjectAsBytes(r -> r.bucket("odd-keys").key(key)).asUtf8String())
                .isEqualTo(key);
        assertThat(s3.listObjectsV2(r -> r.bucket("odd-keys")).contents())
                .extracting(S3Object::key)
                .containsExactly(key);
        s3.deleteObject(r -> r.bucket("odd-keys").key(key));
        s3.deleteBucket(r -> r.bucket("odd-keys"));
    }

    @Test
    void listingsAreGroupedAndPaged() {
        s3.createBucket(r -> r.bucket("listing"));
        for (String key : List.of("a/1", "a/2", "b/1", "c", "d e+f")) {
            s3.putObject(r -> r.bucket("listing").key(key), RequestBody.fromString(key));
        }

        ListObjectsV2Response first =
                s3.listObjectsV2(r -> r.bucket("listing").delimiter("/").maxKeys(2));
        ListObjectsV2Response second =
                s3.listObjectsV2(
                        r ->
                                r.bucket("listing")
                                        .delimiter("/")
                                        .maxKeys(2)
                                        .encodingType(EncodingType.URL)
                                        .fetchOwner(true)
                                        .continuationToken(first.nextContinuationToken()));

        assertThat(first.commonPrefixes())
                .extracting(CommonPrefix::prefix)
                .containsExactly("a/", "b/");
        assertThat(first.isTruncated()).isTrue();
        assertThat(first.keyCount()).isEqualTo(2);
        assertThat(second.contents()).extracting(S3Object::key).containsExactly("c", "d e+f");
        assertThat(second.contents().getFirst().owner().displayName()).isEqualTo("default");
        assertThat(second.isTruncated()).isFalse();
        assertThat(s3.listObjectsV2(r -> r.bucket("listing").startAfter("b/1")).keyCount())
                .isEqualTo(2);
        assertThat(s3.listObjects(r -> r.bucket("listing").prefix("a/")).contents()).hasSize(2);
        assertThat(s3.listObjectsV2(r -> r.bucket("listing").maxKeys(0)).isTruncated()).isFalse();
    }

    @Test
    void manyObjectsAreDeletedInOneRequestEachWithItsResult() {
        s3.createBucket(r -> r.bucket("many"));
        List<String> keys = IntStream.range(0, 100).mapToObj(i -> "k" + i).toList();
        keys.forEach(k -> s3.putObject(r -> r.bucket("many").key(k), RequestBody.fromString(k)));
        List<ObjectIdentifier> all =
                IntStream.range(0, 101)
                        .mapToObj(
                                i ->
                                        ObjectIdentifier.builder()
                                                .key(i == 100 ? "k".repeat(1025) : "k" + i)
                                                .build())
                        .toList();

        var result = s3.deleteObjects(r -> r.bucket("many").delete(d -> d.objects(all)));

        assertThat(result.deleted()).hasSize(100);
        assertThat(result.errors()).hasSize(1);
        assertThat(result.errors().getFirst().code()).isEqualTo("KeyTooLongError");
        assertThat(gateway.objects().keys("many")).isEmpty();
        var quiet =
                s3.deleteObjects(
                        r ->
                                r.bucket("many")
                                        .delete(d -> d.quiet(true).objects(all.subList(0, 2))));
        assertThat(quiet.deleted()).isEmpty();
        assertThat(quiet.errors()).isEmpty();
    }

    @Test
    void rangesAndConditionsAreHonoured() {
        String etag =
                s3.putObject(
                                r -> r.bucket("bucket").key("range"),
                                RequestBody.fromString("0123456789"))
                        .eTag();

        assertThat(range("bytes=2-4")).isEqualTo("234");
        assertThat(range("bytes=-3")).isEqualTo("789");
        assertThat(range("bytes=7-100")).isEqualTo("789");
        assertThat(range("bytes=0-1,3-4")).isEqualTo("0123456789");
        assertFails(416, "InvalidRange", () -> range("bytes=10-"));
        assertFails(
                304,
                "",
                () -> s3.getObject(r -> r.bucket("bucket").key("range").ifNoneMatch(etag)));
        assertFails(
                412,
                "PreconditionFailed",
                () -> s3.getObject(r -> r.bucket("bucket").key("range").ifMatch("\"other\"")));
    }

    @Test
    void conditionalWritesAreDecidedByTheService() {
        RequestBody one = RequestBody.fromString("one");
        String etag =
                s3.putObject(r -> r.bucket("bucket").key("once").ifNoneMatch("*"), one).eTag();

        assertFails(
                412,
                "PreconditionFailed",
                () -> s3.putObject(r -> r.bucket("bucket").key("once").ifNoneMatch("*"), one));
        assertFails(
                404,
                "NoSuchKey",
                () -> s3.putObject(r -> r.bucket("bucket").key("none").ifMatch(etag), one));
        s3.putObject(r -> r.bucket("bucket").key("once").ifMatch(etag), one);
        gateway.objects().failNextWith(new Failure.ConditionUndecided());
        assertFails(
                409,
                "ConditionalRequestConflict",
                () -> s3.putObject(r -> r.bucket("bucket").key("once").ifMatch(etag), one));
        gateway.objects().failNextWith(new Failure.OutcomeUnknown("dc2 was silent"));
        assertFails(
                503,
                "ServiceUnavailable",
                () -> s3.putObject(r -> r.bucket("bucket").key("once"), one));
    }

    @Test
    void bucketsAreListedFoundAndDeleted() {
        s3.createBucket(
                r ->
                        r.bucket("life")
                                .createBucketConfiguration(
                                        c -> c.locationConstraint("eu-central-1")));

        assertThat(s3.listBuckets().buckets()).anyMatch(b -> b.name().equals("life"));
        assertThat(s3.headBucket(r -> r.bucket("life")).bucketRegion()).isEqualTo("us-east-1");
        assertThat(s3.getBucketLocation(r -> r.bucket("life")).locationConstraintAsString())
                .isNullOrEmpty();
        assertFails(409, "BucketAlreadyOwnedByYou", () -> s3.createBucket(r -> r.bucket("life")));
        s3.putObject(r -> r.bucket("life").key("k"), RequestBody.empty());
        assertFails(409, "BucketNotEmpty", () -> s3.deleteBucket(r -> r.bucket("life")));
        s3.deleteObject(r -> r.bucket("life").key("k"));
        s3.deleteBucket(r -> r.bucket("life"));
        assertFails(404, "", () -> s3.headBucket(r -> r.bucket("life")));
        assertFails(404, "NoSuchBucket", () -> s3.listObjectsV2(r -> r.bucket("life")));
    }

    @Test
    void operationsThatAreNotHereAreRefused() {
        s3.putObject(r -> r.bucket("bucket").key("k"), RequestBody.empty());
        assertFails(
                404,
                "ServerSideEncryptionConfigurationNotFoundError",
                () -> s3.getBucketEncryption(r -> r.bucket("bucket")));
        assertFails(
                501,
                "NotImplemented",
                () ->
                        s3.putObject(
                                r -> r.bucket("bucket").key("k").storageClass("GLACIER"),
                                RequestBody.empty()));
        assertFails(
                400,
                "InvalidArgument",
                () -> s3.getObject(r -> r.bucket("bucket").key("k").versionId("abc")));
    }

    @Test
    void presignedRequestsWork() throws Exception {
        s3.putObject(r -> r.bucket("bucket").key("pre signed+"), RequestBody.fromString("hello"));
        try (S3Presigner presigner = SdkClient.presigner(gateway.port(), Region.US_WEST_2)) {
            var url =
                    presigner
                            .presignGetObject(
                                    r ->
                                            r.signatureDuration(Duration.ofDays(7))
                                                    .getObjectRequest(
                                                            g ->
                                                                    g.bucket("bucket")
                                                                            .key("pre signed+")
                                                                            .responseContentType(
                                                                                    "x/y")))
                            .url();
            var connection = url.openConnection();

            assertThat(connection.getInputStream().readAllBytes()).asString().isEqualTo("hello");
            assertThat(connection.getContentType()).isEqualTo("x/y");
            assertThat(connection.getHeaderField("x-amz-request-id")).hasSize(16);
        }
    }

    private String range(String range) {
        var got = s3.getObjectAsBytes(r -> r.bucket("bucket").key("range").range(range));
        GetObjectResponse response = got.response();
        assertThat(response.contentLength()).isEqualTo(got.asByteArray().length);
        return got.asUtf8String();
    }
}
