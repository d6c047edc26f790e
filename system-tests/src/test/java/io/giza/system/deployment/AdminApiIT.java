package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

import software.amazon.awssdk.core.sync.RequestBody;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What operators ask, on a real cluster: as the reference says it, and only with a key that may.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminApiIT {
    private static final Path REFERENCE = Path.of("..", "docs", "reference", "admin-api.yaml");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private RunningCluster cluster;
    private AdminClient operator;
    private JsonNode reference;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        cluster = RunningCluster.start(StandaloneOptions.in(folder));
        operator = cluster.admin("dc1");
        reference = JSON.valueToTree(new Yaml().load(Files.readString(REFERENCE)));
        cluster.createBucket("kept");
        cluster.s3("dc1").putObject(r -> r.bucket("kept").key("k"), RequestBody.fromString("x"));
    }

    @AfterAll
    void stop() {
        operator.close();
        cluster.close();
    }

    @Test
    void whatCanBeAskedIsWhatTheReferenceSays() {
        Set<String> served = new TreeSet<>();
        for (JsonNode route : operator.get("/").path("routes")) {
            served.add(
                    String.join(
                            " ",
                            route.path("method").asString(),
                            route.path("path").asString(),
                            route.path("role").asString(),
                            route.path("parameters").toString(),
                            route.path("fields").toString()));
        }
        Set<String> documented = new TreeSet<>();
        reference
                .path("paths")
                .properties()
                .forEach(
                        path ->
                                path.getValue()
                                        .properties()
                                        .forEach(
                                                method ->
                                                        documented.add(
                                                                described(
                                                                        path.getKey(),
                                                                        method.getKey(),
                                                                        method.getValue()))));
        assertThat(served).isEqualTo(documented).hasSizeGreaterThan(15);
    }

    private static String described(String path, String method, JsonNode operation) {
        Set<String> parameters = new TreeSet<>();
        for (JsonNode each : operation.path("parameters")) {
            if (each.path("in").asString("").equals("query")) {
                parameters.add(each.path("name").asString());
            }
        }
        Set<String> fields = new TreeSet<>();
        operation
                .path("requestBody")
                .path("content")
                .path("application/json")
                .path("schema")
                .path("properties")
                .properties()
                .forEach(each -> fields.add(each.getKey()));
        return String.join(
                " ",
                method.toUpperCase(Locale.ROOT),
                path,
                operation.path("x-role").asString(),
                JSON.writeValueAsString(parameters),
                JSON.writeValueAsString(fields));
    }

    @Test
    void whatOperatorsDidIsToldByEveryGatewayWithoutSecrets() {
        JsonNode key = operator.post("/keys", Map.of("account", "default", "role", "auditor"));
        String id = key.path("id").asString();
        asked(operator, "DELETE", "/keys/GIZANOBODY");
        try (AdminClient auditor = cluster.admin("dc3", id, key.path("secret").asString())) {
            JsonNode events = auditor.get("/events");
            assertThat(events.toString()).doesNotContain(key.path("secret").asString());
            JsonNode refused = last(events, "DELETE /keys/GIZANOBODY");
            assertThat(refused.path("status").asInt()).isEqualTo(404);
            JsonNode made = last(events, "POST /keys");
            assertThat(made.path("status").asInt()).isEqualTo(200);
            assertThat(made.path("access_key").asString()).isEqualTo(Gateways.KEY.accessKey());
            assertThat(made.path("dc").asString()).isEqualTo("dc1");
            assertThat(made.path("fields").path("role").asString()).isEqualTo("auditor");
            assertThat(
                            auditor.get("/events", Map.of("after", made.path("id").asString()))
                                    .toString())
                    .doesNotContain(made.path("id").asString());
        }
    }

    private static JsonNode last(JsonNode events, String what) {
        JsonNode last = JSON.nullNode();
        for (JsonNode each : events.path("events")) {
            String asked = each.path("method").asString() + " " + each.path("path").asString();
            last = asked.equals(what) ? each : last;
        }
        return last;
    }

    @ParameterizedTest
    @CsvSource({
        "/, api",
        "/whoami, whoami",
        "/cluster, cluster",
        "/accounts, accounts",
        "/keys, keys",
        "/events, events",
        "/hot, hot",
        "/load, load",
        "/support, support",
        "/jobs/gc, jobs",
        "/jobs/gc/preview, gc-preview",
        "/jobs/recovery, jobs",
        "/jobs/recovery/audit, account",
        "/buckets, buckets",
        "/buckets/kept/usage, bucket-usage",
        "/accounts/default/usage, account-usage",
    })
    void anAnswerHasWhatItsSchemaRequires(String path, String schema) {
        assertAsDocumented(operator.get(path), schema);
    }

    @Test
    void anObjectIsShownAsItsSchemaSays() {
        assertAsDocumented(
                operator.get("/objects", Map.of("bucket", "kept", "key", "k")), "object");
    }

    @Test
    void aProbeIsShownAsItsSchemaSays() {
        assertAsDocumented(operator.post("/probe", Map.of("bucket", "kept")), "probe");
    }

    private void assertAsDocumented(JsonNode answer, String name) {
        JsonNode schema = reference.path("components").path("schemas").path(name);
        assertThat(answer.path("schema").asString()).isEqualTo("giza." + name + "/1");
        assertRequired(answer, schema, name);
    }

    private static void assertRequired(JsonNode value, JsonNode schema, String where) {
        for (JsonNode field : schema.path("required")) {
            assertThat(value.has(field.asString())).as(where + "." + field.asString()).isTrue();
        }
        JsonNode allowed = schema.path("enum");
        if (!allowed.isMissingNode()) {
            assertThat(allowed).as(where).contains(value);
        }
        schema.path("properties")
                .properties()
                .forEach(
                        each -> {
                            if (value.has(each.getKey())) {
                                assertRequired(
                                        value.path(each.getKey()),
                                        each.getValue(),
                                        where + "." + each.getKey());
                            }
                        });
        if (schema.has("items")) {
            value.forEach(each -> assertRequired(each, schema.path("items"), where + "[]"));
        }
    }

    @Test
    void everyDataCenterIsSeenThroughItsGatewayAndItsWorkers() {
        for (String dc : cluster.names()) {
            try (AdminClient admin = cluster.admin(dc)) {
                JsonNode seen = admin.get("/cluster");
                assertThat(seen.path("asked").path("dc").asString()).isEqualTo(dc);
                for (JsonNode each : seen.path("data_centers")) {
                    assertThat(each.path("table").asString()).isEqualTo("active");
                    assertThat(each.path("fragments").asString()).isEqualTo("active");
                    assertThat(each.path("gateway").path("dc")).isEqualTo(each.path("name"));
                    assertThat(each.path("reach").path("round_trip_ms").asDouble()).isPositive();
                }
                for (String worker : List.of("gc", "recovery")) {
                    JsonNode jobs = admin.get("/jobs/" + worker).path("data_centers");
                    for (String other : cluster.names()) {
                        assertThat(jobs.path(other).path("dc").asString()).isEqualTo(other);
                    }
                }
            }
        }
    }

    @Test
    void aDataCenterThatIsDownIsNamedAndTheOthersAreTold() {
        cluster.whileDown(
                "dc3",
                () -> {
                    JsonNode seen = operator.get("/cluster").path("data_centers");
                    assertThat(seen.get(0).path("gateway").has("error")).isFalse();
                    assertThat(seen.get(2).path("gateway").path("error").asString())
                            .contains("does not answer");
                    JsonNode jobs = operator.get("/jobs/gc").path("data_centers");
                    assertThat(jobs.path("dc2").has("jobs")).isTrue();
                    assertThat(jobs.path("dc3").path("error").asString())
                            .contains("does not answer");
                });
    }

    @Test
    void aRoleIsAskedOnlyWhatItMay() {
        Map<String, AdminClient> clients = new HashMap<>();
        for (String role : List.of("user", "auditor", "operator")) {
            JsonNode key = operator.post("/keys", Map.of("account", "default", "role", role));
            clients.put(
                    role,
                    cluster.admin("dc2", key.path("id").asString(), key.path("secret").asString()));
        }
        List<String> ranks = List.of("user", "auditor", "operator");
        for (JsonNode route : operator.get("/").path("routes")) {
            String path = route.path("path").asString().replaceAll("\\{\\w+}", "GIZANOBODY");
            String needed = route.path("role").asString();
            clients.forEach(
                    (role, client) -> {
                        boolean may = ranks.indexOf(role) >= ranks.indexOf(needed);
                        String told = asked(client, route.path("method").asString(), path);
                        assertThat(told.startsWith("this takes the role " + needed))
                                .as(role + " " + route + ": " + told)
                                .isEqualTo(!may);
                    });
        }
        clients.forEach(
                (role, client) -> {
                    assertThat(client.get("/whoami").path("role").asString()).isEqualTo(role);
                    client.close();
                });
    }

    /** Asks something, and returns what it is told where it is refused. */
    private static String asked(AdminClient client, String method, String path) {
        try {
            switch (method) {
                case "GET" -> client.get(path);
                case "POST" -> client.post(path, Map.of());
                case "PUT" -> client.put(path, Map.of());
                default -> client.delete(path);
            }
            return "";
        } catch (CommandException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
