package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.GatewayMetrics;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A data center that keeps copies reads an object from others once, and its rows always. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CopiesIT {
    private static final String BUCKET = "copies";
    private static final int SIZE = (5 << 20) + 1;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private RunningCluster cluster;
    private S3Client s3;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withSetting("giza.requests.hedge-after", "20s")
                                .withSetting("giza.fragment.copies.size", "64MiB")
                                .withSetting("giza.read-copies", "true"));
        s3 = cluster.s3("dc1");
        cluster.createBucket(BUCKET);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void whatWasReadOnceIsReadWithoutOtherDataCentersFragments() {
        TestObject object = new TestObject("hot", SIZE);
        object.putThrough(s3, BUCKET);
        double before = copies();
        object.assertReadThrough(s3, BUCKET);
        awaitCopies(before + 1);
        long crossed = crossed();

        object.assertReadThrough(s3, BUCKET);

        assertThat(crossed()).isEqualTo(crossed);
        assertThat(metrics().sum("giza_cache_reads_total", Map.of("result", "hit")))
                .isGreaterThanOrEqualTo(1);
    }

    @Test
    void anotherVersionIsReadAtOnce() {
        TestObject first = new TestObject("changed", SIZE);
        first.putThrough(s3, BUCKET);
        double before = copies();
        first.assertReadThrough(s3, BUCKET);
        awaitCopies(before + 1);
        TestObject second = new TestObject("changed", SIZE + 1);

        second.putThrough(cluster.s3("dc2"), BUCKET);

        second.assertReadThrough(s3, BUCKET);
        s3.deleteObject(r -> r.bucket(BUCKET).key("changed"));
        assertThatThrownBy(() -> s3.headObject(r -> r.bucket(BUCKET).key("changed")))
                .isInstanceOf(NoSuchKeyException.class);
        assertThatThrownBy(() -> s3.getObjectAsBytes(r -> r.bucket(BUCKET).key("changed")))
                .isInstanceOf(NoSuchKeyException.class);
    }

    private void awaitCopies(double count) {
        await().atMost(PATIENCE).until(() -> copies() >= count);
    }

    private double copies() {
        return metrics().sum("giza_cache_copies_total", Map.of("outcome", "kept"));
    }

    private long crossed() {
        return metrics().crossings().getOrDefault("fragment read", 0L);
    }

    private GatewayMetrics metrics() {
        return GatewayMetrics.of(cluster.status("dc1").s3(), cluster.token());
    }
}
