package io.giza.console.picture;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a traced put, get and delete waited for: calls as bars by their times, those in parallel
 * below each other.
 *
 * @param bars in the order in which they began
 * @param ticks where the axis has a time
 */
public record Waterfall(List<Bar> bars, List<Tick> ticks) {
    /** How wide it is. */
    public static final int WIDTH = 960;

    private static final int LEFT = 250;
    private static final int LINE = 24;
    private static final int TOP = 30;
    private static final int RIGHT = 90;
    private static final int TICKS = 5;

    /**
     * A call, or a step of several.
     *
     * @param kind step, call or failed
     * @param time how long it took, such as "0.43 ms"
     */
    public record Bar(String label, String kind, String time, int x, int y, int width) {}

    /** A time on the axis. */
    public record Tick(int x, String label) {}

    /** Reads a probe. */
    public static Waterfall of(JsonNode probe) {
        double whole = Math.max(0.01, probe.path("took_ms").asDouble(0));
        double scale = (WIDTH - LEFT - RIGHT) / whole;
        List<Bar> bars = new ArrayList<>();
        for (JsonNode step : probe.path("steps")) {
            boolean failed = !step.path("error").asString("").isEmpty();
            String trips = step.path("round_trips").asInt(0) + " round trips";
            bars.add(
                    bar(
                            bars.size(),
                            step.path("step").asString("?") + ", " + trips,
                            failed ? "failed" : "step",
                            step,
                            scale));
            for (JsonNode hop : step.path("hops")) {
                String label =
                        "%s %s %s"
                                .formatted(
                                        hop.path("dc").asString("?"),
                                        hop.path("service").asString("?"),
                                        hop.path("operation").asString("?"));
                boolean fine = hop.path("outcome").asString("").equals("ok");
                bars.add(bar(bars.size(), label, fine ? "call" : "failed", hop, scale));
            }
        }
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i <= TICKS; i++) {
            double at = whole * i / TICKS;
            ticks.add(
                    new Tick(
                            (int) Math.round(LEFT + at * scale),
                            String.format(Locale.ROOT, "%.1f ms", at)));
        }
        return new Waterfall(bars, ticks);
    }

    private static Bar bar(int line, String label, String kind, JsonNode of, double scale) {
        double took = of.path("took_ms").asDouble(0);
        return new Bar(
                label,
                kind,
                String.format(Locale.ROOT, "%.2f ms", took),
                (int) Math.round(LEFT + of.path("start_ms").asDouble(0) * scale),
                TOP + line * LINE,
                Math.max(2, (int) Math.round(took * scale)));
    }

    /** Returns how high it is. */
    public int height() {
        return TOP + bars.size() * LINE + 10;
    }
}
