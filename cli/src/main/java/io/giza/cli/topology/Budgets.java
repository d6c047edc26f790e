package io.giza.cli.topology;

import io.giza.cli.call.Call;
import io.giza.cli.call.Sizes;
import io.giza.cli.output.Table;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/**
 * How full the budgets of gateways are: memory, and disk, that they hold for clients.
 *
 * @param dcs the data centers as the gateway that was asked tells of them
 */
record Budgets(JsonNode dcs) {
    private static final int HUNDRED = 100;

    /** From here on, a client that comes may have to wait. */
    private static final int NEARLY_FULL_PERCENT = 80;

    /** Returns a line for each data center with a budget that is nearly full or refused lately. */
    List<String> warnings() {
        List<String> lines = new ArrayList<>();
        for (JsonNode dc : dcs) {
            List<String> warnings = new ArrayList<>();
            dc.path("gateway").path("memory").forEach(each -> addWarnings(each, warnings));
            if (!warnings.isEmpty()) {
                lines.add(Call.text(dc, "name", "?") + ": " + String.join("; ", warnings));
            }
        }
        return lines;
    }

    private static void addWarnings(JsonNode budget, List<String> warnings) {
        String kind = Call.text(budget, "kind", "?");
        if (percent(budget) >= NEARLY_FULL_PERCENT) {
            warnings.add(
                    "memory for %s %s full (%s of %s)"
                            .formatted(kind, full(budget), size(budget, "held"), limit(budget)));
        }
        long refused = budget.path("refused_lately").asLong(0);
        if (refused > 0) {
            warnings.add(
                    "%d %s refused for lack of memory for %s within 10 minutes"
                            .formatted(refused, refused == 1 ? "request" : "requests", kind));
        }
    }

    /** Returns all budgets of all data centers. */
    Table table() {
        Table table = new Table("DC", "MEMORY FOR", "HELD", "LIMIT", "FULL", "REFUSED", "10 MIN");
        for (JsonNode dc : dcs) {
            for (JsonNode each : dc.path("gateway").path("memory")) {
                table.row(
                        Call.text(dc, "name", "?"),
                        Call.text(each, "kind", "?"),
                        size(each, "held"),
                        limit(each),
                        full(each),
                        Call.text(each, "refused", "?"),
                        Call.text(each, "refused_lately", "?"));
            }
        }
        return table;
    }

    private static String full(JsonNode budget) {
        return percent(budget) + " %";
    }

    private static long percent(JsonNode budget) {
        double limit = Math.max(1, budget.path("limit").asLong(0));
        return Math.round(HUNDRED * budget.path("held").asLong(0) / limit);
    }

    private static String limit(JsonNode budget) {
        return size(budget, "limit");
    }

    private static String size(JsonNode budget, String field) {
        return Sizes.text(budget.path(field).asLong(0));
    }
}
