package io.giza.cli.topology;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether a majority of the tables answers. */
final class Quorum {
    private Quorum() {}

    /** Returns the consequence as a sentence; empty while a majority of the tables answers. */
    static Optional<String> lost(JsonNode dataCenters) {
        List<String> silent = new ArrayList<>();
        int tables = 0;
        for (JsonNode dc : dataCenters) {
            if (!dc.path("reach").isEmpty()) {
                tables++;
                if (dc.path("reach").has("error")) {
                    silent.add(dc.path("name").asString());
                }
            }
        }
        return tables == 0 || 2 * silent.size() < tables
                ? Optional.empty()
                : Optional.of(
                        "NO QUORUM: %d of %d tables do not answer (%s). Requests are answered 503 until a majority does."
                                .formatted(silent.size(), tables, String.join(", ", silent)));
    }
}
