package io.giza.console.view;

import com.fasterxml.jackson.annotation.JsonValue;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What gateways told, by what they were asked for.
 *
 * @param parts the answers by name
 */
public record Told(@JsonValue Map<String, JsonNode> parts) {
    public Told {
        parts = new LinkedHashMap<>(parts);
    }

    /** Returns an answer; an empty one if it was not asked for. */
    public JsonNode at(String name) {
        return parts.getOrDefault(name, JsonNodeFactory.instance.objectNode());
    }

    /** Returns a text within an answer; empty if it is not there. */
    public static String text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isNull() || value.isMissingNode() ? "" : value.asString("");
    }
}
