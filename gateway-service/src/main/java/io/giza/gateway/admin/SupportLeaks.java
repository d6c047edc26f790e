package io.giza.gateway.admin;

import io.giza.service.support.SupportReport;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.Optional;

/**
 * Looks for secrets in what processes told.
 *
 * @param own whose secrets are looked for, beside those that the processes found by themselves
 */
record SupportLeaks(SupportReport own) {
    /** Returns a sentence that says where one is; empty if there is none. */
    Optional<String> findIn(JsonNode services) {
        for (Map.Entry<String, JsonNode> service : services.properties()) {
            Optional<String> leak = find(service.getKey(), service.getValue());
            if (leak.isPresent()) {
                return leak;
            }
        }
        return Optional.empty();
    }

    private Optional<String> find(String service, JsonNode report) {
        if (report.has(SupportReport.LEAK)) {
            return Optional.of(report.path(SupportReport.LEAK).asString(""));
        }
        for (Map.Entry<String, JsonNode> part : report.properties()) {
            Optional<String> secret = own.secretIn(text(part.getValue()));
            if (secret.isPresent()) {
                return Optional.of(SupportReport.leak(part.getKey(), service, secret.get()));
            }
        }
        return Optional.empty();
    }

    /** The texts of it as they are, and not as JSON writes them. */
    private static String text(JsonNode node) {
        if (!node.isContainer()) {
            return node.asString("");
        }
        StringBuilder all = new StringBuilder();
        node.forEach(each -> all.append(text(each)).append('\n'));
        return all.toString();
    }
}
