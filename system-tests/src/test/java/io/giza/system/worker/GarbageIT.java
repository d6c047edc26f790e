package io.giza.system.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.DiskFragments;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.CompletedPart;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** What is deleted and overwritten leaves the disks of all data centers, and nothing else does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GarbageIT {
    private static final String BUCKET = "garbage";
    private static final int SIZE = 300_000;
    private static final int PART = 5 << 20;
    private static final int DCS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private RunningCluster cluster;
    private Path home;

    @BeforeAll
    void start(@TempDir Path folder) {
        home = folder;
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withSetting("giza.gc.interval", "1s")
                                .withSetting("giza.gc.undecided-interval", "1s")
                                .withSetting("giza.gc.settle-after", "10s")
                                .withSetting("giza.gc.orphan-after", "10s")
                                .withSetting("giza.gc.share", "1")
                                .withSetting("giza.gc.lease-term", "4s"));
        cluster.s3(0).createBucket(r -> r.bucket(BUCKET));
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void nothingOfWhatIsDeletedIsLeft() {
        for (int i = 0; i < 30; i++) {
            put(BUCKET, "deleted-" + i, i);
            put(BUCKET, "overwritten-" + i, i);
            put(BUCKET, "overwritten-" + i, i + 1);
        }
        for (int i = 0; i < 30; i++) {
            String key = "deleted-" + i;
            cluster.s3(i + 1).deleteObject(r -> r.bucket(BUCKET).key(key));
        }
        awaitFragments(30 * DCS);

        for (int i = 0; i < 30; i++) {
            String key = "overwritten-" + i;
            byte[] read =
                    cluster.s3(i).getObjectAsBytes(r -> r.bucket(BUCKET).key(key)).asByteArray();
            assertThat(read).isEqualTo(new TestObject("" + (i + 1), SIZE).content());
        }
        // While a data center is down its garbage waits, and goes when it is back.
        cluster.whileDown(
                "dc3",
                () -> {
                    for (int i = 0; i < 30; i++) {
                        String key = "overwritten-" + i;
                        cluster.s3("dc1").deleteObject(r -> r.bucket(BUCKET).key(key));
                    }
                });
        awaitFragments(0);
        cluster.s3(0).deleteBucket(r -> r.bucket(BUCKET));
        assertThat(status()).contains("\"job\":\"gc/rows/dc1\"").contains("\"removed\":");
    }

    @Test
    void partsAreKeptAsLongAsAnObjectIsMadeOfThem() {
        String bucket = "parts";
        S3Client s3 = cluster.s3(1);
        s3.createBucket(r -> r.bucket(bucket));
        byte[] content = new TestObject("parts", PART).content();
        String aborted = s3.createMultipartUpload(r -> r.bucket(bucket).key("k")).uploadId();
        part(bucket, aborted, 1, content);
        s3.abortMultipartUpload(r -> r.bucket(bucket).key("k").uploadId(aborted));
        String upload = s3.createMultipartUpload(r -> r.bucket(bucket).key("k")).uploadId();
        part(bucket, upload, 1, new byte[PART]);
        part(bucket, upload, 2, new byte[PART]);
        String etag = part(bucket, upload, 1, content);
        s3.completeMultipartUpload(
                r ->
                        r.bucket(bucket)
                                .key("k")
                                .uploadId(upload)
                                .multipartUpload(
                                        m ->
                                                m.parts(
                                                        CompletedPart.builder()
                                                                .partNumber(1)
                                                                .eTag(etag)
                                                                .build())));
        awaitFragments(DCS);
        assertThat(cluster.s3(2).getObjectAsBytes(r -> r.bucket(bucket).key("k")).asByteArray())
                .isEqualTo(content);
        s3.deleteObject(r -> r.bucket(bucket).key("k"));
        awaitFragments(0);
    }

    private String part(String bucket, String upload, int number, byte[] content) {
        return cluster.s3(number)
                .uploadPart(
                        r -> r.bucket(bucket).key("k").uploadId(upload).partNumber(number),
                        RequestBody.fromBytes(content))
                .eTag();
    }

    @Test
    void versionsAreKeptUntilTheyAreDeleted() {
        String bucket = "versions";
        cluster.s3(0).createBucket(r -> r.bucket(bucket));
        cluster.s3(0)
                .putBucketVersioning(
                        r ->
                                r.bucket(bucket)
                                        .versioningConfiguration(
                                                v -> v.status(BucketVersioningStatus.ENABLED)));
        String first = put(bucket, "k", 1);
        String second = put(bucket, "k", 2);
        cluster.s3(1).deleteObject(r -> r.bucket(bucket).key("k"));
        cluster.s3(2).deleteObject(r -> r.bucket(bucket).key("k").versionId(second));
        awaitFragments(DCS);
        byte[] read =
                cluster.s3(1)
                        .getObjectAsBytes(r -> r.bucket(bucket).key("k").versionId(first))
                        .asByteArray();
        assertThat(read).isEqualTo(new TestObject("1", SIZE).content());
        cluster.s3(1).deleteObject(r -> r.bucket(bucket).key("k").versionId(first));
        awaitFragments(0);
    }

    private String put(String bucket, String key, int content) {
        return cluster.s3(content)
                .putObject(
                        r -> r.bucket(bucket).key(key),
                        RequestBody.fromBytes(new TestObject("" + content, SIZE).content()))
                .versionId();
    }

    private void awaitFragments(long expected) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (fragments() != expected && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
        assertThat(fragments()).as(status()).isEqualTo(expected);
    }

    private long fragments() {
        return new DiskFragments(home).all().size();
    }

    private String status() {
        URI status = cluster.status("dc1").gc().resolve("/internal/gc/status");
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(status)
                            .header("Authorization", "Bearer " + cluster.token())
                            .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException | InterruptedException e) {
            return Optional.ofNullable(e.getMessage()).orElse("interrupted");
        }
    }
}
