package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import software.amazon.awssdk.services.s3.S3Client;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * With latency between the data centers, an uncontended operation costs one round trip to others,
 * and the calls that it makes to them are all that there are.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoundTripsIT {
    private static final String BUCKET = "rounds";
    private static final int TIMES = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Longer than a call there and back, with which the metrics stand still once all ended. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

    /** Calls that nobody waits for: what was decided, and that it became visible. */
    private static final String UNAWAITED_CALLS = "metadata commit";

    private RunningCluster cluster;
    private S3Client s3;
    private URI endpoint;

    @BeforeAll
    void start(@TempDir Path folder) {
        // A slow machine must not look like a data center that fails, which others stand in for.
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withSetting("giza.experiments.delays.dc2", "30ms")
                                .withSetting("giza.experiments.delays.dc3", "30ms")
                                .withSetting("giza.requests.hedge-after", "20s")
                                .withSetting("giza.requests.bucket-freshness", "30s")
                                .withSetting("giza.gateway.key-freshness", "1m"));
        s3 = cluster.s3("dc1");
        endpoint = cluster.status("dc1").s3();
        s3.createBucket(r -> r.bucket(BUCKET));
        new TestObject("first", 1).putThrough(s3, BUCKET);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, (4 << 20) + 1})
    void anUncontendedPutTakesOneRoundTrip(int size) {
        List<TestObject> objects = objects("put-" + size + "/", size);

        Map<String, Long> made =
                crossingsOf("put", () -> objects.forEach(each -> each.putThrough(s3, BUCKET)));

        assertThat(made)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("fragment create", 2L * TIMES, "metadata pre-accept", 2L * TIMES));
    }

    @Test
    void anUncontendedPutOfASmallObjectOnlyCrossesWithItsRecord() {
        List<TestObject> objects = objects("put-small/", 100);

        Map<String, Long> made =
                crossingsOf("put", () -> objects.forEach(each -> each.putThrough(s3, BUCKET)));

        assertThat(made)
                .containsExactlyInAnyOrderEntriesOf(Map.of("metadata pre-accept", 2L * TIMES));
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, (4 << 20) + 1})
    void aGetOfAVersionKnownToBeVisibleTakesOneRoundTrip(int size) {
        List<TestObject> objects = objects("get-" + size + "/", size);
        putUntilKnownVisible(objects);

        Map<String, Long> made =
                crossingsOf(
                        "get", () -> objects.forEach(each -> each.assertReadThrough(s3, BUCKET)));

        // One of the two fragments that a read needs is at home, and so is one of the rows.
        assertRowsRead(made);
        assertThat(made).containsExactlyInAnyOrderEntriesOf(Map.of("fragment read", 1L * TIMES));
    }

    @Test
    void aGetOfASmallObjectAndAHeadOnlyCrossForTheRecord() {
        List<TestObject> objects = objects("get-small/", 100);
        putUntilKnownVisible(objects);

        Map<String, Long> gets =
                crossingsOf(
                        "get", () -> objects.forEach(each -> each.assertReadThrough(s3, BUCKET)));
        assertRowsRead(gets);
        assertThat(gets).isEmpty();
        Map<String, Long> heads =
                crossingsOf(
                        "head",
                        () ->
                                objects.forEach(
                                        each ->
                                                s3.headObject(
                                                        r -> r.bucket(BUCKET).key(each.key()))));
        assertRowsRead(heads);
        assertThat(heads).isEmpty();
    }

    /**
     * One row beside that at home; on a busy machine somebody may be late, and a third is asked.
     */
    private static void assertRowsRead(Map<String, Long> made) {
        assertThat(made.remove("metadata read")).isBetween(1L * TIMES, 3L * TIMES - 1);
    }

    @Test
    void aDeleteTakesOneRoundTrip() {
        List<TestObject> objects = objects("delete/", 100_000);
        putUntilKnownVisible(objects);

        Map<String, Long> made =
                crossingsOf(
                        "delete",
                        () ->
                                objects.forEach(
                                        each ->
                                                s3.deleteObject(
                                                        r -> r.bucket(BUCKET).key(each.key()))));

        assertThat(made)
                .containsExactlyInAnyOrderEntriesOf(Map.of("metadata pre-accept", 2L * TIMES));
    }

    private static List<TestObject> objects(String prefix, int size) {
        return IntStream.range(0, TIMES).mapToObj(i -> new TestObject(prefix + i, size)).toList();
    }

    /** Puts objects, and waits until every data center was told that they are visible. */
    private void putUntilKnownVisible(List<TestObject> objects) {
        long before = unawaitedCalls();
        objects.forEach(each -> each.putThrough(s3, BUCKET));
        await().atMost(PATIENCE).until(() -> unawaitedCalls() >= before + 3L * objects.size());
        settled();
    }

    private long unawaitedCalls() {
        GatewayMetrics metrics = GatewayMetrics.of(endpoint, cluster.token());
        return metrics.crossings().getOrDefault(UNAWAITED_CALLS, 0L)
                + metrics.localCalls().getOrDefault(UNAWAITED_CALLS, 0L);
    }

    /**
     * Does something that makes {@link #TIMES} requests of one operation, asserts that each took
     * exactly one round trip, and returns the calls to other data centers that it waited for.
     */
    private Map<String, Long> crossingsOf(String operation, Runnable action) {
        // The gateway knows what the bucket does about versions, as one that is in use does.
        s3.headBucket(r -> r.bucket(BUCKET));
        GatewayMetrics before = settled();
        action.run();
        GatewayMetrics after = settled();

        Map<String, Long> made = new HashMap<>(after.crossings());
        before.crossings().forEach((call, count) -> made.merge(call, -count, Long::sum));
        made.remove(UNAWAITED_CALLS);
        // A gateway looks now and then for a later topology and for quotas, beside all requests.
        made.values().removeIf(count -> count < TIMES);
        Map<String, String> tag = Map.of("operation", operation);
        assertThat(difference("giza_request_cross_dc_rounds_count", tag, before, after))
                .as("requests")
                .isEqualTo(TIMES);
        assertThat(difference("giza_request_cross_dc_rounds_sum", tag, before, after))
                .as("round trips of %s", made)
                .isEqualTo(TIMES);
        return made;
    }

    private static double difference(
            String name, Map<String, String> tag, GatewayMetrics before, GatewayMetrics after) {
        return after.sum(name, tag) - before.sum(name, tag);
    }

    /** A call is counted when it is answered, and the last answers are not always waited for. */
    private GatewayMetrics settled() {
        AtomicReference<GatewayMetrics> last =
                new AtomicReference<>(GatewayMetrics.of(endpoint, cluster.token()));
        await().atMost(PATIENCE)
                .pollInterval(POLL_INTERVAL)
                .until(
                        () -> {
                            GatewayMetrics now = GatewayMetrics.of(endpoint, cluster.token());
                            return now.crossings().equals(last.getAndSet(now).crossings());
                        });
        return last.get();
    }
}
