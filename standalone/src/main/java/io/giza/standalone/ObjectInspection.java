package io.giza.standalone;

import io.giza.gateway.admin.InspectionController;
import io.giza.gateway.s3.RawPathAdapter;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Asks a gateway of the cluster that runs on a data folder how an object is kept. */
final class ObjectInspection {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final List<DcStatus> dcs;
    private final String token;

    private ObjectInspection(List<DcStatus> dcs, String token) {
        this.dcs = dcs;
        this.token = token;
    }

    /**
     * Finds the cluster.
     *
     * @throws RefusedException if none runs on the folder, or none of its gateways does
     */
    static ObjectInspection of(Path folder) {
        List<DcStatus> up =
                ControlClient.of(folder).list().stream().filter(DcStatus::running).toList();
        if (up.isEmpty()) {
            throw new RefusedException("all data centers are down: start one with 'dc start'.");
        }
        return new ObjectInspection(up, DataFolder.tokenOf(folder.toAbsolutePath().normalize()));
    }

    /**
     * Returns what the gateway says, as JSON.
     *
     * @param version the version, or null for the newest
     * @throws RefusedException with what it says is wrong
     */
    String asJson(String bucket, String key, @Nullable String version) {
        URI gateway = dcs.getFirst().s3();
        String query =
                "?bucket="
                        + encoded(bucket)
                        + "&key="
                        + encoded(key)
                        + (version == null ? "" : "&version-id=" + encoded(version));
        String path = RawPathAdapter.SPRING_PREFIX + InspectionController.PATH + query;
        HttpRequest request =
                HttpRequest.newBuilder(gateway.resolve(path))
                        .timeout(PATIENCE)
                        .header("Authorization", "Bearer " + token)
                        .build();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new RefusedException(sentence(gateway, response));
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

    private static String sentence(URI gateway, HttpResponse<String> response) {
        String status = "the gateway at " + gateway + " answered " + response.statusCode() + ".";
        try {
            return JSON.readTree(response.body()).path("error").asString(status);
        } catch (JacksonException e) {
            return status;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
