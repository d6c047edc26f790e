package io.giza.gateway.s3.encryption;

import static io.giza.gateway.fake.SdkFailures.assertFails;
import static io.giza.gateway.s3.encryption.EncryptionKind.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.azure.AzureCredential;
import io.giza.azure.KeyVault;
import io.giza.azure.KeyVaultAddress;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.gateway.encryption.keyvault.KeyVaultKeys;
import io.giza.gateway.fake.RunningReplicatedGateway;
import io.giza.gateway.fake.SdkClient;
import io.giza.testkit.azure.KeyVaultServer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

import java.security.SecureRandom;
import java.time.Duration;

/** An unmodified SDK puts and gets objects under keys of an Azure Key Vault. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyVaultEncryptionTest {
    private static final int MIB = 1 << 20;

    private KeyVaultServer server;
    private RunningReplicatedGateway gateway;
    private S3Client s3;

    @BeforeAll
    void start() {
        server = KeyVaultServer.start();
        server.rotate("photos");
        Duration patience = Duration.ofSeconds(20);
        KeyVaultAddress address =
                new KeyVaultAddress(
                        server.url(), new AzureCredential.Identity(null, null), patience);
        gateway =
                RunningReplicatedGateway.withNamedKeys(
                        new KeyVaultKeys(
                                new KeyVault(address, server.credential(), server.transport()),
                                patience,
                                new Surroundings(
                                        new VirtualThreads(),
                                        new VirtualThreads(),
                                        new SecureRandom())),
                        "photos",
                        5 * MIB);
        s3 = SdkClient.to(gateway.port());
        s3.createBucket(r -> r.bucket("bucket"));
    }

    @AfterAll
    void stop() {
        s3.close();
        gateway.close();
        server.close();
    }

    private static PutObjectRequest.Builder put(String key, String keyId) {
        return EncryptionKind.PLAIN
                .put(key)
                .serverSideEncryption(ServerSideEncryption.AWS_KMS)
                .ssekmsKeyId(keyId);
    }

    private byte[] bytes(String key) {
        return s3.getObjectAsBytes(EncryptionKind.PLAIN.get(key).build()).asByteArray();
    }

    @Test
    void objectsArePutReadHeadedAndCopied() {
        for (int size : new int[] {0, 2048, 200_000, 5 * MIB + 3}) {
            String key = "round-" + size;
            byte[] content = content(size);
            PutObjectResponse put =
                    s3.putObject(put(key, "photos").build(), RequestBody.fromBytes(content));
            assertThat(put.ssekmsKeyId()).isEqualTo("photos");
            assertThat(bytes(key)).isEqualTo(content);
            var head = s3.headObject(r -> r.bucket("bucket").key(key));
            assertThat(head.serverSideEncryptionAsString()).isEqualTo("aws:kms");
            assertThat(head.ssekmsKeyId()).isEqualTo("photos");
            assertThat(head.contentLength()).isEqualTo(size);
            s3.copyObject(
                    r ->
                            r.sourceBucket("bucket")
                                    .sourceKey(key)
                                    .destinationBucket("bucket")
                                    .destinationKey("copy-" + size)
                                    .serverSideEncryption(ServerSideEncryption.AWS_KMS));
            assertThat(bytes("copy-" + size)).isEqualTo(content);
        }
    }

    @Test
    void refusalsOfTheVaultAreErrorsOfS3() {
        RequestBody body = RequestBody.fromBytes(content(100_000));
        assertFails(
                400,
                "KMS.NotFoundException",
                () -> s3.putObject(put("k", "unknown").build(), body));
        server.rotate("locked");
        s3.putObject(put("locked", "locked").build(), body);
        server.enable("locked", false);
        assertFails(
                400, "KMS.NotFoundException", () -> s3.putObject(put("k", "locked").build(), body));
        assertFails(400, "KMS.NotFoundException", () -> bytes("locked"));
        server.enable("locked", true);
        assertThat(bytes("locked")).isEqualTo(content(100_000));
        server.delete("locked");
        assertFails(500, "InternalError", () -> bytes("locked"));
    }

    @Test
    void hostileNamesOfKeysNeverReachTheVault() {
        int before = server.calls().size();
        for (String name :
                new String[] {
                    "..",
                    "a/b",
                    "//evil.example.net",
                    "@evil.example.net",
                    "a?b",
                    "a%2Fb",
                    "a b",
                    "https://evil.example.net/keys/a",
                    "a".repeat(300)
                }) {
            assertFails(
                    400,
                    "InvalidArgument",
                    () -> s3.putObject(put("k", name).build(), RequestBody.fromString("x")));
        }
        for (String name : new String[] {"a.b", "a..b", "a_b", "a".repeat(128)}) {
            assertFails(
                    400,
                    "KMS.NotFoundException",
                    () -> s3.putObject(put("k", name).build(), RequestBody.fromString("x")));
        }
        assertThat(server.calls()).hasSize(before);
    }

    @Test
    void aGatewayStartsWhileTheVaultIsAway() {
        try (RunningReplicatedGateway alone =
                        new RunningReplicatedGateway(
                                5 * MIB,
                                "giza.encryption.key-vault.url=https://127.0.0.1:1",
                                "giza.encryption.key-vault.timeout=2s",
                                "giza.encryption.default-key=photos");
                S3Client client = SdkClient.to(alone.port())) {
            client.createBucket(r -> r.bucket("bucket"));
            RequestBody body = RequestBody.fromString("x");
            client.putObject(EncryptionKind.PLAIN.put("plain").build(), body);
            assertFails(
                    503,
                    "ServiceUnavailable",
                    () -> client.putObject(put("k", "photos").build(), body));
        }
    }
}
