package io.giza.cli.topology;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether enough data centers decide about metadata. */
final class Quorum {
    private Quorum() {}

    /** Returns a sentence on what it means that a majority of tables does not answer, if so. */
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
        return 2 * silent.size() < tables
                ? Optional.empty()
                : Optional.of(
                        "NO QUORUM: %d of %d tables do not answer (%s). Requests are answered 503 until a majority does."
                                .formatted(silent.size(), tables, String.join(", ", silent)));
    }
}
