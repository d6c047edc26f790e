package io.giza.system.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What a lifecycle lets expire ends when workers look, and leaves the disks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LifecycleIT {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SIZE = 300_000;
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
                                .withSetting("giza.gc.share", "1")
                                .withSetting("giza.gc.lease-term", "4s"));
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void whatIsDueEndsWhenWorkersLookAndIsToldBefore() {
        await("workers that waited", this::allWait);
        cluster.s3(0).createBucket(r -> r.bucket("plain"));
        for (int i = 0; i < 10; i++) {
            put("plain", "old/" + i);
        }
        put("plain", "kept/1");
        configure("plain", "old/");
        cluster.s3(1).createBucket(r -> r.bucket("versions"));
        cluster.s3(1)
                .putBucketVersioning(
                        r ->
                                r.bucket("versions")
                                        .versioningConfiguration(
                                                v -> v.status(BucketVersioningStatus.ENABLED)));
        String first = put("versions", "k");
        put("versions", "k");
        configure("versions", "");

        JsonNode preview = ask("GET", "dc2", "preview");
        assertThat(preview.path("complete").asBoolean(false)).isTrue();
        assertThat(preview.path("expired").path("current").asLong(0)).isEqualTo(11);
        assertThat(preview.path("items").size()).isEqualTo(11);
        assertThat(preview.path("items").path(0).path("rule").asString("")).isEqualTo("past");
        assertThat(keys("plain")).hasSize(11);

        cluster.names().forEach(dc -> ask("POST", dc, "sweep"));
        await("one object and two versions on disk", () -> fragments() == 3 * 3);

        assertThat(keys("plain")).containsExactly("kept/1");
        assertThatExceptionOfType(NoSuchKeyException.class)
                .isThrownBy(
                        () ->
                                cluster.s3("dc3")
                                        .getObjectAsBytes(r -> r.bucket("versions").key("k")));
        ListObjectVersionsResponse versions =
                cluster.s3("dc3").listObjectVersions(r -> r.bucket("versions"));
        assertThat(versions.versions()).hasSize(2);
        assertThat(versions.deleteMarkers()).hasSize(1);
        assertThat(
                        cluster.s3("dc1")
                                .getObjectAsBytes(
                                        r -> r.bucket("versions").key("k").versionId(first))
                                .asByteArray())
                .isEqualTo(content("k"));
        assertThat(ask("GET", "dc1", "preview").path("items").size()).isZero();
    }

    private String put(String bucket, String key) {
        return cluster.s3(key.length())
                .putObject(r -> r.bucket(bucket).key(key), RequestBody.fromBytes(content(key)))
                .versionId();
    }

    private static byte[] content(String key) {
        return new TestObject(key, SIZE).content();
    }

    private void configure(String bucket, String prefix) {
        LifecycleRule rule =
                LifecycleRule.builder()
                        .id("past")
                        .status(ExpirationStatus.ENABLED)
                        .filter(f -> f.prefix(prefix))
                        .expiration(e -> e.date(Instant.parse("2020-01-01T00:00:00Z")))
                        .build();
        cluster.s3(1)
                .putBucketLifecycleConfiguration(
                        r -> r.bucket(bucket).lifecycleConfiguration(c -> c.rules(rule)));
    }

    private List<String> keys(String bucket) {
        return cluster.s3(2).listObjectsV2(r -> r.bucket(bucket)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    /** Each has done its own share once, so none of them looks again for an hour. */
    private boolean allWait() {
        return cluster.names().stream().allMatch(this::waits);
    }

    private boolean waits(String dc) {
        for (JsonNode job : ask("GET", dc, "status").path("jobs")) {
            if (job.path("job").asString("").equals("gc/lifecycle/" + dc)) {
                return job.path("state").asString("").equals("waiting") && job.has("ended");
            }
        }
        return false;
    }

    private static void await(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
        assertThat(holds.getAsBoolean()).as(what).isTrue();
    }

    private long fragments() {
        return new DiskFragments(home).all().size();
    }

    private JsonNode ask(String method, String dc, String what) {
        URI uri = cluster.status(dc).gc().resolve("/internal/gc/" + what);
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(uri)
                            .header("Authorization", "Bearer " + cluster.token())
                            .method(method, BodyPublishers.noBody())
                            .build();
            return JSON.readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
