package io.giza.system.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.ProcessCluster;
import io.giza.system.cluster.PutStream;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A data center dies with everything in it while its gateway takes a stream of puts. */
class KillIT {
    private static final String BUCKET = "killed";
    private static final int WRITERS = 3;
    private static final int ENOUGH_PUTS = 60;

    @Test
    void whatWasAcknowledgedIsReadWhileTheWritingDataCenterIsDeadAndAfterItsReturn(
            @TempDir Path folder) throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(folder)) {
            cluster.client("dc2").createBucket(r -> r.bucket(BUCKET));

            List<PutStream> streams = putUntilKilled(cluster);

            assertThat(streams).allMatch(stream -> !stream.acknowledged().isEmpty());
            for (String dc : List.of("dc2", "dc3")) {
                assertAcknowledged(streams, cluster.client(dc));
                streams.forEach(stream -> assertNotOlder(stream, cluster.client(dc)));
            }
            TestObject late = new TestObject("late", 200_000);
            late.putThrough(cluster.client("dc3"), BUCKET);

            cluster.restart("dc1");

            for (String dc : cluster.names()) {
                assertAcknowledged(streams, cluster.client(dc));
                streams.forEach(stream -> assertDecided(stream, cluster.client(dc)));
                late.assertReadThrough(cluster.client(dc), BUCKET);
            }
        }
    }

    private static List<PutStream> putUntilKilled(ProcessCluster cluster) throws Exception {
        List<PutStream> streams =
                IntStream.range(0, WRITERS)
                        .mapToObj(
                                writer ->
                                        new PutStream(
                                                Gateways.clientWithoutRetries(cluster.s3("dc1")),
                                                BUCKET,
                                                writer))
                        .toList();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            streams.forEach(stream -> running.add(pool.submit(stream)));
            await().atMost(Duration.ofMinutes(2))
                    .failFast("a stream ended", () -> running.stream().anyMatch(Future::isDone))
                    .until(() -> acknowledged(streams).count() >= ENOUGH_PUTS);
            cluster.kill("dc1");
            for (Future<?> each : running) {
                each.get();
            }
        }
        return streams;
    }

    private static Stream<TestObject> acknowledged(List<PutStream> streams) {
        return streams.stream().flatMap(stream -> stream.acknowledged().stream());
    }

    private static void assertAcknowledged(List<PutStream> streams, S3Client s3) {
        acknowledged(streams).forEach(object -> object.assertReadThrough(s3, BUCKET));
        List<String> listed =
                s3.listObjectsV2Paginator(r -> r.bucket(BUCKET).prefix("new/")).contents().stream()
                        .map(S3Object::key)
                        .toList();
        assertThat(listed)
                .containsAll(acknowledged(streams).map(TestObject::key).toList())
                .doesNotHaveDuplicates();
    }

    /**
     * Whether the last attempt took effect may be unknown as long as a fragment is out of reach.
     */
    private static void assertNotOlder(PutStream stream, S3Client s3) {
        try {
            assertDecided(stream, s3);
        } catch (S3Exception e) {
            assertThat(e.statusCode()).isEqualTo(503);
        }
    }

    private static void assertDecided(PutStream stream, S3Client s3) {
        assertThat(stream.readOverwritten(s3))
                .isBetween(stream.lastAcknowledged(), stream.lastAttempted());
    }
}
