package io.giza.gateway.s3.encryption;

import static io.giza.gateway.fake.SdkFailures.assertFails;
import static io.giza.gateway.s3.encryption.EncryptionKind.KEY;
import static io.giza.gateway.s3.encryption.EncryptionKind.base64;
import static io.giza.gateway.s3.encryption.EncryptionKind.content;
import static io.giza.gateway.s3.encryption.EncryptionKind.digest;
import static io.giza.gateway.s3.encryption.EncryptionKind.key;
import static io.giza.gateway.s3.encryption.EncryptionKind.md5;
import static io.giza.gateway.s3.encryption.EncryptionKind.withKey;

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
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** An unmodified SDK puts and gets objects that are encrypted in each of S3's ways. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EncryptionTest {
    private static final int MIB = 1 << 20;
    private static final String MASTER = "giza.master-key=" + base64(new byte[32]);
    private static final byte[] OTHER = key(2);

    private RunningReplicatedGateway gateway;
    private S3Client s3;

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
    @EnumSource(EncryptionKind.class)
    void whatWasPutIsReadAndItsAnswersSayHowItIsEncrypted(EncryptionKind kind) {
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
                    .isEqualTo(kind == EncryptionKind.PLAIN || kind == EncryptionKind.MANAGED);
            assertThat(answer.serverSideEncryptionAsString())
                    .isEqualTo(
                            switch (kind) {
                                case PLAIN, CUSTOMER -> null;
                                case MANAGED -> "AES256";
                                case NAMED -> "aws:kms";
                            });
            assertThat(answer.ssekmsKeyId())
                    .isEqualTo(kind == EncryptionKind.NAMED ? "photos" : null);
            assertThat(answer.sseCustomerKeyMD5())
                    .isEqualTo(kind == EncryptionKind.CUSTOMER ? md5(KEY) : null);
        }
    }

    @ParameterizedTest
    @EnumSource(EncryptionKind.class)
    void rangesAreThoseOfThePlainObject(EncryptionKind kind) {
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
    @EnumSource(EncryptionKind.class)
    void partsAreReadAsOneObjectAndByRangesAcrossThem(EncryptionKind kind) {
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
        for (EncryptionKind from : EncryptionKind.values()) {
            s3.putObject(from.put("from-" + from).build(), RequestBody.fromBytes(content));
            for (EncryptionKind to : EncryptionKind.values()) {
                String key = from + "-to-" + to;
                s3.copyObject(copy(from, to, key));
                assertThat(bytes(to.get(key))).as(key).isEqualTo(content);
            }
        }
    }

    private static CopyObjectRequest copy(EncryptionKind from, EncryptionKind to, String key) {
        var copy =
                CopyObjectRequest.builder()
                        .sourceBucket("bucket")
                        .sourceKey("from-" + from)
                        .destinationBucket("bucket")
                        .destinationKey(key);
        if (from == EncryptionKind.CUSTOMER) {
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
            s3.putObject(
                    EncryptionKind.CUSTOMER.put(key).build(), RequestBody.fromBytes(content(size)));
            assertFails(400, "InvalidRequest", () -> bytes(EncryptionKind.PLAIN.get(key)));
            assertFails(
                    403,
                    "AccessDenied",
                    () -> bytes(withKey(EncryptionKind.PLAIN.get(key), OTHER)));
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
        s3.putObject(EncryptionKind.PLAIN.put("open").build(), RequestBody.fromString("x"));
        assertFails(
                400, "InvalidRequest", () -> bytes(withKey(EncryptionKind.PLAIN.get("open"), KEY)));
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        RequestBody body = RequestBody.fromString("x");
        PutObjectRequest.Builder both =
                EncryptionKind.CUSTOMER.put("k").serverSideEncryption(ServerSideEncryption.AES256);
        assertFails(400, "InvalidArgument", () -> s3.putObject(both.build(), body));
        PutObjectRequest.Builder wrongDigest =
                EncryptionKind.CUSTOMER.put("k").sseCustomerKeyMD5(md5(OTHER));
        assertFails(400, "InvalidArgument", () -> s3.putObject(wrongDigest.build(), body));
        PutObjectRequest.Builder shortKey =
                EncryptionKind.CUSTOMER.put("k").sseCustomerKey(base64(new byte[16]));
        assertFails(400, "InvalidArgument", () -> s3.putObject(shortKey.build(), body));
        PutObjectRequest.Builder algorithm =
                EncryptionKind.CUSTOMER.put("k").sseCustomerAlgorithm("DES");
        assertFails(
                400,
                "InvalidEncryptionAlgorithmError",
                () -> s3.putObject(algorithm.build(), body));
        PutObjectRequest.Builder method =
                EncryptionKind.PLAIN.put("k").serverSideEncryption("ROT13");
        assertFails(400, "InvalidArgument", () -> s3.putObject(method.build(), body));
        PutObjectRequest.Builder keyId = EncryptionKind.MANAGED.put("k").ssekmsKeyId("photos");
        assertFails(400, "InvalidArgument", () -> s3.putObject(keyId.build(), body));
        PutObjectRequest.Builder unknown = EncryptionKind.NAMED.put("k").ssekmsKeyId("unknown");
        assertFails(400, "KMS.NotFoundException", () -> s3.putObject(unknown.build(), body));
    }

    @Test
    void olderVersionsOfTheClustersKeyStillOpenWhatTheyWrapped() {
        s3.putObject(
                EncryptionKind.MANAGED.put("old").build(), RequestBody.fromBytes(content(100_000)));
        assertThat(gateway.keys().rotate()).isInstanceOf(ClusterKeys.Rotated.class);
        s3.putObject(
                EncryptionKind.MANAGED.put("new").build(), RequestBody.fromBytes(content(100_000)));
        assertThat(bytes(EncryptionKind.MANAGED.get("old"))).isEqualTo(content(100_000));
        assertThat(bytes(EncryptionKind.MANAGED.get("new"))).isEqualTo(content(100_000));
    }
}
