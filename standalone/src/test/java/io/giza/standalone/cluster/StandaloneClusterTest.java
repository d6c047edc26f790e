package io.giza.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.standalone.cli.EnvCommand;
import io.giza.standalone.cli.StandaloneMain;
import io.giza.standalone.cli.WelcomeScreen;
import io.giza.standalone.config.ControlAddress;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.config.StandaloneOptions;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** One cluster of three data centers, seen through its folder, its ports and its commands. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandaloneClusterTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private Path home;
    private StandaloneCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        home = folder;
        cluster = StandaloneCluster.start(StandaloneOptions.in(home));
    }

    @AfterAll
    void stop() {
        cluster.close();
        cluster.close();
        client.close();
        assertThat(home.resolve("control.json")).doesNotExist();
        assertThat(home.resolve("cluster.json")).exists();
    }

    @Test
    void everyServiceOfEveryDataCenterAnswersItsHealth() throws Exception {
        for (DcStatus dc : cluster.endpoints()) {
            assertThat(dc.running()).isTrue();
            assertThat(status(dc.health())).isEqualTo(200);
            assertThat(status(dc.metadata().resolve("/actuator/health"))).isEqualTo(200);
            assertThat(status(dc.fragments().resolve("/actuator/health"))).isEqualTo(200);
        }
    }

    @Test
    void aDataCenterGoesDownAndComesBackByCommand() throws Exception {
        URI metadata = cluster.endpoints().get(1).metadata().resolve("/actuator/health");

        assertThat(run("dc", "stop", "dc2")).contains("dc2    down").contains("dc1    up");
        assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> status(metadata));
        assertThat(status(cluster.endpoints().get(0).metadata().resolve("/actuator/health")))
                .isEqualTo(200);
        assertThat(run("dc", "list", "--json")).contains("\"name\":\"dc2\",\"running\":false");

        assertThat(run("dc", "start", "dc2")).contains("dc2    up");
        assertThat(status(metadata)).isEqualTo(200);
    }

    @Test
    void aShellIsToldTheKeyThatWasMadeAndTheScreenHidesItsSecret() throws IOException {
        List<String> key = Files.readAllLines(home.resolve("access.key"));

        assertThat(run("env"))
                .isEqualTo(
                        """
                        export AWS_ACCESS_KEY_ID='%s'
                        export AWS_SECRET_ACCESS_KEY='%s'
                        export AWS_DEFAULT_REGION=eu-central-1
                        export AWS_ENDPOINT_URL='%s'
                        """
                                .formatted(
                                        key.get(0), key.get(1), cluster.endpoints().get(0).s3()));
        assertThat(WelcomeScreen.of(cluster, StandaloneOptions.in(home)).text(Duration.ZERO))
                .contains("Access key  " + key.get(0))
                .contains("eval \"$(./giza env --data " + home + ")\"")
                .doesNotContain(key.get(1));
        assertThat(EnvCommand.exports(new Credentials("o'neill", "$(reboot)"), URI.create("x:y")))
                .contains("='o'\\''neill'\n")
                .contains("='$(reboot)'\n");
    }

    @Test
    void anOrderForNobodyIsRefusedInOneSentence() {
        assertThat(run("dc", "stop", "dc9"))
                .isEqualTo(
                        "giza: there is no data center dc9: use one of [dc1, dc2, dc3].\n"
                                + "exit 1");
    }

    @Test
    void theControlEndpointObeysNobodyWithoutTheToken() throws Exception {
        URI control = ControlAddress.read(home).endpoint();

        assertThat(status(control.resolve("/dcs"))).isEqualTo(401);
        assertThat(status(control.resolve("/credentials"))).isEqualTo(401);
        assertThat(
                        client.send(
                                        HttpRequest.newBuilder(control.resolve("/dc/dc1/stop"))
                                                .header("Authorization", "Bearer wrong")
                                                .POST(HttpRequest.BodyPublishers.noBody())
                                                .build(),
                                        HttpResponse.BodyHandlers.discarding())
                                .statusCode())
                .isEqualTo(401);
        assertThat(cluster.endpoints().get(0).running()).isTrue();
    }

    @Test
    void aSecondClusterOnTheSamePortsOrFolderIsRefusedInOneSentence(@TempDir Path other) {
        int port = cluster.endpoints().get(0).s3().getPort();

        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(
                        () -> StandaloneCluster.start(StandaloneOptions.in(other).withPort(port)))
                .withMessageContaining("port " + (port + 1) + " (metadata of dc1) is taken");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> StandaloneCluster.start(StandaloneOptions.in(home)))
                .withMessageContaining("another 'giza up' runs on");
    }

    private int status(URI uri) throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Runs a command on the cluster's folder and returns all it printed, and how it failed. */
    private String run(String... command) {
        StringWriter printed = new StringWriter();
        PrintWriter writer = new PrintWriter(printed);
        String[] arguments = Arrays.copyOf(command, command.length + 2);
        arguments[command.length] = "--data";
        arguments[command.length + 1] = home.toString();
        int exit = StandaloneMain.commandLine().setOut(writer).setErr(writer).execute(arguments);
        return exit == 0 ? printed.toString() : printed + "exit " + exit;
    }
}
