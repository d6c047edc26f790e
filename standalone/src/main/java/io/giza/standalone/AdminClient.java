package io.giza.standalone;

import io.giza.gateway.s3.RawPathAdapter;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Asks a gateway of the cluster that runs on a data folder what operators may ask. */
final class AdminClient {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final URI gateway;
    private final String token;

    private AdminClient(URI gateway, String token) {
        this.gateway = gateway;
        this.token = token;
    }

    /**
     * Finds the cluster.
     *
     * @throws RefusedException if none runs on the folder, or none of its gateways does
     */
    static AdminClient of(Path folder) {
        List<DcStatus> up =
                ControlClient.of(folder).list().stream().filter(DcStatus::running).toList();
        if (up.isEmpty()) {
            throw new RefusedException("all data centers are down: start one with 'dc start'.");
        }
        return new AdminClient(
                up.getFirst().s3(), DataFolder.tokenOf(folder.toAbsolutePath().normalize()));
    }

    /**
     * Returns what the gateway answers, as JSON.
     *
     * @param path below the prefix of what is no S3, with its query
     * @throws RefusedException with what it says is wrong
     */
    String send(String method, String path) {
        HttpRequest request =
                HttpRequest.newBuilder(gateway.resolve(RawPathAdapter.SPRING_PREFIX + path))
                        .timeout(PATIENCE)
                        .header("Authorization", "Bearer " + token)
                        .method(method, BodyPublishers.noBody())
                        .build();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new RefusedException(sentence(response));
            }
            return response.body();
        } catch (IOException e) {
            throw new RefusedException(
                    "the gateway at " + gateway + " does not answer: " + e.getMessage() + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedException("interrupted.", e);
        }
    }

    private String sentence(HttpResponse<String> response) {
        String status = "the gateway at " + gateway + " answered " + response.statusCode() + ".";
        try {
            return JSON.readTree(response.body()).path("error").asString(status);
        } catch (JacksonException e) {
            return status;
        }
    }

    /** Returns a text as it stands in a query. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
