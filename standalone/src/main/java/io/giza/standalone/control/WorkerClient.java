package io.giza.standalone.control;

import io.giza.standalone.config.ClusterToken;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.RefusedException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Asks the recovery workers of the cluster that runs on a data folder. */
public final class WorkerClient {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final String label;
    private final URI service;
    private final String token;

    private WorkerClient(String label, URI service, String token) {
        this.label = label;
        this.service = service;
        this.token = token;
    }

    /**
     * Reaches the recovery workers of the data centers that are up.
     *
     * @throws RefusedException if no cluster runs on the folder, or all its data centers are down
     */
    public static List<WorkerClient> ofRecoveryWorkers(Path folder) {
        return ofWorkers(
                runningDcs(folder), tokenOf(folder), "recovery-worker", DcStatus::recovery);
    }

    /** Reaches the recovery workers of those of {@code dcs} that are up. */
    static List<WorkerClient> ofRecoveryWorkers(List<DcStatus> dcs, String token) {
        List<DcStatus> up = dcs.stream().filter(DcStatus::running).toList();
        return ofWorkers(up, token, "recovery-worker", DcStatus::recovery);
    }

    private static List<WorkerClient> ofWorkers(
            List<DcStatus> up, String token, String service, Function<DcStatus, URI> endpoint) {
        return up.stream()
                .map(
                        dc ->
                                new WorkerClient(
                                        "the " + service + " of " + dc.name(),
                                        endpoint.apply(dc).resolve("/"),
                                        token))
                .toList();
    }

    private static String tokenOf(Path folder) {
        return ClusterToken.of(folder.toAbsolutePath().normalize());
    }

    private static List<DcStatus> runningDcs(Path folder) {
        List<DcStatus> up =
                ControlClient.of(folder).list().stream().filter(DcStatus::running).toList();
        if (up.isEmpty()) {
            throw new RefusedException("all data centers are down: start one with 'dc start'.");
        }
        return up;
    }

    /**
     * Returns what the service answers, as JSON.
     *
     * @param path below the prefix of what is no S3, with its query
     * @throws RefusedException with what it says is wrong
     */
    public String send(String method, String path) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(service + path.substring(1)))
                        .timeout(TIMEOUT)
                        .header("Authorization", "Bearer " + token)
                        .method(method, BodyPublishers.noBody())
                        .build();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new RefusedException(errorOf(response));
            }
            return response.body();
        } catch (IOException e) {
            throw new RefusedException(label + " does not answer: " + e.getMessage() + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedException("interrupted.", e);
        }
    }

    /** Returns what the service answers, as the record that it is made of. */
    public <T> T send(String method, String path, Class<T> type) {
        return JSON.readValue(send(method, path), type);
    }

    private String errorOf(HttpResponse<String> response) {
        String status = label + " answered " + response.statusCode() + ".";
        try {
            return JSON.readTree(response.body()).path("error").asString(status);
        } catch (JacksonException e) {
            return status;
        }
    }
}
