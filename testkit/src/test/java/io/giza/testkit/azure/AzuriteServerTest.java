package io.giza.testkit.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.azurite.AzuriteProcess;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

@NeedsAzurite
class AzuriteServerTest {
    private static AzuriteServer azurite;

    @BeforeAll
    static void start() {
        azurite = AzuriteServer.start();
    }

    @AfterAll
    static void stop() {
        if (azurite != null) {
            azurite.close();
        }
    }

    @Test
    void blobsAndTablesAnswerAlsoAfterARestart() throws Exception {
        int blobPort = azurite.blobPort();
        int tablePort = azurite.tablePort();
        assertThat(statusOf(blobPort, "/container/blob")).isBetween(400, 404);
        assertThat(statusOf(tablePort, "/Tables")).isBetween(400, 404);

        azurite.restart();

        assertThat(azurite.blobPort()).isEqualTo(blobPort);
        assertThat(statusOf(tablePort, "/Tables")).isBetween(400, 404);
    }

    @Test
    void aConnectionStringNamesBothEndpoints() {
        assertThat(azurite.connectionString())
                .contains("BlobEndpoint=http://127.0.0.1:" + azurite.blobPort() + "/devstore")
                .contains("TableEndpoint=http://127.0.0.1:" + azurite.tablePort() + "/devstore")
                .contains("AccountName=devstoreaccount1;");
    }

    @Test
    void nothingIsLeftOfAClosedOne() {
        AzuriteServer closed = AzuriteServer.start();
        assertThat(closed.folder()).isDirectory();
        closed.close();

        assertThat(closed.folder()).doesNotExist();
        assertThat(closed.process().isAlive()).isFalse();
    }

    @Test
    void itEndsWithAJvmThatIsKilled() throws Exception {
        Process jvm =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Owner.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String[] words = String.valueOf(jvm.inputReader().readLine()).split(" ", 2);
        ProcessHandle orphan = ProcessHandle.of(Long.parseLong(words[0])).orElseThrow();
        assertThat(Path.of(words[1])).isDirectory();

        jvm.destroyForcibly();

        assertThat(orphan.onExit().get().isAlive()).isFalse();
        assertThat(Path.of(words[1])).doesNotExist();
    }

    /** The program of a JVM that starts an emulator and is killed. */
    static final class Owner {
        private Owner() {}

        /** Says what was started, and waits for the end. */
        public static void main(String[] arguments) throws IOException {
            AzuriteServer started = AzuriteServer.start();
            System.out.println(started.process().pid() + " " + started.folder());
            System.exit(System.in.read());
        }
    }

    @Test
    void whatIsPausedGoesOn() throws Exception {
        azurite.pause();
        azurite.resume();

        assertThat(statusOf(azurite.tablePort(), "/Tables")).isBetween(400, 404);
    }

    private static int statusOf(int port, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(AzuriteProcess.endpoint(port) + path))
                            .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }
}
