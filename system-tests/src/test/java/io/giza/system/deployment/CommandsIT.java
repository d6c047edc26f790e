package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.cli.CliMain;
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

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The commands of operators on a real cluster: what they print, and how they exit. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandsIT {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Path folder;
    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path home) {
        folder = home;
        cluster = RunningCluster.start(StandaloneOptions.in(home));
        cluster.createBucket("kept");
        cluster.s3("dc1")
                .putObject(r -> r.bucket("kept").key("a/b c"), RequestBody.fromString("x"));
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    /** What a command printed, and how it exited. */
    private record Ran(int exit, String out, String errors) {
        JsonNode json() {
            return JSON.readTree(out);
        }

        List<String> lines() {
            return out.lines().toList();
        }
    }

    private Ran run(String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.add("--data");
        arguments.add(folder.toString());
        StringWriter out = new StringWriter();
        StringWriter errors = new StringWriter();
        int exit =
                CliMain.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(errors))
                        .execute(arguments.toArray(String[]::new));
        return new Ran(exit, out.toString(), errors.toString());
    }

    @Test
    void theStatusOfASoundClusterIsFine() {
        awaitRepair();
        Ran ran = run("status");
        assertThat(ran.exit()).as(ran.toString()).isZero();
        assertThat(ran.lines().get(1))
                .matches(
                        "DC +GATEWAY +TABLE +FRAGMENTS +FROM dc1 +VERSION +EPOCH +WANTS ATTENTION");
        assertThat(ran.lines().get(2)).startsWith("dc1  up       active  active");
        assertThat(run("status", "-o", "json").json().path("fine").asBoolean()).isTrue();
        assertThat(run("status", "-o", "jsonl").lines()).hasSize(3);
    }

    @Test
    void aDataCenterMayBeTakenDownIfTheOthersAreWellAndNobodyWorksElsewhere() {
        awaitRepair();
        assertThat(run("preflight", "dc2").exit()).isZero();
        assertThat(run("preflight", "dc9").exit()).isEqualTo(4);

        Ran begun = run("maintenance", "begin", "dc1", "--for", "30m", "--reason", "kernel");
        assertThat(begun.exit()).isZero();
        assertThat(run("preflight", "dc1").exit()).isZero();
        Ran refused = run("preflight", "dc2");
        assertThat(refused.exit()).isEqualTo(4);
        assertThat(refused.out()).contains("dc1 is in maintenance until");
        Ran second = run("maintenance", "begin", "dc3");
        assertThat(second.exit()).isEqualTo(4);
        assertThat(second.errors()).contains("two at once are too many");
        assertThat(run("status").out()).contains("in maintenance until");
        assertThat(run("maintenance", "show", "-o", "json").json().path("data_centers")).hasSize(1);

        assertThat(run("maintenance", "end", "dc1").exit()).isZero();
        cluster.whileDown("dc3", () -> assertThat(run("preflight", "dc2").exit()).isEqualTo(4));
    }

    /** The writes that a data center missed while it was down are repaired soon. */
    private void awaitRepair() {
        await().atMost(Duration.ofMinutes(2)).until(() -> run("status").exit() == 0);
    }

    @Test
    void theStatusOfAClusterThatLacksADataCenterIsAFinding() {
        cluster.whileDown(
                "dc2",
                () -> {
                    Ran ran = run("status", "--json");
                    assertThat(ran.exit()).isEqualTo(1);
                    JsonNode dc2 = ran.json().path("data_centers").get(1);
                    assertThat(dc2.path("attention").toString())
                            .contains("does not answer", "table silent", "fragments silent");
                    assertThat(run("gc", "status").exit()).isEqualTo(1);
                });
    }

    @Test
    void theStatusTellsTheRoomOnDisks() {
        JsonNode gateway =
                run("status", "--json").json().path("data_centers").get(0).path("gateway");
        assertThat(gateway.path("disks"))
                .hasSize(2)
                .allSatisfy(
                        disk -> {
                            assertThat(disk.path("free").asLong()).isPositive();
                            assertThat(disk.path("total").asLong())
                                    .isGreaterThan(disk.path("free").asLong());
                        });
    }

    @Test
    void aKeyLivesItsLife() {
        JsonNode made = run("key", "create", "--role", "auditor", "--json").json();
        String id = made.path("id").asString();
        assertThat(made.path("secret").asString()).hasSize(40);
        assertThat(run("key", "create").out()).contains("access key GIZA", "not shown again");
        assertThat(run("key", "list").out())
                .containsPattern(id + "  default  auditor +active")
                .doesNotContain(made.path("secret").asString());
        assertThat(run("key", "limit", id, "--requests", "7", "--sent", "2KiB").exit()).isZero();
        assertThat(run("key", "list").out()).contains("requests 7, sent 2048");
        assertThat(run("key", "limit", id, "--sent", "much").exit()).isEqualTo(2);
        assertThat(run("key", "limit", id, "--requests", "-1").exit()).isEqualTo(4);
        assertThat(run("key", "limit", id).exit()).isZero();
        assertThat(run("key", "disable", id).out()).isEqualTo(id + " is disabled.\n");
        assertThat(run("key", "list", "-o", "jsonl").lines())
                .anyMatch(line -> line.contains(id) && line.contains("\"disabled\""));
        assertThat(run("key", "enable", id).exit()).isZero();
        JsonNode successor = run("key", "rotate", id, "--json").json();
        assertThat(successor.path("role").asString()).isEqualTo("auditor");
        assertThat(successor.path("id").asString()).isNotEqualTo(id);
        assertThat(run("key", "delete", id, "--dry-run").out())
                .isEqualTo("would delete access key " + id + "\n");
        assertThat(run("key", "delete", id).exit()).isEqualTo(2);
        assertThat(run("key", "delete", id, "--yes").exit()).isZero();
        assertThat(run("key", "reseal").out())
                .matches(
                        "0 secrets and keys were encrypted anew\\.\n"
                                + "The change is complete: the gateways of all data centers encrypt"
                                + " with master key [0-9a-f]{16}\\.\n");
        Ran gone = run("key", "enable", id);
        assertThat(gone.exit()).isEqualTo(4);
        assertThat(gone.errors()).isEqualTo("giza: there is no access key '" + id + "'.\n");
    }

    @Test
    void anObjectIsShownWithItsFragments() {
        Ran ran = run("object", "stat", "kept/a/b c");
        assertThat(ran.lines().getFirst()).isEqualTo("object       kept/a/b c");
        assertThat(run("object", "stat", "kept/a/b c", "--json").json().path("size").asInt())
                .isEqualTo(1);
        assertThat(run("object", "stat", "no-slash").exit()).isEqualTo(2);
        Ran none = run("object", "stat", "none/k");
        assertThat(none.exit()).isEqualTo(4);
        assertThat(none.errors()).isEqualTo("giza: there is no bucket 'none'.\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gc status",
                "gc sweep",
                "recovery status",
                "recovery start",
                "scrub status",
                "scrub start"
            })
    void theWorkersOfAllDataCentersAnswer(String command) {
        Ran ran = run(command.split(" ", -1));
        assertThat(ran.exit()).as(ran.toString()).isZero();
        assertThat(ran.lines()).contains("dc1", "dc2", "dc3");
        List<String> arguments = new ArrayList<>(List.of(command.split(" ", -1)));
        arguments.add("--json");
        assertThat(run(arguments.toArray(String[]::new)).json().path("data_centers").size())
                .isEqualTo(3);
    }

    @Test
    void aSweepIsWaitedFor() {
        Map<String, Instant> before = ends(run("gc", "status", "--json").json());
        Map<String, Instant> after = ends(run("gc", "sweep", "--wait", "--json").json());
        assertThat(after.keySet()).containsAll(before.keySet());
        before.forEach((job, end) -> assertThat(after.get(job)).as(job).isAfter(end));
        Ran recovered = run("recovery", "start", "--wait");
        assertThat(recovered.exit()).as(recovered.toString()).isZero();
    }

    /** Returns when each job ended last, at any worker: its lease may move to another worker. */
    private static Map<String, Instant> ends(JsonNode answer) {
        return answer.path("data_centers")
                .valueStream()
                .flatMap(worker -> worker.path("jobs").valueStream())
                .filter(job -> job.path("ended").isString())
                .collect(
                        Collectors.toMap(
                                job -> job.path("job").asString(),
                                job -> Instant.parse(job.path("ended").asString()),
                                (one, other) -> one.isAfter(other) ? one : other));
    }

    @Test
    void whatASweepWouldDoIsSaid() {
        assertThat(run("gc", "sweep", "--dry-run").out()).contains("would collect", "would expire");
    }

    @Test
    void theAccountOfASoundClusterIsEven() {
        Ran ran = run("recovery", "audit");
        assertThat(ran.lines().getLast()).as(ran.toString()).isEqualTo("even");
        assertThat(ran.exit()).isZero();
        assertThat(run("recovery", "audit", "--json").json().path("state").asString())
                .isEqualTo("done");
    }

    @Test
    void whatWasDoneIsShown() {
        String id = run("key", "create", "--json").json().path("id").asString();
        run("key", "disable", id);
        assertThat(run("events").lines())
                .anyMatch(line -> line.endsWith("POST /keys/" + id + "/disable"));
        assertThat(run("events", "--since", "1s", "-o", "jsonl").exit()).isZero();
        assertThat(run("events", "--since", "soon").exit()).isEqualTo(2);
    }

    @Test
    void whoIsAskedAndWhatThereIsIsShown() {
        assertThat(run("whoami").lines().getLast()).endsWith("default  operator");
        assertThat(run("account", "list").out()).contains("default", "dc1 dc2 dc3");
        assertThat(run("dc", "list").lines()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws", "rclone", "mc", "s3cmd", "env"})
    void aClientIsToldHowToReachTheCluster(String client) {
        String authority = cluster.status("dc1").s3().getAuthority();
        assertThat(run("client-config", client).out()).contains(authority);
    }

    @Test
    void aClusterThatIsNotThereIsUnreachable(@TempDir Path empty) {
        StringWriter errors = new StringWriter();
        int exit =
                CliMain.commandLine()
                        .setErr(new PrintWriter(errors))
                        .execute("whoami", "--data", empty.toString());
        assertThat(exit).isEqualTo(3);
        assertThat(errors.toString()).startsWith("giza: no cluster runs on " + empty);
    }
}
