package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.S3Exception;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Two accounts in one cluster, with keys that are made and taken away while it runs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccountsIT {
    private static final Duration FRESHNESS = Duration.ofMillis(300);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private RunningCluster cluster;
    private AdminClient operator;
    private Path folder;

    @BeforeAll
    void start(@TempDir Path folder) {
        this.folder = folder;
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withExtraAccounts(List.of("other"))
                                .withSetting(
                                        "giza.gateway.key-freshness", FRESHNESS.toMillis() + "ms"));
        operator = cluster.admin("dc2");
    }

    @AfterAll
    void stop() {
        operator.close();
        cluster.close();
    }

    @Test
    void accountsSeeTheirOwnBucketsThroughEveryGateway() {
        JsonNode key = create("other");
        cluster.s3("dc1").createBucket(r -> r.bucket("mine"));
        cluster.s3("dc1").putObject(r -> r.bucket("mine").key("k"), RequestBody.fromString("x"));
        for (String dc : cluster.names()) {
            try (S3Client other = client(dc, key)) {
                String own = "theirs-" + dc;
                other.createBucket(r -> r.bucket(own));
                other.putObject(r -> r.bucket(own).key("k"), RequestBody.fromString(dc));
                assertThat(other.getObjectAsBytes(r -> r.bucket(own).key("k")).asUtf8String())
                        .isEqualTo(dc);
                assertThat(names(other)).contains(own).doesNotContain("mine");
                assertThat(names(cluster.s3(dc))).contains("mine").doesNotContain(own);
                assertDenied(() -> other.getObjectAsBytes(r -> r.bucket("mine").key("k")));
                assertDenied(() -> other.listObjectsV2(r -> r.bucket("mine")));
                assertDenied(() -> other.deleteBucket(r -> r.bucket("mine")));
                assertDenied(() -> cluster.s3(dc).listObjectsV2(r -> r.bucket(own)));
                assertDenied(() -> cluster.s3(dc).deleteObject(r -> r.bucket(own).key("k")));
            }
        }
    }

    @Test
    void anUploadIsOutOfReachOfOtherAccountsInItsBucketAndInTheirs() {
        S3Client owner = cluster.s3("dc1");
        owner.createBucket(r -> r.bucket("uploads"));
        String id = owner.createMultipartUpload(r -> r.bucket("uploads").key("k")).uploadId();
        try (S3Client other = client("dc2", create("other"))) {
            other.createBucket(r -> r.bucket("uploads-elsewhere"));
            assertOutOfReach(other, "uploads", id, 403, "AccessDenied");
            assertOutOfReach(other, "uploads-elsewhere", id, 404, "NoSuchUpload");
        }
        assertThat(owner.listParts(r -> r.bucket("uploads").key("k").uploadId(id)).parts())
                .isEmpty();
    }

    @Test
    void aPolicyLetsAnotherAccountInThroughEveryGatewayAndSoonNotAnyMore() {
        S3Client owner = cluster.s3("dc1");
        owner.createBucket(r -> r.bucket("shared"));
        owner.putObject(r -> r.bucket("shared").key("k"), RequestBody.fromString("x"));
        try (S3Client other = client("dc3", create("other"))) {
            assertDenied(() -> other.getObject(r -> r.bucket("shared").key("k")));
            owner.putBucketPolicy(
                    r ->
                            r.bucket("shared")
                                    .policy(
                                            """
                                            {"Statement":{"Effect":"Allow",
                                             "Principal":{"AWS":"arn:aws:iam::other:root"},
                                             "Action":["s3:GetObject","s3:PutObject"],
                                             "Resource":"arn:aws:s3:::shared/*"}}"""));
            awaitRead(other, true);
            other.putObject(r -> r.bucket("shared").key("given"), RequestBody.fromString("y"));
            assertThat(owner.getObjectAsBytes(r -> r.bucket("shared").key("given")).asUtf8String())
                    .isEqualTo("y");
            assertDenied(() -> other.deleteObject(r -> r.bucket("shared").key("k")));
            owner.deleteBucketPolicy(r -> r.bucket("shared"));
            awaitRead(other, false);
        }
    }

    @Test
    void aKeyWorksAtOnceAndADisabledOneSoonNotAnyMore() {
        JsonNode key = create("default");
        String id = key.path("id").asString();
        try (S3Client s3 = client("dc3", key)) {
            s3.listBuckets();

            operator.post("/keys/" + id + "/disable", Map.of());
            awaitRefusal(s3);
            assertThat(state(id)).isEqualTo("disabled");

            operator.post("/keys/" + id + "/enable", Map.of());
            awaitSuccess(s3);
            cluster.whileDown("dc1", () -> awaitSuccess(s3));

            operator.delete("/keys/" + id);
            awaitRefusal(s3);
            assertThat(state(id)).isEmpty();
            assertThatExceptionOfType(CommandException.class)
                    .isThrownBy(() -> operator.delete("/keys/" + id))
                    .withMessage("there is no access key '" + id + "'.");
        }
    }

    @Test
    void keysAreForAccountsThatThereAre() {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> create("nobody"))
                .withMessageContaining("'nobody'");
    }

    @Test
    void secretsAreNeitherInTheFolderNorInItsLog() throws IOException {
        JsonNode key = create("default");
        byte[] secret = key.path("secret").asString().getBytes(StandardCharsets.UTF_8);
        try (S3Client s3 = client("dc2", key)) {
            s3.listBuckets();
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(masterKey())))
                .isEqualTo("rw-------");
        byte[] master = Files.readString(masterKey()).strip().getBytes(StandardCharsets.UTF_8);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(content.contains(new String(secret, StandardCharsets.ISO_8859_1)))
                        .as(file.toString())
                        .isFalse();
                assertThat(content.contains(new String(master, StandardCharsets.ISO_8859_1)))
                        .as(file.toString())
                        .isEqualTo(file.equals(masterKey()));
            }
        }
    }

    private Path masterKey() {
        return folder.resolve("master.key");
    }

    private JsonNode create(String account) {
        return operator.post("/keys", Map.of("account", account));
    }

    private String state(String id) {
        for (JsonNode key : operator.get("/keys").path("keys")) {
            assertThat(key.has("secret")).isFalse();
            if (key.path("id").asString().equals(id)) {
                return key.path("state").asString();
            }
        }
        return "";
    }

    private S3Client client(String dc, JsonNode key) {
        return Gateways.builder(cluster.status(dc).s3())
                .credentialsProvider(
                        StaticCredentialsProvider.create(
                                AwsBasicCredentials.create(
                                        key.path("id").asString(), key.path("secret").asString())))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }

    /** A gateway may remember a key for its time; the test gives it much longer. */
    private static void awaitRefusal(S3Client s3) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            try {
                s3.listBuckets();
            } catch (S3Exception e) {
                assertThat(e.awsErrorDetails().errorCode()).isEqualTo("InvalidAccessKeyId");
                return;
            }
        }
        throw new AssertionError("the key still works");
    }

    private static void awaitRead(S3Client s3, boolean allowed) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            try {
                s3.getObjectAsBytes(r -> r.bucket("shared").key("k"));
                if (allowed) {
                    return;
                }
            } catch (S3Exception e) {
                assertThat(e.statusCode()).isEqualTo(403);
                if (!allowed) {
                    return;
                }
            }
        }
        throw new AssertionError("the policy is not in effect");
    }

    private static void awaitSuccess(S3Client s3) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            try {
                s3.listBuckets();
                return;
            } catch (S3Exception e) {
                assertThat(e.awsErrorDetails().errorCode()).isEqualTo("InvalidAccessKeyId");
            }
        }
        throw new AssertionError("the key does not work");
    }

    private static List<String> names(S3Client s3) {
        return s3.listBuckets().buckets().stream().map(Bucket::name).toList();
    }

    private static void assertOutOfReach(
            S3Client s3, String bucket, String upload, int status, String code) {
        RequestBody body = RequestBody.fromString("of another");
        assertRefused(
                status,
                code,
                () ->
                        s3.uploadPart(
                                r -> r.bucket(bucket).key("k").uploadId(upload).partNumber(1),
                                body));
        assertRefused(
                status, code, () -> s3.listParts(r -> r.bucket(bucket).key("k").uploadId(upload)));
        assertRefused(
                status,
                code,
                () -> s3.abortMultipartUpload(r -> r.bucket(bucket).key("k").uploadId(upload)));
    }

    private static void assertDenied(Runnable call) {
        assertRefused(403, "AccessDenied", call);
    }

    private static void assertRefused(int status, String code, Runnable call) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(call::run)
                .satisfies(
                        e -> {
                            assertThat(e.statusCode()).isEqualTo(status);
                            assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
                        });
    }
}
