package io.giza.bench.cluster;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The CPU time of the processes behind some gateways, from their metric {@code process.cpu.time}.
 * Gateways in one JVM are told by their common start and count once.
 *
 * @param client how to ask
 * @param endpoints the gateways
 */
public record ServerCpu(S3Client client, List<URI> endpoints) implements CpuMeter {
    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public double seconds() throws IOException, InterruptedException {
        Map<String, Double> byProcess = new HashMap<>();
        for (URI endpoint : endpoints) {
            String host = String.valueOf(endpoint.getHost());
            byProcess.put(
                    host + " " + metric(endpoint, "process.start.time"),
                    metric(endpoint, "process.cpu.time") / 1e9);
        }
        return byProcess.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private double metric(URI endpoint, String name) throws IOException, InterruptedException {
        byte[] answer = client.document(endpoint.resolve("/_giza/metrics/" + name));
        JsonNode value = JSON.readTree(answer).path("measurements").path(0).path("value");
        if (!value.isNumber()) {
            throw new IOException(endpoint + " does not tell its metric " + name);
        }
        return value.asDouble();
    }
}
