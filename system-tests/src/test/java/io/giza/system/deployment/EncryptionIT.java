package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.cli.cluster.AdminClient;
import io.giza.recovery.RecoveryRequests;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.DiskFragments;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** What encrypted objects leave on the disks of a cluster, and what becomes of them there. */
class EncryptionIT {
    private static final String BUCKET = "safe";
    private static final byte[] OWN_KEY =
            "the 32 bytes of a client's key 1".getBytes(StandardCharsets.US_ASCII);
    private static final String NEXT_MASTER_KEY = Base64.getEncoder().encodeToString(new byte[32]);
    private static final String ACCEPTED = "giza.master-key-accepted";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir private Path folder;

    private static PutObjectRequest encrypted(String key) {
        return PutObjectRequest.builder()
                .bucket(BUCKET)
                .key(key)
                .serverSideEncryption(ServerSideEncryption.AES256)
                .build();
    }

    private static byte[] read(S3Client s3, String key) {
        return s3.getObjectAsBytes(r -> r.bucket(BUCKET).key(key)).asByteArray();
    }

    /** An object that is not encrypted is found, so the search finds what there is. */
    @Test
    void noFileOfAClusterHoldsPlainText() throws IOException {
        for (String size : List.of("small", "large")) {
            assertThat(holders("secret of a " + size + " one;")).isEmpty();
        }
        try (RunningCluster cluster = RunningCluster.start(StandaloneOptions.in(folder))) {
            S3Client s3 = cluster.s3("dc1");
            s3.createBucket(r -> r.bucket(BUCKET));
            for (String size : List.of("small", "large")) {
                int times = size.equals("small") ? 3 : 30_000;
                String secret = ("secret of a " + size + " one;").repeat(times);
                String open = ("open word of a " + size + " one;").repeat(times);
                s3.putObject(encrypted(size), RequestBody.fromString(secret));
                s3.putObject(
                        r -> r.bucket(BUCKET).key("open-" + size), RequestBody.fromString(open));
                assertThat(new String(read(cluster.s3("dc2"), size), StandardCharsets.UTF_8))
                        .isEqualTo(secret);
            }
            putUnderOwnKey(s3, cluster.s3("dc3"));
        }
        assertThat(holders("secret of a part;")).isEmpty();
        assertThat(holders(new String(OWN_KEY, StandardCharsets.ISO_8859_1))).isEmpty();
        assertThat(holders(base64(OWN_KEY))).isEmpty();
        for (String size : List.of("small", "large")) {
            assertThat(holders("open word of a " + size + " one;")).isNotEmpty();
            assertThat(holders("secret of a " + size + " one;")).isEmpty();
        }
    }

    /** The key of a client is in no file either, nor are the parts of its upload. */
    private static void putUnderOwnKey(S3Client s3, S3Client reader) {
        String part = "secret of a part;".repeat(1_000);
        String md5 = base64(md5(OWN_KEY));
        String key = base64(OWN_KEY);
        String upload =
                s3.createMultipartUpload(
                                r ->
                                        r.bucket(BUCKET)
                                                .key("own")
                                                .sseCustomerAlgorithm("AES256")
                                                .sseCustomerKey(key)
                                                .sseCustomerKeyMD5(md5))
                        .uploadId();
        String etag =
                s3.uploadPart(
                                r ->
                                        r.bucket(BUCKET)
                                                .key("own")
                                                .uploadId(upload)
                                                .partNumber(1)
                                                .sseCustomerAlgorithm("AES256")
                                                .sseCustomerKey(key)
                                                .sseCustomerKeyMD5(md5),
                                RequestBody.fromString(part))
                        .eTag();
        s3.completeMultipartUpload(
                r ->
                        r.bucket(BUCKET)
                                .key("own")
                                .uploadId(upload)
                                .multipartUpload(
                                        m ->
                                                m.parts(
                                                        CompletedPart.builder()
                                                                .partNumber(1)
                                                                .eTag(etag)
                                                                .build())));
        String read =
                reader.getObjectAsBytes(
                                r ->
                                        r.bucket(BUCKET)
                                                .key("own")
                                                .sseCustomerAlgorithm("AES256")
                                                .sseCustomerKey(key)
                                                .sseCustomerKeyMD5(md5))
                        .asUtf8String();
        assertThat(read).isEqualTo(part);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] md5(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Path> holders(String text) throws IOException {
        List<Path> holders = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                    holders.add(file);
                }
            }
        }
        return holders;
    }

    @Test
    void aLostFragmentOfAnEncryptedObjectIsMadeAnew() throws IOException {
        StandaloneOptions options =
                StandaloneOptions.in(folder)
                        .withSetting("giza.recovery.share", "1")
                        .withSetting("giza.recovery.watch", "200ms")
                        .withSetting("giza.recovery.lease-term", "4s");
        try (RunningCluster cluster = RunningCluster.start(options)) {
            cluster.s3("dc1").createBucket(r -> r.bucket(BUCKET));
            byte[] content = new TestObject("repaired", 300_000).content();
            cluster.s3("dc1").putObject(encrypted("repaired"), RequestBody.fromBytes(content));
            DiskFragments fragments = new DiskFragments(folder);
            Map<Path, Integer> before = fragments.hashes();
            Files.delete(fragments.of("dc2").iterator().next());

            cluster.names().forEach(dc -> cluster.ask(dc, "POST", RecoveryRequests.SCRUB));
            await(() -> fragments.hashes().equals(before));
            cluster.whileDown(
                    "dc1",
                    () -> assertThat(read(cluster.s3("dc2"), "repaired")).isEqualTo(content));
        }
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    @Test
    void anotherMasterKeyOpensObjectsOnceTheirKeysAreSealedWithIt() throws IOException {
        byte[] content = new TestObject("rotated", 200_000).content();
        StandaloneOptions plain = StandaloneOptions.in(folder);
        try (RunningCluster cluster = RunningCluster.start(plain)) {
            cluster.s3("dc1").createBucket(r -> r.bucket(BUCKET));
            cluster.s3("dc1").putObject(encrypted("rotated"), RequestBody.fromBytes(content));
        }
        Path file = folder.resolve("master.key");
        String old = Files.readString(file).strip();
        Files.writeString(file, NEXT_MASTER_KEY);
        try (RunningCluster cluster = RunningCluster.start(plain)) {
            assertThatExceptionOfType(S3Exception.class)
                    .isThrownBy(() -> read(cluster.s3("dc1"), "rotated"))
                    .satisfies(
                            e ->
                                    assertThat(e.awsErrorDetails().errorMessage())
                                            .contains("its key cannot be opened"));
        }
        try (RunningCluster cluster = RunningCluster.start(plain.withSetting(ACCEPTED, old));
                AdminClient operator = cluster.admin("dc2")) {
            assertThat(read(cluster.s3("dc1"), "rotated")).isEqualTo(content);
            assertThat(operator.post("/keys/reseal", Map.of()).path("resealed").asInt())
                    .isEqualTo(1);
            assertThat(operator.post("/keys/reseal", Map.of()).path("resealed").asInt()).isZero();
        }
        try (RunningCluster cluster = RunningCluster.start(plain)) {
            assertThat(read(cluster.s3("dc1"), "rotated")).isEqualTo(content);
        }
    }

    @Test
    void theClustersKeyIsRotatedWhileClientsPutAndGet() throws Exception {
        try (RunningCluster cluster = RunningCluster.start(StandaloneOptions.in(folder));
                AdminClient operator = cluster.admin("dc2");
                ExecutorService clients = Executors.newCachedThreadPool()) {
            cluster.s3("dc1").createBucket(r -> r.bucket(BUCKET));
            AtomicBoolean over = new AtomicBoolean();
            List<Future<Integer>> runs = new ArrayList<>();
            for (String dc : cluster.names()) {
                runs.add(clients.submit(() -> putAndGet(cluster.s3(dc), dc, over)));
            }
            for (int version = 2; version <= 4; version++) {
                int puts = listed(cluster);
                assertThat(operator.post("/encryption/rotate", Map.of()).path("version").asInt())
                        .isLessThanOrEqualTo(version);
                await(() -> listed(cluster) > puts + 6);
            }
            over.set(true);
            List<String> names = cluster.names();
            for (int run = 0; run < runs.size(); run++) {
                int count = runs.get(run).get();
                for (int i = 0; i < count; i++) {
                    String key = names.get(run) + "-" + i;
                    assertThat(read(cluster.s3(run + 1), key))
                            .isEqualTo(new TestObject(key, 5_000).content());
                }
            }
        }
    }

    private static int listed(RunningCluster cluster) {
        return cluster.s3("dc1").listObjectsV2(r -> r.bucket(BUCKET)).keyCount();
    }

    private static int putAndGet(S3Client s3, String dc, AtomicBoolean over) {
        int count = 0;
        while (!over.get() && count < 300) {
            String key = dc + "-" + count;
            byte[] content = new TestObject(key, 5_000).content();
            s3.putObject(encrypted(key), RequestBody.fromBytes(content));
            assertThat(read(s3, key)).isEqualTo(content);
            count++;
        }
        return count;
    }
}
