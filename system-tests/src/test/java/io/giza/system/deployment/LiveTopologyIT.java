package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The topology is changed while clients that never try again put and get. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveTopologyIT {
    private static final String BUCKET = "bucket";
    private static final String PATH = "/topology";
    private static final String NOBODY = "http://127.0.0.1:9";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(StandaloneOptions.in(folder));
        cluster.createBucket(BUCKET);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void smallPutsAndGetsDoNotFailWhileEpochsChangeAndAllTakeThemUp() throws Exception {
        AtomicBoolean stopped = new AtomicBoolean();
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        AtomicInteger puts = new AtomicInteger();
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (String dc : cluster.names()) {
                all.add(writers.submit(() -> putAndGet(dc, stopped, puts, failures)));
            }
            try {
                for (String dc : cluster.names()) {
                    awaitMore(puts);
                    JsonNode changed = change(dc, regrouped(topology(dc), "dc3", "of-" + dc));
                    assertThat(changed.path("served").asBoolean()).isTrue();
                    long epoch = changed.path("epoch").asLong();
                    await().atMost(PATIENCE)
                            .until(
                                    () ->
                                            cluster.names().stream()
                                                    .allMatch(at -> epoch(at) == epoch));
                }
                awaitMore(puts);
            } finally {
                stopped.set(true);
            }
            for (Future<?> each : all) {
                each.get();
            }
        }

        assertThat(failures).isEmpty();
        await().atMost(PATIENCE)
                .until(() -> cluster.names().stream().noneMatch(this::isAheadOfItsWorker));
    }

    private static void awaitMore(AtomicInteger puts) {
        int before = puts.get();
        await().atMost(PATIENCE).until(() -> puts.get() > before + 20);
    }

    private void putAndGet(
            String dc, AtomicBoolean stopped, AtomicInteger puts, Queue<String> failures) {
        try (S3Client s3 = Gateways.clientWithoutRetries(cluster.status(dc).s3())) {
            for (int i = 0; !stopped.get(); i++) {
                String key = "small/" + dc + "/" + i;
                try {
                    s3.putObject(r -> r.bucket(BUCKET).key(key), RequestBody.fromString(key));
                    String read =
                            s3.getObjectAsBytes(r -> r.bucket(BUCKET).key(key)).asUtf8String();
                    assertThat(read).isEqualTo(key);
                    puts.incrementAndGet();
                } catch (SdkException e) {
                    failures.add(key + ": " + e.getMessage());
                }
            }
        }
    }

    @Test
    void ofTwoOperatorsWhoBeginWithOneEpochOneWinsAndTheOtherIsTold() throws Exception {
        JsonNode before = topology("dc1");
        CountDownLatch begin = new CountDownLatch(1);
        try (ExecutorService operators = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> all = new ArrayList<>();
            for (String dc : List.of("dc1", "dc2")) {
                all.add(
                        operators.submit(
                                () -> {
                                    begin.await();
                                    return outcome(dc, regrouped(before, dc, "by-" + dc));
                                }));
            }
            begin.countDown();
            List<String> outcomes = List.of(all.get(0).get(), all.get(1).get());

            assertThat(outcomes).filteredOn("changed"::equals).hasSize(1);
            assertThat(outcomes)
                    .filteredOn(each -> !each.equals("changed"))
                    .singleElement()
                    .asString()
                    .containsAnyOf("epoch", "changed meanwhile");
        }
        await().atMost(PATIENCE).until(() -> epoch("dc3") == before.path("epoch").asLong() + 1);
    }

    private String outcome(String dc, JsonNode next) {
        try {
            change(dc, next);
            return "changed";
        } catch (CommandException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void whatCannotFollowIsRefusedInASentence() {
        JsonNode now = topology("dc1");
        ObjectNode other = now.deepCopy().asObject().put("epoch", 900);
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> change("dc1", other))
                .withMessageContaining("epoch is 901");
        ObjectNode same = now.deepCopy().asObject();
        ((ObjectNode) same.path("data_centers").get(1))
                .put("metadata", same.path("data_centers").get(0).path("metadata").asString());
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> change("dc1", same))
                .withMessageContaining("each service has its own endpoint");
        ObjectNode less = now.deepCopy().asObject();
        less.withArray("data_centers").remove(1);
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> change("dc1", less))
                .withMessageContaining("dc2 is missing");
        ObjectNode unknown = now.deepCopy().asObject();
        ((ObjectNode) unknown.path("data_centers").get(0)).put("metdata", "x");
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> change("dc1", unknown))
                .withMessageContaining("a data center has no metdata");
        for (String endpoint : List.of("metadata", "fragments", "gateway")) {
            ObjectNode mistyped = now.deepCopy().asObject();
            ((ObjectNode) mistyped.path("data_centers").get(1)).put(endpoint, NOBODY);
            assertThatExceptionOfType(CommandException.class)
                    .isThrownBy(() -> change("dc1", mistyped))
                    .withMessageContaining("of dc2 does not answer at " + NOBODY);
        }

        assertThat(epoch("dc1")).isEqualTo(now.path("epoch").asLong());
    }

    private JsonNode topology(String dc) {
        try (AdminClient operator = cluster.admin(dc)) {
            return operator.get(PATH);
        }
    }

    private long epoch(String dc) {
        return topology(dc).path("epoch").asLong();
    }

    private JsonNode change(String dc, JsonNode next) {
        try (AdminClient operator = cluster.admin(dc)) {
            return operator.post(
                    PATH,
                    Map.of(
                            "from_epoch", next.path("epoch"),
                            "data_centers", next.path("data_centers")));
        }
    }

    private static JsonNode regrouped(JsonNode topology, String dc, String group) {
        JsonNode next = topology.deepCopy();
        for (JsonNode each : next.path("data_centers")) {
            if (each.path("name").asString().equals(dc)) {
                ((ObjectNode) each).put("group", group);
            }
        }
        return next;
    }

    /** The worker of a data center asks the stores in the epoch that it knows. */
    private boolean isAheadOfItsWorker(String dc) {
        return cluster.ask(dc, "GET", "/internal/recovery/members").contains("ahead");
    }
}
