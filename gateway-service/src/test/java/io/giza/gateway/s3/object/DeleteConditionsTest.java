package io.giza.gateway.s3.object;

import static io.giza.gateway.fake.SdkFailures.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SdkClient;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.DeletedObject;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;

import java.time.Instant;

/** What a client may ask of the object that it deletes, by an unmodified AWS SDK. */
class DeleteConditionsTest {
    private static final String BUCKET = "bucket";

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

    private HeadObjectResponse put(String key) {
        s3.putObject(r -> r.bucket(BUCKET).key(key), RequestBody.fromString("text"));
        return s3.headObject(r -> r.bucket(BUCKET).key(key));
    }

    @Test
    void anObjectIsDeletedIfItIsAsDescribed() {
        HeadObjectResponse there = put("k");
        assertFails(
                412,
                "PreconditionFailed",
                () -> s3.deleteObject(r -> r.bucket(BUCKET).key("k").ifMatchSize(5L)));
        assertFails(
                412,
                "PreconditionFailed",
                () ->
                        s3.deleteObject(
                                r ->
                                        r.bucket(BUCKET)
                                                .key("k")
                                                .ifMatchLastModifiedTime(
                                                        there.lastModified().plusSeconds(1))));
        assertFails(
                412,
                "PreconditionFailed",
                () ->
                        s3.deleteObject(
                                r -> r.bucket(BUCKET).key("k").ifMatch("other").ifMatchSize(4L)));
        s3.deleteObject(
                r ->
                        r.bucket(BUCKET)
                                .key("k")
                                .ifMatch(there.eTag())
                                .ifMatchSize(4L)
                                .ifMatchLastModifiedTime(there.lastModified()));
        assertThat(gateway.objects().keys(BUCKET)).isEmpty();
    }

    @Test
    void whatIsNotThereIsDeletedUnlessItsTagIsAskedFor() {
        s3.deleteObject(
                r ->
                        r.bucket(BUCKET)
                                .key("none")
                                .ifMatchSize(4L)
                                .ifMatchLastModifiedTime(Instant.EPOCH));
        assertFails(
                404,
                "NoSuchKey",
                () ->
                        s3.deleteObject(
                                r -> r.bucket(BUCKET).key("none").ifMatch("a").ifMatchSize(4L)));
    }

    @Test
    void aVersionIsDeletedOnConditionsOfItsOwn() {
        s3.putBucketVersioning(
                r ->
                        r.bucket(BUCKET)
                                .versioningConfiguration(
                                        v -> v.status(BucketVersioningStatus.ENABLED)));
        HeadObjectResponse first = put("k");
        s3.putObject(r -> r.bucket(BUCKET).key("k"), RequestBody.fromString("another"));
        assertFails(
                412,
                "PreconditionFailed",
                () ->
                        s3.deleteObject(
                                r ->
                                        r.bucket(BUCKET)
                                                .key("k")
                                                .versionId(first.versionId())
                                                .ifMatchSize(7L)));
        s3.deleteObject(
                r -> r.bucket(BUCKET).key("k").versionId(first.versionId()).ifMatch(first.eTag()));
        assertThat(s3.listObjectVersions(r -> r.bucket(BUCKET)).versions()).hasSize(1);
    }

    @Test
    void eachKeyOfManyHasItsOwnConditions() {
        HeadObjectResponse one = put("one");
        put("two");
        put("three");
        put("four");
        var answer =
                s3.deleteObjects(
                        r ->
                                r.bucket(BUCKET)
                                        .delete(
                                                d ->
                                                        d.objects(
                                                                id("one")
                                                                        .eTag(one.eTag())
                                                                        .size(4L)
                                                                        .lastModifiedTime(
                                                                                one.lastModified())
                                                                        .build(),
                                                                id("two").size(5L).build(),
                                                                id("three")
                                                                        .lastModifiedTime(
                                                                                Instant.EPOCH)
                                                                        .build(),
                                                                id("four").eTag("a").build())));
        assertThat(answer.deleted()).extracting(DeletedObject::key).containsExactly("one");
        assertThat(answer.errors())
                .extracting(S3Error::code)
                .containsExactly("PreconditionFailed", "PreconditionFailed", "PreconditionFailed");
        assertThat(gateway.objects().keys(BUCKET)).containsExactly("four", "three", "two");
    }

    private static ObjectIdentifier.Builder id(String key) {
        return ObjectIdentifier.builder().key(key);
    }
}
