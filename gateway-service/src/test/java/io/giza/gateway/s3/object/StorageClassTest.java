package io.giza.gateway.s3.object;

import static io.giza.gateway.fake.SdkFailures.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RunningReplicatedGateway;
import io.giza.gateway.fake.SdkClient;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;
import software.amazon.awssdk.services.s3.model.ObjectStorageClass;
import software.amazon.awssdk.services.s3.model.ObjectVersionStorageClass;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** Storage classes are told as they were asked for, though all objects are stored alike. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StorageClassTest {
    private RunningReplicatedGateway gateway;
    private S3Client s3;

    @BeforeAll
    void start() {
        gateway = new RunningReplicatedGateway(1);
        s3 = SdkClient.to(gateway.port());
        s3.createBucket(r -> r.bucket("bucket"));
    }

    @AfterAll
    void stop() {
        s3.close();
        gateway.close();
    }

    private void put(String key, StorageClass storageClass) {
        s3.putObject(
                r -> r.bucket("bucket").key(key).storageClass(storageClass),
                RequestBody.fromString("text"));
    }

    private @Nullable StorageClass told(String key) {
        StorageClass head = s3.headObject(r -> r.bucket("bucket").key(key)).storageClass();
        var get = s3.getObjectAsBytes(r -> r.bucket("bucket").key(key));
        assertThat(get.asUtf8String()).isEqualTo("text");
        assertThat(get.response().storageClass()).isEqualTo(head);
        return head;
    }

    @Test
    void aClassThatAllowsLessRedundancyIsToldAndTheUsualOneIsNot() {
        put("less", StorageClass.REDUCED_REDUNDANCY);
        put("usual", StorageClass.STANDARD);

        assertThat(told("less")).isEqualTo(StorageClass.REDUCED_REDUNDANCY);
        assertThat(told("usual")).isNull();
        assertThat(attribute("less")).isEqualTo(StorageClass.REDUCED_REDUNDANCY);
        assertThat(attribute("usual")).isEqualTo(StorageClass.STANDARD);
        assertThat(
                        s3.listObjectsV2(r -> r.bucket("bucket").prefix("less"))
                                .contents()
                                .getFirst()
                                .storageClass())
                .isEqualTo(ObjectStorageClass.REDUCED_REDUNDANCY);
        assertThat(
                        s3.listObjectVersions(r -> r.bucket("bucket").prefix("usual"))
                                .versions()
                                .getFirst()
                                .storageClass())
                .isEqualTo(ObjectVersionStorageClass.STANDARD);
    }

    private StorageClass attribute(String key) {
        return s3.getObjectAttributes(
                        r ->
                                r.bucket("bucket")
                                        .key(key)
                                        .objectAttributes(ObjectAttributes.STORAGE_CLASS))
                .storageClass();
    }

    @Test
    void aCopyHasTheClassThatIsAskedForIt() {
        put("source", StorageClass.REDUCED_REDUNDANCY);

        copy("source", "copy", null);
        assertThat(told("copy")).isNull();
        copy("copy", "copy", StorageClass.REDUCED_REDUNDANCY);
        assertThat(told("copy")).isEqualTo(StorageClass.REDUCED_REDUNDANCY);
        assertFails(400, "InvalidRequest", () -> copy("copy", "copy", null));
    }

    private void copy(String source, String key, @Nullable StorageClass storageClass) {
        s3.copyObject(
                r ->
                        r.sourceBucket("bucket")
                                .sourceKey(source)
                                .destinationBucket("bucket")
                                .destinationKey(key)
                                .storageClass(storageClass));
    }

    @Test
    void anUploadTellsItsClassAndGivesItToItsObject() {
        String id =
                s3.createMultipartUpload(
                                r ->
                                        r.bucket("bucket")
                                                .key("parts")
                                                .storageClass(StorageClass.REDUCED_REDUNDANCY))
                        .uploadId();
        String etag =
                s3.uploadPart(
                                r -> r.bucket("bucket").key("parts").uploadId(id).partNumber(1),
                                RequestBody.fromString("text"))
                        .eTag();
        assertThat(s3.listParts(r -> r.bucket("bucket").key("parts").uploadId(id)).storageClass())
                .isEqualTo(StorageClass.REDUCED_REDUNDANCY);
        assertThat(
                        s3.listMultipartUploads(r -> r.bucket("bucket"))
                                .uploads()
                                .getFirst()
                                .storageClass())
                .isEqualTo(StorageClass.REDUCED_REDUNDANCY);
        CompletedPart part = CompletedPart.builder().partNumber(1).eTag(etag).build();
        s3.completeMultipartUpload(
                r ->
                        r.bucket("bucket")
                                .key("parts")
                                .uploadId(id)
                                .multipartUpload(u -> u.parts(part)));

        assertThat(told("parts")).isEqualTo(StorageClass.REDUCED_REDUNDANCY);
    }

    @Test
    void classesThatAskForMoreAreRefused() {
        assertFails(501, "NotImplemented", () -> put("k", StorageClass.GLACIER));
        assertFails(501, "NotImplemented", () -> put("k", StorageClass.STANDARD_IA));
    }
}
