package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Ranges, conditions, overwrites and deletes, with writer and reader at different gateways. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConditionsIT {
    private static final String BUCKET = "conditions";
    private static final TestObject LONG = new TestObject("long", (9 << 20) + 12_345);

    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(options(folder));
        cluster.createBucket(BUCKET);
        LONG.putThrough(cluster.s3("dc1"), BUCKET);
    }

    /** Returns how the cluster is started. */
    StandaloneOptions options(Path folder) {
        return StandaloneOptions.in(folder);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 1",
        "bytes=0-99999, 0, 100000",
        "bytes=4194303-4194304, 4194303, 2",
        "bytes=65535-9000000, 65535, 8934466",
        "bytes=9449528-, 9449528, 1",
        "bytes=-1000, 9448529, 1000",
        "bytes=9449000-99999999, 9449000, 529"
    })
    void aRangeIsThatPartOfTheObject(String range, int from, int length) {
        byte[] expected = Arrays.copyOfRange(LONG.content(), from, from + length);
        for (String dc : cluster.names()) {
            var part =
                    cluster.s3(dc)
                            .getObjectAsBytes(r -> r.bucket(BUCKET).key(LONG.key()).range(range));

            assertThat(part.response().contentRange())
                    .isEqualTo("bytes %d-%d/%d".formatted(from, from + length - 1, LONG.size()));
            assertThat(TestObject.sha256(part.asByteArray()))
                    .isEqualTo(TestObject.sha256(expected));
        }
    }

    @Test
    void aRangeBeyondTheEndIsRefused() {
        assertRefused(
                416,
                "InvalidRange",
                () ->
                        cluster.s3("dc2")
                                .getObjectAsBytes(
                                        r ->
                                                r.bucket(BUCKET)
                                                        .key(LONG.key())
                                                        .range("bytes=" + LONG.size() + "-")));
    }

    @Test
    void aRangeIsReadWithADataCenterDown() {
        byte[] expected = Arrays.copyOfRange(LONG.content(), 5_000_000, 7_000_000);
        for (String down : cluster.names()) {
            cluster.whileDown(
                    down,
                    () -> {
                        for (String dc : cluster.namesWithout(down)) {
                            var part =
                                    cluster.s3(dc)
                                            .getObjectAsBytes(
                                                    r ->
                                                            r.bucket(BUCKET)
                                                                    .key(LONG.key())
                                                                    .range(
                                                                            "bytes=5000000-6999999"));
                            assertThat(TestObject.sha256(part.asByteArray()))
                                    .isEqualTo(TestObject.sha256(expected));
                        }
                    });
        }
    }

    @Test
    void ofManyThatCreateTheSameKeyThroughAllGatewaysExactlyOneSucceeds() throws Exception {
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            var attempts =
                    IntStream.range(0, 9)
                            .<Callable<Boolean>>mapToObj(
                                    i -> () -> wasStored(i, r -> r.ifNoneMatch("*")))
                            .toList();
            int stored = 0;
            for (var attempt : pool.invokeAll(attempts)) {
                stored += attempt.get() ? 1 : 0;
            }
            assertThat(stored).isEqualTo(1);
        }
        assertThat(wasStored(1, r -> r.ifNoneMatch("*"))).isFalse();
    }

    /** Puts a text of its own; a conflict is an answer to try again, and means "not stored". */
    private boolean wasStored(int turn, Consumer<PutObjectRequest.Builder> condition) {
        while (true) {
            try {
                cluster.s3(turn)
                        .putObject(
                                r -> condition.accept(r.bucket(BUCKET).key("raced")),
                                RequestBody.fromString("writer " + turn));
                return true;
            } catch (S3Exception e) {
                if (e.statusCode() == 412) {
                    return false;
                }
                if (e.statusCode() != 409) {
                    throw e;
                }
            }
        }
    }

    @Test
    void aPutOnConditionOfATagReplacesOnlyThatVersion() {
        String first =
                cluster.s3("dc1")
                        .putObject(r -> r.bucket(BUCKET).key("tagged"), RequestBody.fromString("1"))
                        .eTag();
        cluster.s3("dc2")
                .putObject(
                        r -> r.bucket(BUCKET).key("tagged").ifMatch(first),
                        RequestBody.fromString("2"));

        assertRefused(
                412,
                "PreconditionFailed",
                () ->
                        cluster.s3("dc3")
                                .putObject(
                                        r -> r.bucket(BUCKET).key("tagged").ifMatch(first),
                                        RequestBody.fromString("3")));
        assertRefused(
                404,
                "NoSuchKey",
                () ->
                        cluster.s3("dc3")
                                .putObject(
                                        r -> r.bucket(BUCKET).key("untagged").ifMatch(first),
                                        RequestBody.fromString("3")));
        assertThat(text("dc1", "tagged")).isEqualTo("2");
    }

    @Test
    void aPutMayNameSeveralTagsThatTheObjectHasOrHasNot() {
        String first = put("listed", "1", r -> r.ifNoneMatch("\"a\", \"b\""));
        assertRefused(
                412,
                "PreconditionFailed",
                () -> put("listed", "2", r -> r.ifNoneMatch("\"a\", " + first)));
        assertRefused(
                412,
                "PreconditionFailed",
                () -> put("listed", "2", r -> r.ifMatch("\"a\", \"b\"")));
        put("listed", "2", r -> r.ifMatch("\"a\", " + first));
        put("listed", "3", r -> r.ifNoneMatch("\"a\", " + first));
        assertThat(text("dc3", "listed")).isEqualTo("3");
    }

    private String put(String key, String text, Consumer<PutObjectRequest.Builder> condition) {
        return cluster.s3("dc1")
                .putObject(
                        r -> condition.accept(r.bucket(BUCKET).key(key)),
                        RequestBody.fromString(text))
                .eTag();
    }

    @Test
    void anUploadIsCompletedOnTheSameConditionsAsAPut() {
        String first = put("completed", "1", r -> {});
        var s3 = cluster.s3("dc2");
        String upload = s3.createMultipartUpload(r -> r.bucket(BUCKET).key("completed")).uploadId();
        String part =
                s3.uploadPart(
                                r ->
                                        r.bucket(BUCKET)
                                                .key("completed")
                                                .uploadId(upload)
                                                .partNumber(1),
                                RequestBody.fromString("part"))
                        .eTag();
        CompletedPart sent = CompletedPart.builder().partNumber(1).eTag(part).build();
        Consumer<Consumer<CompleteMultipartUploadRequest.Builder>> complete =
                condition ->
                        s3.completeMultipartUpload(
                                r ->
                                        condition.accept(
                                                r.bucket(BUCKET)
                                                        .key("completed")
                                                        .uploadId(upload)
                                                        .multipartUpload(m -> m.parts(sent))));
        assertRefused(
                412,
                "PreconditionFailed",
                () -> complete.accept(r -> r.ifNoneMatch("\"a\", " + first)));
        assertRefused(
                412, "PreconditionFailed", () -> complete.accept(r -> r.ifMatch("\"a\", \"b\"")));
        complete.accept(r -> r.ifMatch("\"a\", " + first));
        assertThat(text("dc3", "completed")).isEqualTo("part");
    }

    @Test
    void aDeleteIsOfWhatItDescribesWithAVersionAndWithout() {
        String etag = put("deleted", "text", r -> {});
        var s3 = cluster.s3("dc2");
        Instant modified = s3.headObject(r -> r.bucket(BUCKET).key("deleted")).lastModified();
        assertRefused(
                412,
                "PreconditionFailed",
                () -> s3.deleteObject(r -> r.bucket(BUCKET).key("deleted").ifMatchSize(5L)));
        assertRefused(
                412,
                "PreconditionFailed",
                () ->
                        s3.deleteObject(
                                r ->
                                        r.bucket(BUCKET)
                                                .key("deleted")
                                                .versionId("null")
                                                .ifMatchSize(4L)
                                                .ifMatchLastModifiedTime(Instant.EPOCH)));
        s3.deleteObject(
                r ->
                        r.bucket(BUCKET)
                                .key("deleted")
                                .versionId("null")
                                .ifMatch(etag)
                                .ifMatchSize(4L)
                                .ifMatchLastModifiedTime(modified));
        assertRefused(404, "NoSuchKey", () -> text("dc3", "deleted"));
        s3.deleteObject(r -> r.bucket(BUCKET).key("deleted").ifMatchSize(5L));
    }

    @Test
    void aGetOnConditionAnswersTheObjectNotModifiedOrFailed() {
        var put =
                cluster.s3("dc1")
                        .putObject(
                                r -> r.bucket(BUCKET).key("got"), RequestBody.fromString("text"));
        var s3 = cluster.s3("dc2");

        assertThat(
                        s3.getObjectAsBytes(r -> r.bucket(BUCKET).key("got").ifMatch(put.eTag()))
                                .asUtf8String())
                .isEqualTo("text");
        assertRefused(
                304,
                "",
                () ->
                        s3.getObjectAsBytes(
                                r -> r.bucket(BUCKET).key("got").ifNoneMatch(put.eTag())));
        assertRefused(
                412,
                "PreconditionFailed",
                () -> s3.getObjectAsBytes(r -> r.bucket(BUCKET).key("got").ifMatch("\"other\"")));
    }

    @Test
    void theNewestVersionIsReadThroughEveryGatewayUntilItIsDeleted() {
        for (int version = 0; version < 9; version++) {
            String text = version + "-".repeat(version % 3 * 8_000);
            cluster.s3(version)
                    .putObject(r -> r.bucket(BUCKET).key("newest"), RequestBody.fromString(text));
            for (String dc : cluster.names()) {
                assertThat(text(dc, "newest")).isEqualTo(text);
            }
        }
        cluster.s3("dc2").deleteObject(r -> r.bucket(BUCKET).key("newest"));
        cluster.s3("dc3").deleteObject(r -> r.bucket(BUCKET).key("newest"));
        for (String dc : cluster.names()) {
            assertRefused(404, "NoSuchKey", () -> text(dc, "newest"));
            assertRefused(
                    404, "", () -> cluster.s3(dc).headObject(r -> r.bucket(BUCKET).key("newest")));
        }
    }

    private String text(String dc, String key) {
        return cluster.s3(dc).getObjectAsBytes(r -> r.bucket(BUCKET).key(key)).asUtf8String();
    }

    /** A HEAD and a 304 have no body, so no code either. */
    private static void assertRefused(int status, String code, ThrowingCallable call) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(call)
                .satisfies(
                        refusal -> {
                            assertThat(refusal.statusCode()).isEqualTo(status);
                            if (!code.isEmpty()) {
                                assertThat(refusal.awsErrorDetails().errorCode()).isEqualTo(code);
                            }
                        });
    }
}
