package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.call.Sizes;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** What buckets and accounts hold, and how much they may, as texts for people. */
final class UsageTables {
    /** Of what no sweep has gone over yet nothing is known. */
    private static final String UNKNOWN = "-";

    private UsageTables() {}

    /**
     * Returns the numbers of a sum: objects, versions, bytes, bytes of parts, stored bytes, when.
     */
    static List<String> numbers(JsonNode usage) {
        List<String> texts = new ArrayList<>();
        for (String count : List.of("objects", "versions")) {
            texts.add(Call.text(usage, count, UNKNOWN));
        }
        for (String size : List.of("bytes", "upload_bytes", "stored_bytes")) {
            texts.add(size(usage, size));
        }
        texts.add(Call.text(usage, "began", UNKNOWN));
        return texts;
    }

    static String size(JsonNode usage, String field) {
        JsonNode bytes = usage.path(field);
        return bytes.isNumber() ? Sizes.text(bytes.asLong()) : UNKNOWN;
    }

    /** Returns a quota. */
    static String quota(JsonNode quota) {
        List<String> parts = new ArrayList<>();
        long bytes = quota.path("bytes").asLong(0);
        long objects = quota.path("objects").asLong(0);
        if (bytes > 0) {
            parts.add(Sizes.text(bytes));
        }
        if (objects > 0) {
            parts.add(objects + " objects");
        }
        return parts.isEmpty() ? "none" : String.join(", ", parts);
    }
}
