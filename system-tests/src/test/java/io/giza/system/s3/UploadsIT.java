package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Objects in parts, begun, fed, completed and read each through another gateway. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UploadsIT {
    private static final String BUCKET = "uploads";
    private static final int PART = 5 << 20;

    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(options(folder));
        cluster.s3("dc1").createBucket(r -> r.bucket(BUCKET));
    }

    /** Returns how the cluster is started. */
    StandaloneOptions options(Path folder) {
        return StandaloneOptions.in(folder);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void everyStepMayGoThroughAnotherGateway() {
        Sent sent = new Sent("spread", cluster.s3(0));
        sent.part(1, PART, cluster.s3(1));
        sent.part(2, PART + 3, cluster.s3(2));
        sent.part(3, 1000, cluster.s3(0));
        String etag = sent.complete(cluster.s3(1));
        for (String dc : cluster.names()) {
            assertThat(sent.complete(cluster.s3(dc))).isEqualTo(etag);
            sent.assertReadThrough(cluster.s3(dc));
        }
        cluster.s3(2)
                .copyObject(
                        r ->
                                r.sourceBucket(BUCKET)
                                        .sourceKey("spread")
                                        .destinationBucket(BUCKET)
                                        .destinationKey("copied"));
        assertThat(
                        cluster.s3(0)
                                .getObjectAsBytes(r -> r.bucket(BUCKET).key("copied"))
                                .asByteArray())
                .isEqualTo(sent.content());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dc1", "dc2", "dc3"})
    void withOneDataCenterDownTheOthersCompleteAndRead(String down) {
        List<String> up = cluster.namesWithout(down);
        Sent sent = new Sent("without-" + down, cluster.s3(down));
        sent.part(1, PART, cluster.s3(down));

        cluster.whileDown(
                down,
                () -> {
                    sent.part(2, 100_000, cluster.s3(up.getFirst()));
                    sent.complete(cluster.s3(up.getLast()));
                    up.forEach(dc -> sent.assertReadThrough(cluster.s3(dc)));
                });

        sent.assertReadThrough(cluster.s3(down));
    }

    @Test
    void anUploadOutlivesARestart() {
        Sent sent = new Sent("restarted", cluster.s3(0));
        sent.part(1, 2_000_000, cluster.s3(1));
        cluster.restart();
        var listed =
                cluster.s3(2).listParts(r -> r.bucket(BUCKET).key("restarted").uploadId(sent.id));
        assertThat(listed.parts()).hasSize(1);
        sent.complete(cluster.s3(0));
        sent.assertReadThrough(cluster.s3(1));
    }

    @Test
    void whatOneGatewayAbortedIsNoMoreThroughAnyOther() {
        Sent sent = new Sent("aborted", cluster.s3(0));
        sent.part(1, 1000, cluster.s3(0));
        cluster.s3(1).abortMultipartUpload(r -> r.bucket(BUCKET).key("aborted").uploadId(sent.id));
        for (String dc : cluster.names()) {
            assertThatThrownBy(() -> sent.part(2, 1000, cluster.s3(dc)))
                    .isInstanceOfSatisfying(
                            S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(404));
            assertThat(
                            cluster.s3(dc)
                                    .listMultipartUploads(r -> r.bucket(BUCKET).prefix("aborted"))
                                    .uploads())
                    .isEmpty();
        }
    }

    /** An upload and what it was sent. */
    private static final class Sent {
        private final String key;
        private final String id;
        private final List<CompletedPart> parts = new ArrayList<>();
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();

        Sent(String key, S3Client s3) {
            this.key = key;
            this.id = s3.createMultipartUpload(r -> r.bucket(BUCKET).key(key)).uploadId();
        }

        void part(int number, int size, S3Client s3) {
            byte[] bytes = new byte[size];
            new Random(number).nextBytes(bytes);
            var put =
                    s3.uploadPart(
                            r -> r.bucket(BUCKET).key(key).uploadId(id).partNumber(number),
                            RequestBody.fromBytes(bytes));
            parts.add(CompletedPart.builder().partNumber(number).eTag(put.eTag()).build());
            content.writeBytes(bytes);
        }

        String complete(S3Client s3) {
            return s3.completeMultipartUpload(
                            r ->
                                    r.bucket(BUCKET)
                                            .key(key)
                                            .uploadId(id)
                                            .multipartUpload(m -> m.parts(parts)))
                    .eTag();
        }

        byte[] content() {
            return content.toByteArray();
        }

        void assertReadThrough(S3Client s3) {
            assertThat(s3.getObjectAsBytes(r -> r.bucket(BUCKET).key(key)).asByteArray())
                    .isEqualTo(content());
            int from = content.size() / 2;
            assertThat(
                            s3.getObjectAsBytes(
                                            r ->
                                                    r.bucket(BUCKET)
                                                            .key(key)
                                                            .range("bytes=" + from + "-"))
                                    .asByteArray())
                    .isEqualTo(Arrays.copyOfRange(content(), from, content.size()));
        }
    }
}
