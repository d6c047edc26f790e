package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.giza.cli.cluster.AdminClient;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The secrets of a cluster are changed in three steps: all accept the next one, all use it, nobody
 * accepts the old one. In each step what was good before and what is good then work.
 */
class RotationIT {
    private static final String NEXT_TOKEN = "the-next-token-of-this-cluster";
    private static final String NEXT_MASTER_KEY = Base64.getEncoder().encodeToString(new byte[32]);
    private static final String ACCEPTED_TOKEN = "giza.cluster-token-accepted";
    private static final String ACCEPTED_MASTER_KEY = "giza.master-key-accepted";

    @TempDir private Path folder;

    @Test
    void theTokenAndTheMasterKeyAreChangedStepByStep() throws Exception {
        JsonNode key;
        StandaloneOptions plain = StandaloneOptions.in(folder);
        String oldToken;
        String oldMasterKey;
        try (RunningCluster cluster =
                RunningCluster.start(
                        plain.withSettings(
                                Map.of(
                                        ACCEPTED_TOKEN, NEXT_TOKEN,
                                        ACCEPTED_MASTER_KEY, NEXT_MASTER_KEY)))) {
            oldToken = cluster.token();
            oldMasterKey = Files.readString(folder.resolve("master.key")).strip();
            try (AdminClient operator = cluster.admin("dc1")) {
                key = operator.post("/keys", Map.of("account", "default", "role", "auditor"));
            }
            assertThat(metrics(cluster, oldToken)).isEqualTo(200);
            assertThat(metrics(cluster, NEXT_TOKEN)).isEqualTo(200);
            assertThat(metrics(cluster, "a-token-of-nobody")).isEqualTo(401);
        }
        Files.writeString(folder.resolve("cluster.token"), NEXT_TOKEN);
        Files.writeString(folder.resolve("master.key"), NEXT_MASTER_KEY);
        try (RunningCluster cluster =
                RunningCluster.start(
                        plain.withSettings(
                                Map.of(
                                        ACCEPTED_TOKEN, oldToken,
                                        ACCEPTED_MASTER_KEY, oldMasterKey)))) {
            assertThat(metrics(cluster, oldToken)).isEqualTo(200);
            assertThat(metrics(cluster, NEXT_TOKEN)).isEqualTo(200);
            assertIsGood(cluster, key);
            try (AdminClient operator = cluster.admin("dc2")) {
                assertThat(operator.post("/keys/reseal", Map.of()).path("resealed").asInt())
                        .isEqualTo(1);
            }
        }
        try (RunningCluster cluster = RunningCluster.start(plain)) {
            assertThat(metrics(cluster, oldToken)).isEqualTo(401);
            assertThat(metrics(cluster, NEXT_TOKEN)).isEqualTo(200);
            assertIsGood(cluster, key);
            cluster.createBucket("still");
        }
    }

    @Test
    void anOldMasterKeyIsNeededWhileAGatewayEncryptsWithIt() throws Exception {
        StandaloneOptions plain = StandaloneOptions.in(folder);
        RunningCluster.start(plain).close();
        Path file = folder.resolve("master.key");
        String old = Files.readString(file).strip();
        try (RunningCluster cluster =
                        RunningCluster.start(plain.withSetting(ACCEPTED_MASTER_KEY, old));
                AdminClient first = cluster.admin("dc1");
                AdminClient third = cluster.admin("dc3")) {
            first.post("/keys", Map.of("account", "default", "role", "auditor"));
            Files.writeString(file, NEXT_MASTER_KEY);
            cluster.whileDown("dc1", () -> {});
            cluster.whileDown("dc2", () -> {});

            JsonNode early = first.post("/keys/reseal", Map.of());
            assertThat(early.path("resealed").asInt()).isEqualTo(1);
            assertThat(early.path("complete").asBoolean()).isFalse();
            assertThat(objections(early))
                    .singleElement(STRING)
                    .startsWith("the gateway of dc3 encrypts with another master key")
                    .contains(early.path("master_key").asString())
                    .doesNotContain(old, NEXT_MASTER_KEY);

            JsonNode late = third.post("/keys", Map.of("account", "default", "role", "auditor"));
            cluster.whileDown(
                    "dc3",
                    () ->
                            assertThat(objections(first.post("/keys/reseal", Map.of())))
                                    .singleElement(STRING)
                                    .startsWith("the gateway of dc3 cannot be asked: "));
            third.post("/keys", Map.of("account", "default", "role", "auditor"));
            JsonNode last = first.post("/keys/reseal", Map.of());
            assertThat(last.path("resealed").asInt()).isZero();
            assertThat(last.path("complete").asBoolean()).isTrue();
            assertThat(objections(last)).isEmpty();
            assertIsGood(cluster, late);
        }
    }

    private static List<String> objections(JsonNode answer) {
        return answer.path("against").valueStream().map(JsonNode::asString).toList();
    }

    private static void assertIsGood(RunningCluster cluster, JsonNode key) {
        try (AdminClient auditor =
                cluster.admin("dc3", key.path("id").asString(), key.path("secret").asString())) {
            assertThat(auditor.get("/whoami").path("role").asString()).isEqualTo("auditor");
        }
    }

    private static int metrics(RunningCluster cluster, String token)
            throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(
                                    URI.create(cluster.status("dc1").s3() + "/_giza/metrics"))
                            .header("Authorization", "Bearer " + token)
                            .build();
            return http.send(request, BodyHandlers.discarding()).statusCode();
        }
    }
}
