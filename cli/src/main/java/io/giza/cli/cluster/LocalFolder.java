package io.giza.cli.cluster;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A cluster that runs on this machine on a folder, as {@code giza up} starts it. */
final class LocalFolder {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String CONTROL = "control.json";
    private static final int OK = 200;

    private LocalFolder() {}

    /** Tells whether a cluster runs on a folder, or did until it was killed. */
    static boolean has(Path folder) {
        return Files.exists(folder.resolve(CONTROL));
    }

    /**
     * Finds the cluster.
     *
     * @throws CommandException if none runs on the folder, or all its data centers are down
     */
    static Target target(Path folder) {
        Path file = folder.toAbsolutePath().normalize().resolve(CONTROL);
        try {
            if (!Files.exists(file)) {
                throw new CommandException(
                        ExitCode.UNREACHABLE,
                        "no cluster runs on "
                                + file.getParent()
                                + ": start one with './giza up', or name the folder with --data.");
            }
            JsonNode control = JSON.readTree(Files.readString(file));
            List<URI> up = new ArrayList<>();
            for (JsonNode dc : get(control, "/dcs")) {
                if (dc.path("running").asBoolean()) {
                    up.add(URI.create(dc.path("s3").asString()));
                }
            }
            if (up.isEmpty()) {
                throw new CommandException(
                        ExitCode.UNREACHABLE,
                        "all data centers are down: start one with './giza dc start NAME'.");
            }
            JsonNode key = get(control, "/credentials");
            return new Target(
                    folder.toString(),
                    up,
                    key.path("accessKey").asString(),
                    key.path("secretKey").asString(),
                    null);
        } catch (IOException | JacksonException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "the cluster on "
                            + file.getParent()
                            + " does not answer: if it was killed, start it again with './giza"
                            + " up'.",
                    e);
        }
    }

    private static JsonNode get(JsonNode control, String path) throws IOException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(control.path("endpoint").asString() + path))
                        .timeout(PATIENCE)
                        .header("Authorization", "Bearer " + control.path("token").asString())
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new IOException("answered " + answer.statusCode());
            }
            return JSON.readTree(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
