package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.cluster.ExitCode;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Renders a gateway's answer about a change of the master key. */
final class Resealed {
    private Resealed() {}

    /** Gateways of earlier releases tell only how much was encrypted. */
    static List<String> lines(JsonNode answer) {
        List<String> lines = new ArrayList<>();
        lines.add(answer.path("resealed").asString() + " secrets and keys were encrypted anew.");
        JsonNode against = answer.path("against");
        if (!against.isEmpty()) {
            lines.add("The change is not complete. Keep giza.master-key-accepted:");
            against.forEach(each -> lines.add("- " + each.asString()));
        } else if (answer.path("complete").asBoolean()) {
            lines.add("The change is complete: " + agreement(answer));
        } else if (answer.has("complete")) {
            lines.add("Repeat this until it is 0: " + agreement(answer));
        }
        return lines;
    }

    private static String agreement(JsonNode answer) {
        return "the gateways of all data centers encrypt with master key "
                + Call.text(answer, "master_key", "?")
                + ".";
    }

    static ExitCode exit(JsonNode answer) {
        return answer.path("against").isEmpty() ? ExitCode.FINE : ExitCode.FINDING;
    }
}
