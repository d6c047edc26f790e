package io.giza.images;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Starts a service once on the files that its image will have, asks it what probes ask, and ends
 * it: the JVM records its classes as it loaded and linked them, and what its code was busy with.
 * With that record it starts with two thirds of the work.
 */
final class AotTraining {
    /** What every JVM of a service is told, in training as in service. */
    static final List<String> OPTIONS =
            List.of("--enable-native-access=ALL-UNNAMED", "-XX:+ExitOnOutOfMemoryError");

    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int OK = 200;

    /** What is asked once it is ready, and why: probes ask the first two, Prometheus the last. */
    private static final List<String> QUESTIONS =
            List.of("health/readiness", "health/liveness", "prometheus");

    private final Path runtime;

    /**
     * Trains with a JVM.
     *
     * @param runtime the folder of the linked JVM
     */
    AotTraining(Path runtime) {
        this.runtime = runtime;
    }

    /**
     * Records the start of a service.
     *
     * @param work a folder for what it writes meanwhile, which is removed
     * @throws ImageException if it does not start
     */
    void train(ServiceFiles files, Path work) throws IOException {
        Files.createDirectories(work.resolve("tmp"));
        try (InputStream in = AotTraining.class.getResourceAsStream("training.yaml")) {
            Files.copy(Objects.requireNonNull(in), work.resolve("training.yaml"));
        }
        int port = freePort();
        Path log = work.resolve("log");
        Process process =
                new ProcessBuilder(command(files, work, port))
                        .directory(work.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            awaitReady(client, process, port);
            for (String question : QUESTIONS) {
                ask(client, port, question);
            }
            process.destroy();
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImageException("was interrupted in training", e);
        } finally {
            process.destroyForcibly();
        }
        if (Files.notExists(files.cache())) {
            throw new ImageException(
                    "%s left no record of its start:%n%s"
                            .formatted(files.service().module(), Programs.end(log)));
        }
        Files.setLastModifiedTime(files.cache(), Folders.TIME);
        Folders.delete(work);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Whoever ended without being told to leaves no record, which is noticed then. */
    private static void awaitReady(HttpClient client, Process process, int port)
            throws InterruptedException {
        long began = System.nanoTime();
        while (process.isAlive() && ask(client, port, QUESTIONS.getFirst()) != OK) {
            if (System.nanoTime() - began > LONGEST.toNanos()) {
                throw new ImageException(
                        "a service in training is not ready after %d minutes."
                                .formatted(LONGEST.toMinutes()));
            }
            Thread.sleep(PAUSE);
        }
    }

    /** Returns the status of an answer, 0 without one. */
    private static int ask(HttpClient client, int port, String what) throws InterruptedException {
        URI uri = URI.create("http://127.0.0.1:%d/actuator/%s".formatted(port, what));
        try {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    private List<String> command(ServiceFiles files, Path work, int port) {
        List<String> command = new ArrayList<>();
        command.add(runtime.resolve("bin").resolve("java").toString());
        command.addAll(OPTIONS);
        command.addAll(files.service().options(files.natives().toString()));
        command.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "-XX:AOTCacheOutput=" + files.cache(),
                        "-Djava.io.tmpdir=" + work.resolve("tmp"),
                        "-jar",
                        files.jar().toString(),
                        "--spring.config.additional-location=file:" + work.resolve("training.yaml"),
                        "--server.port=0",
                        "--management.server.port=" + port,
                        "--giza.metadata.data-dir=" + work.resolve("data"),
                        "--giza.fragment.data-dir=" + work.resolve("data")));
        return command;
    }
}
