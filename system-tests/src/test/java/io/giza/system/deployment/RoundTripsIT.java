package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.GatewayMetrics;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;
import io.giza.system.cluster.TraceReceiver;
import io.giza.system.cluster.TraceReceiver.ReceivedSpan;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import software.amazon.awssdk.services.s3.S3Client;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
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

    /** Calls that no request waits for: commits, and that a version became visible. */
    private static final String UNAWAITED_CALLS = "metadata commit";

    private TraceReceiver traces;
    private RunningCluster cluster;
    private S3Client s3;
    private URI endpoint;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        traces = new TraceReceiver();
        // A slow machine must not look like a data center that fails, which others stand in for.
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withSetting("giza.tracing.endpoint", traces.endpoint())
                                .withSetting("giza.tracing.sample", "1")
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
        traces.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, (4 << 20) + 1})
    void anUncontendedPutTakesOneRoundTrip(int size) {
        List<TestObject> objects = objects("put-" + size + "/", size);

        Map<String, Long> made =
                crossingsOf(
                        "PutObject", () -> objects.forEach(each -> each.putThrough(s3, BUCKET)));

        assertThat(made)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("fragment create", 2L * TIMES, "metadata pre-accept", 2L * TIMES));
    }

    @Test
    void anUncontendedPutOfASmallObjectOnlyCrossesWithItsRecord() {
        List<TestObject> objects = objects("put-small/", 100);

        Map<String, Long> made =
                crossingsOf(
                        "PutObject", () -> objects.forEach(each -> each.putThrough(s3, BUCKET)));

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
                        "GetObject",
                        () -> objects.forEach(each -> each.assertReadThrough(s3, BUCKET)));

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
                        "GetObject",
                        () -> objects.forEach(each -> each.assertReadThrough(s3, BUCKET)));
        assertRowsRead(gets);
        assertThat(gets).isEmpty();
        Map<String, Long> heads =
                crossingsOf(
                        "HeadObject",
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
                        "DeleteObject",
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
    }

    private long unawaitedCalls() {
        GatewayMetrics metrics = GatewayMetrics.of(endpoint, cluster.token());
        return metrics.crossings().getOrDefault(UNAWAITED_CALLS, 0L)
                + metrics.localCalls().getOrDefault(UNAWAITED_CALLS, 0L);
    }

    /**
     * Does something that makes {@link #TIMES} requests of one S3 operation, asserts that each took
     * exactly one round trip, and returns the calls to other data centers that they waited for, by
     * service and operation. Background calls of a gateway have no trace.
     */
    private Map<String, Long> crossingsOf(String operation, Runnable action) {
        // The gateway knows what the bucket does about versions, as one that is in use does.
        s3.headBucket(r -> r.bucket(BUCKET));
        Set<String> earlier = tracesOf(operation);
        double roundsBefore = roundTripsOf(operation);
        action.run();
        double rounds = roundTripsOf(operation) - roundsBefore;

        Set<String> requests = new HashSet<>();
        await().atMost(PATIENCE)
                .until(
                        () -> {
                            requests.addAll(tracesOf(operation));
                            requests.removeAll(earlier);
                            return requests.size() == TIMES;
                        });
        Map<String, Long> made = crossingsOf(requests);
        assertThat(rounds).as("round trips of %s", made).isEqualTo(TIMES);
        return made;
    }

    private Set<String> tracesOf(String operation) {
        return traces.spans().stream()
                .filter(span -> span.name().equals(operation))
                .map(ReceivedSpan::trace)
                .collect(Collectors.toSet());
    }

    private Map<String, Long> crossingsOf(Set<String> requests) {
        Map<String, Long> made =
                traces.spans().stream()
                        .filter(span -> requests.contains(span.trace()))
                        .map(ReceivedSpan::name)
                        .filter(name -> name.endsWith(" dc2") || name.endsWith(" dc3"))
                        .map(name -> name.substring(0, name.lastIndexOf(' ')))
                        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        made.remove(UNAWAITED_CALLS);
        // Now and then a request refreshes a cache, such as that of quotas, beside its work.
        made.values().removeIf(count -> count < TIMES);
        return made;
    }

    private double roundTripsOf(String operation) {
        String tag = operation.replace("Object", "").toLowerCase(Locale.ROOT);
        return GatewayMetrics.of(endpoint, cluster.token())
                .sum("giza_request_cross_dc_rounds_sum", Map.of("operation", tag));
    }
}
