package io.giza.system.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.cli.cluster.AdminClient;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.DiskFragments;
import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.S3Exception;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** What buckets and accounts hold, as sweeps find it, and that they hold no more than they may. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuotaIT {
    private static final int SIZE = 100_000;
    private static final int SMALL = 100;
    private static final int PART = 5 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private RunningCluster cluster;
    private AdminClient operator;
    private DiskFragments disks;

    @BeforeAll
    void start(@TempDir Path folder) {
        disks = new DiskFragments(folder);
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withExtraAccounts(List.of("tenant"))
                                .withSetting("giza.gateway.key-freshness", "100ms")
                                .withSetting("giza.gateway.quota-freshness", "100ms")
                                .withSetting("giza.gc.interval", "1h")
                                .withSetting("giza.gc.share", "1")
                                .withSetting("giza.gc.lease-term", "4s"));
        operator = cluster.admin("dc1");
    }

    @AfterAll
    void stop() {
        operator.close();
        cluster.close();
    }

    @Test
    void aBucketHoldsExactlyWhatWasWrittenIntoIt() {
        Set<Path> before = disks.all();
        cluster.createBucket("plain");
        cluster.createBucket("versions");
        cluster.s3(0)
                .putBucketVersioning(
                        r ->
                                r.bucket("versions")
                                        .versioningConfiguration(
                                                v -> v.status(BucketVersioningStatus.ENABLED)));
        for (int i = 0; i < 10; i++) {
            put("plain", "key-" + i, SIZE + i);
            put("versions", "key", SIZE + i);
        }
        put("plain", "small", SMALL);
        put("plain", "key-0", SIZE);
        remove("plain", "key-1");
        remove("versions", "key");
        String upload = begin("plain", "upload");
        part("plain", "upload", upload, 1, PART);
        String made = begin("plain", "made");
        CompletedPart first = part("plain", "made", made, 1, PART);
        CompletedPart last = part("plain", "made", made, 2, SIZE);
        cluster.s3(2)
                .completeMultipartUpload(
                        r ->
                                r.bucket("plain")
                                        .key("made")
                                        .uploadId(made)
                                        .multipartUpload(m -> m.parts(first, last)));

        Instant asked = Instant.now();
        JsonNode plain = sweep(asked, "plain", usage -> usage.path("objects").asLong() == 11);
        JsonNode versions = sweep(asked, "versions", usage -> usage.path("markers").asLong() == 1);

        long eight = 8L * SIZE + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9;
        assertNumbers(plain, 11, 11, 0, eight + SIZE + SMALL + PART + SIZE);
        assertThat(plain.path("uploads").asLong()).isEqualTo(1);
        assertThat(plain.path("upload_bytes").asLong()).isEqualTo(PART);
        assertNumbers(versions, 0, 10, 1, 10L * SIZE + 45);
        long stored = plain.path("stored_bytes").asLong() + versions.path("stored_bytes").asLong();
        await("as much on disk", () -> bytesBeside(before) + 3L * SMALL == stored);
        assertThat(Instant.parse(plain.path("ended").asString()))
                .isAfterOrEqualTo(Instant.parse(plain.path("began").asString()));
        assertThat(shown("plain").path("usage")).isEqualTo(plain);
    }

    private long bytesBeside(Set<Path> before) {
        long bytes = 0;
        for (Path file : disks.all()) {
            try {
                bytes += before.contains(file) ? 0 : Files.size(file);
            } catch (NoSuchFileException e) {
                // It was garbage.
                continue;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return bytes;
    }

    private static void assertNumbers(
            JsonNode usage, long objects, long versions, long markers, long bytes) {
        assertThat(usage.path("objects").asLong()).isEqualTo(objects);
        assertThat(usage.path("versions").asLong()).isEqualTo(versions);
        assertThat(usage.path("markers").asLong()).isEqualTo(markers);
        assertThat(usage.path("bytes").asLong()).isEqualTo(bytes);
    }

    @Test
    void whatExceedsAQuotaIsRefusedUntilThereIsRoomAgain() {
        cluster.createBucket("limited");
        cluster.createBucket("free");
        put("limited", "before", SIZE);
        sweep("limited", usage -> usage.path("objects").asLong() == 1);
        limit("limited", 3L * SIZE, SIZE);
        S3Client s3 = cluster.s3("dc2");

        put(s3, "limited", "fits", SIZE);
        put(s3, "limited", "fits-too", SIZE);
        assertRefused(() -> put(s3, "limited", "exceeds", 1));
        assertRefused(
                () ->
                        s3.copyObject(
                                r ->
                                        r.sourceBucket("limited")
                                                .sourceKey("before")
                                                .destinationBucket("limited")
                                                .destinationKey("copy")));
        String upload = begin("limited", "upload");
        assertRefused(
                () ->
                        s3.uploadPart(
                                r ->
                                        r.bucket("limited")
                                                .key("upload")
                                                .uploadId(upload)
                                                .partNumber(1),
                                RequestBody.fromBytes(new byte[SIZE])));
        put(s3, "free", "other", 4 * SIZE);
        assertThat(s3.getObjectAsBytes(r -> r.bucket("limited").key("fits")).asByteArray())
                .hasSize(SIZE);
        remove("limited", "before");
        remove("limited", "fits");

        sweep("limited", usage -> usage.path("objects").asLong() == 1);
        awaitAt("dc2", "limited", "again", SIZE);
        operator.delete("/buckets/limited/quota");
        awaitAt("dc2", "limited", "free", 5 * SIZE);
        assertThat(shown("limited").path("quota").isNull()).isTrue();
    }

    /** Each gateway counts for itself, so all together exceed a quota by what was left of it. */
    @Test
    void gatewaysTogetherExceedAQuotaByNoMoreThanWasLeftForEachOther() {
        cluster.createBucket("shared");
        put("shared", "before", 4 * SIZE);
        sweep("shared", usage -> usage.path("objects").asLong() == 1);
        limit("shared", 10L * SIZE, 4 * SIZE);
        long written = 0;
        for (String dc : cluster.names()) {
            int stored = 0;
            while (isStored(cluster.s3(dc), "shared", dc + "-" + stored, SIZE)) {
                stored++;
            }
            assertThat(stored).as(dc).isEqualTo(6);
            written += (long) stored * SIZE;
        }

        JsonNode usage = sweep("shared", each -> each.path("objects").asLong() == 19);
        assertThat(usage.path("bytes").asLong())
                .isEqualTo(4L * SIZE + written)
                .isLessThanOrEqualTo(10L * SIZE + (cluster.names().size() - 1) * 6L * SIZE);
        for (String dc : cluster.names()) {
            awaitRefusal(dc, "shared", 1);
        }
    }

    @Test
    void theQuotaOfAnAccountIsThatOfAllItsBuckets() {
        JsonNode key = operator.post("/keys", Map.of("account", "tenant"));
        try (S3Client tenant = client(key)) {
            for (String bucket : List.of("one", "two")) {
                tenant.createBucket(r -> r.bucket(bucket));
                put(tenant, bucket, "key", SIZE);
                sweep(bucket, usage -> usage.path("objects").asLong() == 1);
            }
            JsonNode account = operator.get("/accounts/tenant/usage");
            assertNumbers(account.path("usage"), 2, 2, 0, 2L * SIZE);
            assertThat(account.path("buckets").asLong()).isEqualTo(2);
            operator.put("/accounts/tenant/quota", Map.of("objects", "3"));
            while (isStored(tenant, "one", "await", 0)) {
                tenant.deleteObject(r -> r.bucket("one").key("await"));
            }

            assertRefused(() -> put(tenant, "two", "another", 1));
            cluster.createBucket("free-of-it");
            put("free-of-it", "other", SIZE);
            operator.delete("/accounts/tenant/quota");
            await("room", () -> isStored(tenant, "two", "another", 1));
        }
    }

    private S3Client client(JsonNode key) {
        return Gateways.builder(cluster.status("dc3").s3())
                .credentialsProvider(
                        StaticCredentialsProvider.create(
                                AwsBasicCredentials.create(
                                        key.path("id").asString(), key.path("secret").asString())))
                .build();
    }

    private void put(String bucket, String key, int size) {
        put(cluster.s3(size), bucket, key, size);
    }

    private static void put(S3Client s3, String bucket, String key, int size) {
        byte[] content = new TestObject(key, size).content();
        s3.putObject(r -> r.bucket(bucket).key(key), RequestBody.fromBytes(content));
    }

    private void remove(String bucket, String key) {
        cluster.s3(key.length()).deleteObject(r -> r.bucket(bucket).key(key));
    }

    private String begin(String bucket, String key) {
        return cluster.s3(1).createMultipartUpload(r -> r.bucket(bucket).key(key)).uploadId();
    }

    private CompletedPart part(String bucket, String key, String upload, int number, int size) {
        String etag =
                cluster.s3(number)
                        .uploadPart(
                                r -> r.bucket(bucket).key(key).uploadId(upload).partNumber(number),
                                RequestBody.fromBytes(new byte[size]))
                        .eTag();
        return CompletedPart.builder().partNumber(number).eTag(etag).build();
    }

    private static void assertRefused(Runnable action) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(action::run)
                .satisfies(QuotaIT::assertRefusal);
    }

    private static void assertRefusal(S3Exception e) {
        assertThat(e.statusCode()).isEqualTo(403);
        assertThat(e.awsErrorDetails().errorCode()).isEqualTo("QuotaExceeded");
    }

    private static boolean isStored(S3Client s3, String bucket, String key, int size) {
        try {
            put(s3, bucket, key, size);
            return true;
        } catch (S3Exception e) {
            assertRefusal(e);
            return false;
        }
    }

    /** Limits the bytes of a bucket, and waits until every gateway knows that and what it holds. */
    private void limit(String bucket, long bytes, int held) {
        operator.put("/buckets/" + bucket + "/quota", Map.of("bytes", String.valueOf(bytes)));
        assertThat(shown(bucket).path("quota").path("bytes").asLong()).isEqualTo(bytes);
        for (String dc : cluster.names()) {
            awaitRefusal(dc, bucket, Math.toIntExact(bytes - held + 1));
        }
    }

    private void awaitRefusal(String dc, String bucket, int size) {
        await(dc + " refuses", () -> wouldBeRefused(cluster.s3(dc), bucket, size));
    }

    /** Asks for a put that stores nothing either way, since its condition does not hold. */
    private static boolean wouldBeRefused(S3Client s3, String bucket, int size) {
        try {
            s3.putObject(
                    r -> r.bucket(bucket).key("never").ifMatch("\"none\""),
                    RequestBody.fromBytes(new byte[size]));
            throw new AssertionError("it was stored");
        } catch (S3Exception e) {
            return e.statusCode() == 403;
        }
    }

    private void awaitAt(String dc, String bucket, String key, int size) {
        await(dc + " has room", () -> isStored(cluster.s3(dc), bucket, key, size));
    }

    private static void await(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        assertThat(holds.getAsBoolean()).as(what).isTrue();
    }

    private JsonNode sweep(String bucket, Predicate<JsonNode> isExpected) {
        return sweep(Instant.now(), bucket, isExpected);
    }

    /** Has workers sweep until a sweep that began after that time finds what is expected. */
    private JsonNode sweep(Instant asked, String bucket, Predicate<JsonNode> isExpected) {
        JsonNode[] last = new JsonNode[1];
        await(
                "usage of " + bucket,
                () -> {
                    operator.post("/jobs/gc/sweep", Map.of());
                    last[0] = operator.get("/buckets/" + bucket + "/usage").path("usage");
                    return !last[0].isNull()
                            && Instant.parse(last[0].path("began").asString()).isAfter(asked)
                            && isExpected.test(last[0]);
                });
        return last[0];
    }

    private JsonNode shown(String bucket) {
        for (JsonNode each :
                operator.get("/buckets", Map.of("account", "default")).path("buckets")) {
            if (each.path("name").asString().equals(bucket)) {
                return each;
            }
        }
        throw new AssertionError("no bucket " + bucket);
    }
}
