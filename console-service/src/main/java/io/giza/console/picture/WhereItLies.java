package io.giza.console.picture;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the fragments of an object lie: a box for each data center.
 *
 * @param coding how it is kept, such as "rs(2,1)"; empty where it travels in its metadata
 * @param visibility what the rows say of the version together
 * @param parts of how many parts it consists; 0 if it was put as a whole
 * @param boxes the data centers
 * @param losses how many more of them may be lost; -1 where that is not known
 */
public record WhereItLies(
        String coding, String visibility, int parts, List<Box> boxes, int losses) {
    private static final int STEP = 200;
    private static final int PER_LINE = 4;
    private static final int LINE = 150;

    /**
     * A data center.
     *
     * @param row what its row knows of the version
     */
    public record Box(String dc, int x, int y, String row, List<Fragment> fragments) {}

    /**
     * A fragment.
     *
     * @param kind data, parity and so on
     * @param state such as stored or missing
     */
    public record Fragment(int index, String kind, String state, int x) {}

    /** Reads what a gateway found. */
    public static WhereItLies of(JsonNode object) {
        Map<String, List<JsonNode>> fragments = new LinkedHashMap<>();
        Map<String, String> rows = new LinkedHashMap<>();
        for (JsonNode row : object.path("rows")) {
            String dc = row.path("dc").asString("?");
            rows.put(
                    dc,
                    row.path("answered").asBoolean()
                            ? "row: " + row.path("version").asString("unknown")
                            : "row: no answer");
            fragments.put(dc, new ArrayList<>());
        }
        for (JsonNode each : object.path("fragments")) {
            fragments
                    .computeIfAbsent(each.path("dc").asString("?"), _ -> new ArrayList<>())
                    .add(each);
        }
        List<Box> boxes = new ArrayList<>();
        for (var each : fragments.entrySet()) {
            int place = boxes.size();
            boxes.add(
                    new Box(
                            each.getKey(),
                            10 + place % PER_LINE * STEP,
                            10 + place / PER_LINE * LINE,
                            rows.getOrDefault(each.getKey(), "no row"),
                            fragments(each.getValue())));
        }
        return new WhereItLies(
                object.path("coding").asString(""),
                object.path("visibility").asString(""),
                object.path("part_count").asInt(0),
                boxes,
                losses(object));
    }

    private static List<Fragment> fragments(List<JsonNode> of) {
        List<Fragment> fragments = new ArrayList<>();
        for (JsonNode each : of) {
            fragments.add(
                    new Fragment(
                            each.path("index").asInt(),
                            each.path("kind").asString("?"),
                            each.path("state").asString("unreachable"),
                            14 + fragments.size() * 40));
        }
        return fragments;
    }

    /** Of Reed-Solomon codes any k fragments do; of others it depends on which are lost. */
    private static int losses(JsonNode object) {
        String coding = object.path("coding").asString("");
        if (!coding.startsWith("rs(")) {
            return -1;
        }
        int k = Integer.parseInt(coding.substring(3, coding.indexOf(',')).strip());
        int stored = 0;
        for (JsonNode each : object.path("fragments")) {
            if (each.path("state").asString("").equals("stored")) {
                stored++;
            }
        }
        return Math.max(-1, stored - k);
    }

    /** Returns how high the picture is. */
    public int height() {
        return 10 + (boxes.size() + PER_LINE - 1) / PER_LINE * LINE;
    }

    /** Returns how wide the picture is. */
    public int width() {
        return 10 + Math.clamp(boxes.size(), 1, PER_LINE) * STEP;
    }
}
