package io.giza.gateway.s3.encryption;

import static io.giza.gateway.fake.SdkFailures.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.encryption.keys.ClusterKeys;
import io.giza.gateway.fake.RunningReplicatedGateway;
import io.giza.gateway.fake.SdkClient;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.ServerSideEncryptionRule;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** An unmodified SDK puts and gets objects that are encrypted in each of S3's ways. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EncryptionTest {
    private static final int MIB = 1 << 20;
    private static final String MASTER = "giza.master-key=" + base64(new byte[32]);
    private static final byte[] KEY = key(1);
    private static final byte[] OTHER = key(2);

    private RunningReplicatedGateway gateway;
    private S3Client s3;

    /** How objects are encrypted. */
    enum Kind {
        PLAIN,
        MANAGED,
        NAMED,
        CUSTOMER;

        PutObjectRequest.Builder put(String key) {
            PutObjectRequest.Builder put = PutObjectRequest.builder().bucket("bucket").key(key);
            return switch (this) {
                case PLAIN -> put;
                case MANAGED -> put.serverSideEncryption(ServerSideEncryption.AES256);
                case NAMED ->
                        put.serverSideEncryption(ServerSideEncryption.AWS_KMS)
                                .ssekmsKeyId("photos");
                case CUSTOMER ->
                        put.sseCustomerAlgorithm("AES256")
                                .sseCustomerKey(base64(KEY))
                                .sseCustomerKeyMD5(md5(KEY));
            };
        }

        GetObjectRequest.Builder get(String key) {
            GetObjectRequest.Builder get = GetObjectRequest.builder().bucket("bucket").key(key);
            return this == CUSTOMER ? withKey(get, KEY) : get;
        }

        CreateMultipartUploadRequest.Builder upload(String key) {
            var upload = CreateMultipartUploadRequest.builder().bucket("bucket").key(key);
            return switch (this) {
                case PLAIN -> upload;
                case MANAGED -> upload.serverSideEncryption(ServerSideEncryption.AES256);
                case NAMED ->
                        upload.serverSideEncryption(ServerSideEncryption.AWS_KMS)
                                .ssekmsKeyId("photos");
                case CUSTOMER ->
                        upload.sseCustomerAlgorithm("AES256")
                                .sseCustomerKey(base64(KEY))
                                .sseCustomerKeyMD5(md5(KEY));
            };
        }

        UploadPartRequest.Builder part(UploadPartRequest.Builder part) {
            return this == CUSTOMER
                    ? part.sseCustomerAlgorithm("AES256")
                            .sseCustomerKey(base64(KEY))
                            .sseCustomerKeyMD5(md5(KEY))
                    : part;
        }
    }

    private static GetObjectRequest.Builder withKey(GetObjectRequest.Builder get, byte[] key) {
        return get.sseCustomerAlgorithm("AES256")
                .sseCustomerKey(base64(key))
                .sseCustomerKeyMD5(md5(key));
    }

    private static byte[] key(int seed) {
        byte[] key = new byte[32];
        new Random(seed).nextBytes(key);
        return key;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String md5(byte[] bytes) {
        return base64(digest(bytes));
    }

    private static byte[] content(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        Path keyring = folder.resolve("keyring");
        Files.writeString(keyring, "# keys\nphotos " + base64(key(3)) + "\n");
        gateway =
                new RunningReplicatedGateway(
                        5 * MIB,
                        MASTER,
                        "giza.encryption.keyring-file=" + keyring,
                        "giza.encryption.default-key=photos");
        s3 = SdkClient.to(gateway.port());
        s3.createBucket(r -> r.bucket("bucket"));
    }

    @AfterAll
    void stop() {
        s3.close();
        gateway.close();
    }

    private byte[] bytes(GetObjectRequest.Builder get) {
        return s3.getObjectAsBytes(get.build()).asByteArray();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatWasPutIsReadAndItsAnswersSayHowItIsEncrypted(Kind kind) {
        for (int size : new int[] {0, 1, 2048, 2049, 65_480, 200_000, 5 * MIB + 3}) {
            String key = kind + "-" + size;
            byte[] content = content(size);
            PutObjectResponse put =
                    s3.putObject(kind.put(key).build(), RequestBody.fromBytes(content));
            var got = s3.getObjectAsBytes(kind.get(key).build());
            assertThat(got.asByteArray()).as(key).isEqualTo(content);
            GetObjectResponse answer = got.response();
            assertThat(answer.eTag()).isEqualTo(put.eTag());
            assertThat(answer.contentLength()).isEqualTo(size);
            assertThat(put.serverSideEncryption()).isEqualTo(answer.serverSideEncryption());
            assertThat(put.ssekmsKeyId()).isEqualTo(answer.ssekmsKeyId());
            assertThat(put.sseCustomerKeyMD5()).isEqualTo(answer.sseCustomerKeyMD5());
            String md5 = "\"" + HexFormat.of().formatHex(digest(content)) + "\"";
            assertThat(put.eTag().equals(md5))
                    .isEqualTo(kind == Kind.PLAIN || kind == Kind.MANAGED);
            assertThat(answer.serverSideEncryptionAsString())
                    .isEqualTo(
                            switch (kind) {
                                case PLAIN, CUSTOMER -> null;
                                case MANAGED -> "AES256";
                                case NAMED -> "aws:kms";
                            });
            assertThat(answer.ssekmsKeyId()).isEqualTo(kind == Kind.NAMED ? "photos" : null);
            assertThat(answer.sseCustomerKeyMD5())
                    .isEqualTo(kind == Kind.CUSTOMER ? md5(KEY) : null);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void rangesAreThoseOfThePlainObject(Kind kind) {
        int size = 300_000;
        byte[] content = content(size);
        String key = kind + "-ranges";
        s3.putObject(kind.put(key).build(), RequestBody.fromBytes(content));
        List<int[]> ranges = new ArrayList<>();
        for (int edge : new int[] {65_480, 131_000, 196_520, 262_040}) {
            ranges.add(new int[] {edge - 1, edge - 1});
            ranges.add(new int[] {edge, edge});
            ranges.add(new int[] {edge - 1, edge});
            ranges.add(new int[] {edge, edge + 65_519});
            ranges.add(new int[] {edge - 10, edge + 70_000});
        }
        ranges.add(new int[] {0, 0});
        ranges.add(new int[] {size - 1, size - 1});
        Random random = new Random(7);
        for (int i = 0; i < 30; i++) {
            int from = random.nextInt(size);
            ranges.add(new int[] {from, from + random.nextInt(size - from)});
        }
        for (int[] range : ranges) {
            int last = Math.min(range[1], size - 1);
            assertThat(bytes(kind.get(key).range("bytes=" + range[0] + "-" + last)))
                    .as("%d-%d", range[0], last)
                    .isEqualTo(Arrays.copyOfRange(content, range[0], last + 1));
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void partsAreReadAsOneObjectAndByRangesAcrossThem(Kind kind) {
        String key = kind + "-parts";
        byte[] content = content(10 * MIB + 700);
        var upload = s3.createMultipartUpload(kind.upload(key).build());
        List<CompletedPart> parts = new ArrayList<>();
        int[] edges = {0, 5 * MIB, 10 * MIB, content.length};
        for (int number = 1; number <= 3; number++) {
            byte[] part = Arrays.copyOfRange(content, edges[number - 1], edges[number]);
            int own = number;
            var stored =
                    s3.uploadPart(
                            kind.part(
                                            UploadPartRequest.builder()
                                                    .bucket("bucket")
                                                    .key(key)
                                                    .uploadId(upload.uploadId())
                                                    .partNumber(own))
                                    .build(),
                            RequestBody.fromBytes(part));
            assertThat(stored.serverSideEncryption()).isEqualTo(upload.serverSideEncryption());
            parts.add(CompletedPart.builder().partNumber(own).eTag(stored.eTag()).build());
        }
        var completed =
                s3.completeMultipartUpload(
                        r ->
                                r.bucket("bucket")
                                        .key(key)
                                        .uploadId(upload.uploadId())
                                        .multipartUpload(m -> m.parts(parts)));
        assertThat(completed.serverSideEncryption()).isEqualTo(upload.serverSideEncryption());
        assertThat(bytes(kind.get(key))).isEqualTo(content);
        for (int at : new int[] {5 * MIB, 10 * MIB}) {
            assertThat(bytes(kind.get(key).range("bytes=" + (at - 100) + "-" + (at + 99))))
                    .isEqualTo(Arrays.copyOfRange(content, at - 100, at + 100));
        }
        assertThat(bytes(kind.get(key).partNumber(3)))
                .isEqualTo(Arrays.copyOfRange(content, 10 * MIB, content.length));
    }

    @Test
    void copiesAreEncryptedAnewFromEachKindToEach() {
        byte[] content = content(150_000);
        for (Kind from : Kind.values()) {
            s3.putObject(from.put("from-" + from).build(), RequestBody.fromBytes(content));
            for (Kind to : Kind.values()) {
                String key = from + "-to-" + to;
                s3.copyObject(copy(from, to, key));
                assertThat(bytes(to.get(key))).as(key).isEqualTo(content);
            }
        }
    }

    private static CopyObjectRequest copy(Kind from, Kind to, String key) {
        var copy =
                CopyObjectRequest.builder()
                        .sourceBucket("bucket")
                        .sourceKey("from-" + from)
                        .destinationBucket("bucket")
                        .destinationKey(key);
        if (from == Kind.CUSTOMER) {
            copy.copySourceSSECustomerAlgorithm("AES256")
                    .copySourceSSECustomerKey(base64(KEY))
                    .copySourceSSECustomerKeyMD5(md5(KEY));
        }
        switch (to) {
            case PLAIN -> {}
            case MANAGED -> copy.serverSideEncryption(ServerSideEncryption.AES256);
            case NAMED -> copy.serverSideEncryption(ServerSideEncryption.AWS_KMS);
            case CUSTOMER ->
                    copy.sseCustomerAlgorithm("AES256")
                            .sseCustomerKey(base64(KEY))
                            .sseCustomerKeyMD5(md5(KEY));
        }
        return copy.build();
    }

    @Test
    void aClientsKeyIsNeededAndOnlyThatOneOpensItsObject() {
        for (int size : new int[] {10, 100_000}) {
            String key = "secret-" + size;
            s3.putObject(Kind.CUSTOMER.put(key).build(), RequestBody.fromBytes(content(size)));
            assertFails(400, "InvalidRequest", () -> bytes(Kind.PLAIN.get(key)));
            assertFails(403, "AccessDenied", () -> bytes(withKey(Kind.PLAIN.get(key), OTHER)));
            assertFails(400, "", () -> s3.headObject(r -> r.bucket("bucket").key(key)));
            assertThat(s3.getObjectTagging(r -> r.bucket("bucket").key(key)).tagSet()).isEmpty();
            assertThat(s3.getObjectAcl(r -> r.bucket("bucket").key(key)).grants()).hasSize(1);
            HeadObjectResponse head =
                    s3.headObject(
                            r ->
                                    r.bucket("bucket")
                                            .key(key)
                                            .sseCustomerAlgorithm("AES256")
                                            .sseCustomerKey(base64(KEY))
                                            .sseCustomerKeyMD5(md5(KEY)));
            assertThat(head.sseCustomerAlgorithm()).isEqualTo("AES256");
            assertThat(head.contentLength()).isEqualTo(size);
        }
        s3.putObject(Kind.PLAIN.put("open").build(), RequestBody.fromString("x"));
        assertFails(400, "InvalidRequest", () -> bytes(withKey(Kind.PLAIN.get("open"), KEY)));
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        RequestBody body = RequestBody.fromString("x");
        PutObjectRequest.Builder both =
                Kind.CUSTOMER.put("k").serverSideEncryption(ServerSideEncryption.AES256);
        assertFails(400, "InvalidArgument", () -> s3.putObject(both.build(), body));
        PutObjectRequest.Builder wrongDigest = Kind.CUSTOMER.put("k").sseCustomerKeyMD5(md5(OTHER));
        assertFails(400, "InvalidArgument", () -> s3.putObject(wrongDigest.build(), body));
        PutObjectRequest.Builder shortKey =
                Kind.CUSTOMER.put("k").sseCustomerKey(base64(new byte[16]));
        assertFails(400, "InvalidArgument", () -> s3.putObject(shortKey.build(), body));
        PutObjectRequest.Builder algorithm = Kind.CUSTOMER.put("k").sseCustomerAlgorithm("DES");
        assertFails(
                400,
                "InvalidEncryptionAlgorithmError",
                () -> s3.putObject(algorithm.build(), body));
        PutObjectRequest.Builder method = Kind.PLAIN.put("k").serverSideEncryption("ROT13");
        assertFails(400, "InvalidArgument", () -> s3.putObject(method.build(), body));
        PutObjectRequest.Builder keyId = Kind.MANAGED.put("k").ssekmsKeyId("photos");
        assertFails(400, "InvalidArgument", () -> s3.putObject(keyId.build(), body));
        PutObjectRequest.Builder unknown = Kind.NAMED.put("k").ssekmsKeyId("unknown");
        assertFails(400, "KMS.NotFoundException", () -> s3.putObject(unknown.build(), body));
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
        for (Kind kind : new Kind[] {Kind.PLAIN, Kind.MANAGED, Kind.CUSTOMER}) {
            PutObjectRequest put = kind.put("named/k").bucket("guarded").build();
            assertFails(403, "AccessDenied", () -> s3.putObject(put, body));
        }
        s3.putObject(Kind.NAMED.put("named/k").bucket("guarded").build(), body);
        s3.putObject(Kind.MANAGED.put("k").bucket("guarded").build(), body);
        PutObjectRequest own = Kind.CUSTOMER.put("k").bucket("guarded").build();
        assertFails(403, "AccessDenied", () -> s3.putObject(own, body));
    }

    @Test
    void olderVersionsOfTheClustersKeyStillOpenWhatTheyWrapped() {
        s3.putObject(Kind.MANAGED.put("old").build(), RequestBody.fromBytes(content(100_000)));
        assertThat(gateway.keys().rotate()).isInstanceOf(ClusterKeys.Rotated.class);
        s3.putObject(Kind.MANAGED.put("new").build(), RequestBody.fromBytes(content(100_000)));
        assertThat(bytes(Kind.MANAGED.get("old"))).isEqualTo(content(100_000));
        assertThat(bytes(Kind.MANAGED.get("new"))).isEqualTo(content(100_000));
    }
}
