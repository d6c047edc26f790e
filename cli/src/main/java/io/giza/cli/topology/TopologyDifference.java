package io.giza.cli.topology;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What another topology would change, in words. */
final class TopologyDifference {
    private static final List<String> ENDPOINTS = List.of("metadata", "fragments", "gateway");

    private TopologyDifference() {}

    /** Returns a sentence for each change from one topology to another. */
    static List<String> between(JsonNode now, JsonNode next) {
        List<String> changes = new ArrayList<>();
        Map<String, JsonNode> before = byName(now);
        Map<String, JsonNode> after = byName(next);
        before.keySet().stream()
                .filter(name -> !after.containsKey(name))
                .forEach(name -> changes.add("  " + name + " is taken out"));
        after.forEach(
                (name, dc) -> {
                    JsonNode old = before.get(name);
                    if (old == null) {
                        changes.add("  " + name + " is added, empty");
                    } else {
                        addChanges(changes, name, old, dc);
                    }
                });
        return changes;
    }

    private static void addChanges(List<String> changes, String name, JsonNode old, JsonNode dc) {
        if (old.path("since").asLong(0) != dc.path("since").asLong(0)) {
            changes.add("  " + name + " is replaced by an empty one");
        }
        for (String field : ENDPOINTS) {
            addChange(changes, name + ": " + field, old.path(field), dc.path(field));
        }
        addChange(changes, name + ": group", old.path("group"), dc.path("group"));
    }

    private static void addChange(List<String> changes, String what, JsonNode old, JsonNode now) {
        String before = old.asString("-");
        String after = now.asString("-");
        if (!before.equals(after)) {
            changes.add("  " + what + " changes from " + before + " to " + after);
        }
    }

    private static Map<String, JsonNode> byName(JsonNode topology) {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        topology.path("data_centers").forEach(dc -> all.put(dc.path("name").asString(""), dc));
        return all;
    }
}
