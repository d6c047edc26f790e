package io.giza.gateway.s3.object;

import static io.giza.gateway.fake.SdkFailures.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SdkClient;
import io.giza.gateway.service.ObjectService.Failure;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;

import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** CopyObject by an unmodified SDK. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CopyTest {
    private RunningGateway gateway;
    private S3Client s3;

    @BeforeAll
    void start() {
        gateway = new RunningGateway();
        s3 = SdkClient.to(gateway.port());
        s3.createBucket(r -> r.bucket("bucket"));
        s3.createBucket(r -> r.bucket("other"));
    }

    @AfterAll
    void stop() {
        s3.close();
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1 << 20, (9 << 20) + 1})
    void aCopyHasTheBytesAndTheDescriptionOfItsSource(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        var put =
                s3.putObject(
                        r ->
                                r.bucket("bucket")
                                        .key("a b/ü+%?" + size)
                                        .contentType("text/x-giza")
                                        .metadata(Map.of("colour", "green"))
                                        .checksumAlgorithm(ChecksumAlgorithm.SHA256),
                        RequestBody.fromBytes(content));

        CopyObjectResponse copied =
                copy(r -> r.sourceKey("a b/ü+%?" + size).destinationBucket("other"));

        assertThat(copied.copyObjectResult().eTag()).isEqualTo(put.eTag());
        assertThat(copied.copyObjectResult().checksumSHA256()).isEqualTo(put.checksumSHA256());
        var got =
                s3.getObjectAsBytes(
                        r -> r.bucket("other").key("copy").checksumMode(ChecksumMode.ENABLED));
        assertThat(got.asByteArray()).isEqualTo(content);
        assertThat(got.response().contentType()).isEqualTo("text/x-giza");
        assertThat(got.response().metadata()).containsEntry("colour", "green");
        assertThat(got.response().checksumSHA256()).isEqualTo(put.checksumSHA256());
    }

    @Test
    void aCopyMayHaveADescriptionAndAChecksumOfItsOwn() {
        put("source", "text");
        CopyObjectResponse copied =
                copy(
                        r ->
                                r.sourceKey("source")
                                        .metadataDirective(MetadataDirective.REPLACE)
                                        .contentType("a/b")
                                        .metadata(Map.of("size", "small"))
                                        .checksumAlgorithm(ChecksumAlgorithm.SHA1));

        assertThat(copied.copyObjectResult().checksumSHA1()).isNotNull();
        var head =
                s3.headObject(
                        r -> r.bucket("bucket").key("copy").checksumMode(ChecksumMode.ENABLED));
        assertThat(head.contentType()).isEqualTo("a/b");
        assertThat(head.metadata()).containsExactlyEntriesOf(Map.of("size", "small"));
        assertThat(head.checksumSHA1()).isEqualTo(copied.copyObjectResult().checksumSHA1());
        assertThat(head.lastModified()).isEqualTo(copied.copyObjectResult().lastModified());
    }

    @Test
    void anObjectIsCopiedOntoItselfOnlyToChangeItsDescription() {
        put("itself", "text");
        assertFails(
                400,
                "InvalidRequest",
                () -> copy(r -> r.sourceKey("itself").destinationKey("itself")));
        copy(
                r ->
                        r.sourceKey("itself")
                                .destinationKey("itself")
                                .metadataDirective(MetadataDirective.REPLACE)
                                .metadata(Map.of("now", "changed")));
        assertThat(s3.headObject(r -> r.bucket("bucket").key("itself")).metadata())
                .containsEntry("now", "changed");
    }

    @Test
    void conditionsOnTheSourceAndOnTheDestinationAreHonoured() {
        put("conditional", "text");
        String etag = s3.headObject(r -> r.bucket("bucket").key("conditional")).eTag();
        Instant modified = s3.headObject(r -> r.bucket("bucket").key("conditional")).lastModified();

        copy(r -> r.sourceKey("conditional").copySourceIfMatch(etag));
        copy(r -> r.sourceKey("conditional").copySourceIfNoneMatch("\"other\""));
        copy(r -> r.sourceKey("conditional").copySourceIfUnmodifiedSince(modified));
        assertFails(
                412,
                "PreconditionFailed",
                () -> copy(r -> r.sourceKey("conditional").copySourceIfMatch("\"other\"")));
        assertFails(
                412,
                "PreconditionFailed",
                () -> copy(r -> r.sourceKey("conditional").copySourceIfNoneMatch(etag)));
        assertFails(
                412,
                "PreconditionFailed",
                () -> copy(r -> r.sourceKey("conditional").copySourceIfModifiedSince(modified)));
        assertFails(
                412,
                "PreconditionFailed",
                () -> copy(r -> r.sourceKey("conditional").ifNoneMatch("*")));
        copy(r -> r.sourceKey("conditional").ifMatch(etag));
    }

    @Test
    void whatCannotBeCopiedIsRefused() {
        assertFails(404, "NoSuchKey", () -> copy(r -> r.sourceKey("not-there")));
        assertFails(
                404, "NoSuchBucket", () -> copy(r -> r.sourceBucket("no-bucket").sourceKey("k")));
        put("present", "text");
        assertFails(
                404,
                "NoSuchBucket",
                () -> copy(r -> r.sourceKey("present").destinationBucket("no-bucket")));
        assertFails(
                400,
                "InvalidArgument",
                () -> copy(r -> r.sourceKey("present").sourceVersionId("abc")));
        assertFails(
                400,
                "InvalidRequest",
                () -> copy(r -> r.sourceKey("present").checksumAlgorithm("MD4")));
        assertFails(
                400,
                "InvalidArgument",
                () -> copy(r -> r.sourceKey("present").metadataDirective("MERGE")));
        gateway.objects().failNextWith(new Failure.Unavailable("dc2 is away"));
        assertFails(503, "ServiceUnavailable", () -> copy(r -> r.sourceKey("present")));
    }

    /** The client is told what a get of the source is told. */
    @ParameterizedTest
    @CsvSource({
        "yes, 503, ServiceUnavailable",
        "lost, 500, InternalError",
        "scarce, 503, SlowDown"
    })
    void aSourceThatBreaksOffLeavesNoCopy(String breaks, int status, String code) {
        s3.putObject(
                r -> r.bucket("bucket").key("fragile").metadata(Map.of("breaks", breaks)),
                RequestBody.fromBytes(new byte[3 << 20]));
        assertFails(status, code, () -> copy(r -> r.sourceKey("fragile").destinationKey("half")));
        assertThat(gateway.objects().keys("bucket")).doesNotContain("half");
    }

    private void put(String key, String content) {
        s3.putObject(r -> r.bucket("bucket").key(key), RequestBody.fromString(content));
    }

    private CopyObjectResponse copy(Consumer<CopyObjectRequest.Builder> how) {
        CopyObjectRequest.Builder request =
                CopyObjectRequest.builder()
                        .sourceBucket("bucket")
                        .destinationBucket("bucket")
                        .destinationKey("copy");
        how.accept(request);
        return s3.copyObject(request.build());
    }
}
