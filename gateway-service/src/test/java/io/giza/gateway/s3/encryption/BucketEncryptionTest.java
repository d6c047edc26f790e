package io.giza.gateway.s3.encryption;

import static io.giza.gateway.fake.SdkFailures.assertFails;
import static io.giza.gateway.s3.encryption.EncryptionKind.base64;
import static io.giza.gateway.s3.encryption.EncryptionKind.content;
import static io.giza.gateway.s3.encryption.EncryptionKind.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RunningReplicatedGateway;
import io.giza.gateway.fake.SdkClient;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.ServerSideEncryptionRule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a bucket says of encryption: its default, and its policy. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BucketEncryptionTest {
    private RunningReplicatedGateway gateway;
    private S3Client s3;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        Path keyring = folder.resolve("keyring");
        Files.writeString(keyring, "photos " + base64(key(3)) + "\n");
        gateway =
                new RunningReplicatedGateway(
                        1 << 20,
                        "giza.master-key=" + base64(new byte[32]),
                        "giza.encryption.keyring-file=" + keyring);
        s3 = SdkClient.to(gateway.port());
    }

    @AfterAll
    void stop() {
        s3.close();
        gateway.close();
    }

    /** Clients that are not of AWS repeat what they said when they began the upload. */
    @Test
    void partsAndCompletionsMaySayWhatTheirUploadIsAndNothingElse() {
        s3.createBucket(r -> r.bucket("said"));
        String id =
                s3.createMultipartUpload(
                                r ->
                                        r.bucket("said")
                                                .key("key")
                                                .serverSideEncryption(ServerSideEncryption.AWS_KMS)
                                                .ssekmsKeyId("photos"))
                        .uploadId();
        Map<String, String> truth =
                Map.of(
                        "x-amz-server-side-encryption", "aws:kms",
                        "x-amz-server-side-encryption-aws-kms-key-id", "photos");
        List<Map<String, String>> untrue =
                List.of(
                        Map.of("x-amz-server-side-encryption", "AES256"),
                        Map.of("x-amz-server-side-encryption", "none"),
                        Map.of("x-amz-server-side-encryption-aws-kms-key-id", "others"));

        untrue.forEach(said -> assertFails(400, "InvalidArgument", () -> part(id, said)));
        String etag = part(id, truth);
        untrue.forEach(said -> assertFails(400, "InvalidArgument", () -> complete(id, etag, said)));
        complete(id, etag, truth);

        assertThat(s3.headObject(r -> r.bucket("said").key("key")).ssekmsKeyId())
                .isEqualTo("photos");
    }

    @Test
    void aPartCannotSayThatItIsEncryptedWhereItsUploadIsNot() {
        s3.createBucket(r -> r.bucket("plain"));
        s3.putObject(r -> r.bucket("plain").key("source"), RequestBody.fromString("x"));
        String id = s3.createMultipartUpload(r -> r.bucket("plain").key("key")).uploadId();

        assertFails(
                400,
                "InvalidArgument",
                () ->
                        s3.uploadPartCopy(
                                r ->
                                        r.sourceBucket("plain")
                                                .sourceKey("source")
                                                .destinationBucket("plain")
                                                .destinationKey("key")
                                                .uploadId(id)
                                                .partNumber(1)
                                                .overrideConfiguration(
                                                        c ->
                                                                c.putHeader(
                                                                        "x-amz-server-side-encryption",
                                                                        "AES256"))));
    }

    private String part(String upload, Map<String, String> said) {
        return s3.uploadPart(
                        r ->
                                r.bucket("said")
                                        .key("key")
                                        .uploadId(upload)
                                        .partNumber(1)
                                        .overrideConfiguration(c -> said.forEach(c::putHeader)),
                        RequestBody.fromString("x"))
                .eTag();
    }

    private void complete(String upload, String etag, Map<String, String> said) {
        CompletedPart part = CompletedPart.builder().partNumber(1).eTag(etag).build();
        s3.completeMultipartUpload(
                r ->
                        r.bucket("said")
                                .key("key")
                                .uploadId(upload)
                                .multipartUpload(m -> m.parts(part))
                                .overrideConfiguration(c -> said.forEach(c::putHeader)));
    }

    @Test
    void aBucketEncryptsWhatDoesNotSayHow() {
        s3.createBucket(r -> r.bucket("safe"));
        assertFails(
                404,
                "ServerSideEncryptionConfigurationNotFoundError",
                () -> s3.getBucketEncryption(r -> r.bucket("safe")));
        ServerSideEncryptionRule rule =
                ServerSideEncryptionRule.builder()
                        .bucketKeyEnabled(true)
                        .applyServerSideEncryptionByDefault(
                                d -> d.sseAlgorithm(ServerSideEncryption.AES256))
                        .build();
        s3.putBucketEncryption(
                r -> r.bucket("safe").serverSideEncryptionConfiguration(c -> c.rules(rule)));
        var rules =
                s3.getBucketEncryption(r -> r.bucket("safe"))
                        .serverSideEncryptionConfiguration()
                        .rules();
        assertThat(rules).hasSize(1);
        assertThat(rules.getFirst().bucketKeyEnabled()).isTrue();
        for (int size : new int[] {10, 100_000}) {
            var put =
                    s3.putObject(
                            r -> r.bucket("safe").key("k"), RequestBody.fromBytes(content(size)));
            assertThat(put.serverSideEncryption()).isEqualTo(ServerSideEncryption.AES256);
            assertThat(put.bucketKeyEnabled()).isTrue();
            assertThat(s3.getObjectAsBytes(r -> r.bucket("safe").key("k")).asByteArray())
                    .isEqualTo(content(size));
        }
        var upload = s3.createMultipartUpload(r -> r.bucket("safe").key("u"));
        assertThat(upload.serverSideEncryption()).isEqualTo(ServerSideEncryption.AES256);
        s3.deleteBucketEncryption(r -> r.bucket("safe"));
        assertThat(
                        s3.putObject(r -> r.bucket("safe").key("k"), RequestBody.fromString("x"))
                                .serverSideEncryption())
                .isNull();
    }

    @Test
    void policiesSeeWhatRequestsSayOfEncryption() {
        s3.createBucket(r -> r.bucket("guarded"));
        s3.putBucketPolicy(
                r ->
                        r.bucket("guarded")
                                .policy(
                                        """
                                        {"Version": "2012-10-17", "Statement": [{
                                          "Effect": "Deny", "Principal": "*",
                                          "Action": "s3:PutObject",
                                          "Resource": "arn:aws:s3:::guarded/named/*",
                                          "Condition": {"StringNotEquals": {
                                            "s3:x-amz-server-side-encryption": "aws:kms",
                                            "s3:x-amz-server-side-encryption-aws-kms-key-id":
                                              "photos"}}},
                                         {"Effect": "Deny", "Principal": "*",
                                          "Action": "s3:PutObject",
                                          "Resource": "arn:aws:s3:::guarded/*",
                                          "Condition": {"Null": {
                                            "s3:x-amz-server-side-encryption-customer-algorithm":
                                              "false"}}}]}
                                        """));
        RequestBody body = RequestBody.fromString("x");
        for (EncryptionKind kind :
                new EncryptionKind[] {
                    EncryptionKind.PLAIN, EncryptionKind.MANAGED, EncryptionKind.CUSTOMER
                }) {
            PutObjectRequest put = kind.put("named/k").bucket("guarded").build();
            assertFails(403, "AccessDenied", () -> s3.putObject(put, body));
        }
        s3.putObject(EncryptionKind.NAMED.put("named/k").bucket("guarded").build(), body);
        s3.putObject(EncryptionKind.MANAGED.put("k").bucket("guarded").build(), body);
        PutObjectRequest own = EncryptionKind.CUSTOMER.put("k").bucket("guarded").build();
        assertFails(403, "AccessDenied", () -> s3.putObject(own, body));
    }
}
