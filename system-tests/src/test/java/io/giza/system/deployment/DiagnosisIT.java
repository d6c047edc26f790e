package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;

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
import org.slf4j.LoggerFactory;

import software.amazon.awssdk.core.sync.RequestBody;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What helps to find the cause of a fault, on a real cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DiagnosisIT {
    /** What is written to it is among the last lines of the process, and on no console. */
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(DiagnosisIT.class);

    private static final List<String> SERVICES =
            List.of(
                    "fragment-service",
                    "gateway-service",
                    "gc-worker",
                    "metadata-service",
                    "recovery-worker");

    /** As many lines as a process keeps. */
    private static final int LINES = 1000;

    private RunningCluster cluster;
    private AdminClient operator;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(StandaloneOptions.in(folder));
        operator = cluster.admin("dc1");
        cluster.createBucket("photos");
        cluster.createBucket("probed");
        LOG.setAdditive(false);
        LOG.addAppender(
                LOG.getLoggerContext()
                        .getLogger(Logger.ROOT_LOGGER_NAME)
                        .getAppender("last-lines"));
    }

    @AfterAll
    void stop() {
        operator.close();
        cluster.close();
        LOG.detachAppender("last-lines");
    }

    @Test
    void aProbeShowsWhichServicesWereCalledAndLeavesNothing() {
        JsonNode probe = operator.post("/probe", Map.of("bucket", "probed"));

        assertThat(probe.path("fine").asBoolean()).as(probe.toString()).isTrue();
        assertThat(probe.path("residue").asString()).isEmpty();
        double end = 0;
        Set<String> called = new TreeSet<>();
        for (JsonNode step : probe.path("steps")) {
            assertThat(step.path("start_ms").asDouble()).isGreaterThanOrEqualTo(end);
            end = step.path("start_ms").asDouble() + step.path("took_ms").asDouble() - 0.02;
            for (JsonNode hop : step.path("hops")) {
                assertThat(hop.path("operation").asString()).isNotEmpty();
                assertThat(hop.path("start_ms").asDouble())
                        .isGreaterThanOrEqualTo(step.path("start_ms").asDouble() - 0.02);
                called.add(hop.path("service").asString() + " " + hop.path("dc").asString());
            }
        }
        assertThat(called)
                .contains("metadata dc1", "metadata dc2", "metadata dc3", "fragment dc1")
                .allMatch(each -> each.matches("(metadata|fragment) dc[123]"));
        assertThat(cluster.s3("dc2").listObjectVersions(r -> r.bucket("probed")).versions())
                .isEmpty();
    }

    @Test
    void aProbeWithoutABucketCallsNoFragmentService() {
        JsonNode probe = operator.post("/probe", Map.of());

        assertThat(probe.path("fine").asBoolean()).as(probe.toString()).isTrue();
        assertThat(probe.path("name").asString()).startsWith("probe/");
        for (JsonNode step : probe.path("steps")) {
            assertThat(step.path("hops").isEmpty()).isFalse();
            for (JsonNode hop : step.path("hops")) {
                assertThat(hop.path("service").asString()).isEqualTo("metadata");
            }
        }
    }

    @Test
    void aBucketThatIsNotThereIsRefused() {
        for (String name : List.of("nowhere", "", "a/b", "../x", "x".repeat(2000), "\ud800")) {
            assertThatExceptionOfType(CommandException.class)
                    .as(name)
                    .isThrownBy(() -> operator.post("/probe", Map.of("bucket", name)))
                    .withMessageContaining("there is no bucket");
        }
    }

    @Test
    void keysAtWhichWritersMeetAreToldByAllGatewaysTogether() {
        String key = "hot \u001b[2J\"<key>\n";
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 60; i++) {
                int turn = i;
                writers.execute(
                        () ->
                                cluster.s3(turn % 2)
                                        .putObject(
                                                r -> r.bucket("photos").key(key),
                                                RequestBody.fromString("x" + turn)));
            }
        }

        for (String dc : cluster.names()) {
            try (AdminClient admin = cluster.admin(dc)) {
                JsonNode hot = admin.get("/hot");
                assertThat(hot.path("data_centers").propertyNames())
                        .containsExactly("dc1", "dc2", "dc3");
                JsonNode first = hot.path("keys").path(0);
                assertThat(first.path("key").asString()).isEqualTo(key);
                assertThat(first.path("bucket").asString()).isEqualTo("photos");
                assertThat(first.path("kind").asString()).isEqualTo("object");
                assertThat(first.path("waits").asLong()).isPositive();
            }
        }
    }

    @Test
    void everyProcessTellsOfItselfWithoutSecrets() {
        pushOut();
        for (String dc : cluster.names()) {
            JsonNode told = operator.get("/support", Map.of("dc", dc));

            assertThat(told.path("dc").asString()).isEqualTo(dc);
            assertThat(new TreeSet<>(told.path("services").propertyNames()))
                    .containsExactlyElementsOf(SERVICES);
            for (String service : SERVICES) {
                JsonNode each = told.path("services").path(service);
                assertThat(each.path("process").path("service").asString()).isEqualTo(service);
                assertThat(each.path("configuration").path("giza.dc").asString()).isEqualTo(dc);
                assertThat(each.path("configuration").path("giza.cluster-token").asString())
                        .isEqualTo("set");
                assertThat(each.path("metrics").asString()).contains("giza_build");
                assertThat(each.path("threads").asString()).contains("main");
                assertThat(each.path("log").asString()).contains("line 999");
            }
            assertThat(told.toString()).doesNotContain(cluster.token(), Gateways.KEY.secretKey());
        }
    }

    @Test
    void aSecretInALogKeepsEverythingBack() {
        for (String secret : List.of(cluster.token(), Gateways.KEY.secretKey())) {
            LOG.warn("somebody sent {}", secret);
            for (String dc : List.of("dc1", "dc2")) {
                assertThatExceptionOfType(CommandException.class)
                        .isThrownBy(() -> operator.get("/support", Map.of("dc", dc)))
                        .withMessageContaining("is in the log")
                        .satisfies(e -> assertThat(e.getMessage()).doesNotContain(secret));
            }
            pushOut();
        }
        assertThat(operator.get("/support").path("services").isEmpty()).isFalse();
    }

    @Test
    void whoAskedForSuchAReportIsNoted() {
        asked("dc9");

        // It is noted beside the answer.
        await().atMost(Duration.ofMinutes(2))
                .until(() -> operator.get("/events").toString(), events -> events.contains("dc9"));
        assertThat(operator.get("/events").toString())
                .contains("\"path\":\"/support\"", "\"status\":404");
    }

    private void asked(String dc) {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> operator.get("/support", Map.of("dc", dc)))
                .withMessageContaining("there is no data center 'dc9'");
    }

    @Test
    void aDataCenterThatIsDownIsSaidToBe() {
        cluster.whileDown(
                "dc3",
                () -> {
                    JsonNode told = operator.get("/support", Map.of("dc", "dc3"));
                    assertThat(
                                    told.path("services")
                                            .path("gateway-service")
                                            .path("error")
                                            .asString())
                            .contains("does not answer");
                    JsonNode hot = operator.get("/hot").path("data_centers");
                    assertThat(hot.path("dc3").has("error")).isTrue();
                    assertThat(hot.path("dc2").has("from")).isTrue();
                });
    }

    private static void pushOut() {
        for (int i = 0; i < LINES; i++) {
            LOG.warn("line {}", i);
        }
    }
}
