package io.giza.bench.rivals;

import io.giza.bench.rivals.RivalsResult.Figures;
import io.giza.bench.rivals.RivalsResult.Line;
import io.giza.bench.rivals.RivalsResult.Ratios;

import java.util.Locale;

/**
 * A comparison as a picture: for each rival a row for each work, with two bars that begin at
 * equality and show on a scale of doublings how Giza compares. To the right of the middle Giza has
 * more.
 */
final class RivalsSvg {
    private static final int WIDTH = 960;
    private static final int ROW = 26;
    private static final int TOP = 96;
    private static final int BETWEEN = 70;
    private static final int OPS_CENTRE = 370;
    private static final int CPU_CENTRE = 740;
    private static final int DOUBLING = 32;
    private static final double DOUBLINGS_SHOWN = 3;
    private static final int BAR = 14;
    private static final int NUMBERS = 112;

    private static final String STYLE =
            """
              <style>
                .bg { fill: #ffffff }
                text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #1f2328; font-size: 13px }
                .h { font-size: 17px; font-weight: 600 }
                .s { font-size: 11px; fill: #57606a }
                .e { text-anchor: end } .m { text-anchor: middle }
                .one { stroke: #8c959f; stroke-width: 1 }
                .good { fill: #1a7f37 } .bad { fill: #bc4c00 }
                @media (prefers-color-scheme: dark) {
                  .bg { fill: #0d1117 } text { fill: #e6edf3 } .s { fill: #9ea7b3 }
                  .one { stroke: #6e7681 } .good { fill: #3fb950 } .bad { fill: #f0883e }
                }
              </style>
            """;

    private final StringBuilder svg = new StringBuilder();
    private final RivalsResult result;

    private RivalsSvg(RivalsResult result) {
        this.result = result;
    }

    static String of(RivalsResult result) {
        return new RivalsSvg(result).draw();
    }

    private String draw() {
        int rivals = result.stores().size() - 1;
        int panel = result.lines().size() * ROW + BETWEEN;
        int height = TOP + rivals * panel;
        String own = result.stores().getFirst().name();
        svg.append(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-labelledby="t">
                  <title id="t">%3$s beside other stores</title>
                """
                        .formatted(WIDTH, height, escaped(own)));
        svg.append(STYLE);
        svg.append(
                "  <rect class=\"bg\" width=\"%d\" height=\"%d\" rx=\"8\"/>%n"
                        .formatted(WIDTH, height));
        text("h", 20, 30, own + " beside other stores, on one machine in turn");
        text(
                "s",
                20,
                50,
                "Medians of turns (%d of %d s each). Bars begin at 1, and double or halve every %d pixels; green is better."
                        .formatted(result.rounds(), result.seconds(), DOUBLING));
        text("s", 20, 67, result.conditions().text() + RivalsTable.others(result));
        for (int rival = 0; rival < rivals; rival++) {
            panel(rival, TOP + rival * panel);
        }
        return svg.append("</svg>\n").toString();
    }

    private void panel(int rival, int top) {
        String names =
                result.stores().getFirst().name() + " / " + result.stores().get(rival + 1).name();
        text("m", OPS_CENTRE, top + 14, "operations per second, " + names);
        text("m", CPU_CENTRE, top + 14, "server CPU per operation, " + names);
        int bottom = top + 28 + result.lines().size() * ROW;
        for (int centre : new int[] {OPS_CENTRE, CPU_CENTRE}) {
            svg.append(
                    "  <path class=\"one\" d=\"M%d %d V%d\"/>%n"
                            .formatted(centre, top + 24, bottom));
        }
        for (int number = 0; number < result.lines().size(); number++) {
            row(result.lines().get(number), rival, top + 28 + number * ROW);
        }
    }

    private void row(Line line, int rival, int top) {
        Figures own = line.stores().getFirst();
        Figures other = line.stores().get(rival + 1);
        Ratios ratios = line.ratios().get(rival);
        text("", 20, top + 12, line.work().label());
        bar(OPS_CENTRE, top, ratios.ops(), ratios.ops() >= 1);
        numbers(OPS_CENTRE, top, ratios.ops(), own.opsPerS(), other.opsPerS());
        bar(CPU_CENTRE, top, ratios.cpu(), ratios.cpu() <= 1);
        numbers(CPU_CENTRE, top, ratios.cpu(), own.serverCpuMs(), other.serverCpuMs());
    }

    private void bar(int centre, int top, double ratio, boolean isGood) {
        double doublings = Math.log(ratio) / Math.log(2);
        double length = Math.clamp(doublings, -DOUBLINGS_SHOWN, DOUBLINGS_SHOWN) * DOUBLING;
        svg.append(
                String.format(
                        Locale.ROOT,
                        "  <rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%n",
                        isGood ? "good" : "bad",
                        Math.min(centre, centre + length),
                        top,
                        Math.abs(length),
                        BAR));
    }

    private void numbers(int centre, int top, double ratio, double own, double other) {
        text("", centre + NUMBERS, top + 12, String.format(Locale.ROOT, "%.2f", ratio));
        text(
                "s",
                centre + NUMBERS + 34,
                top + 12,
                String.format(Locale.ROOT, "%.1f / %.1f", own, other));
    }

    private void text(String style, int x, int y, String text) {
        svg.append(
                "  <text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n"
                        .formatted(style, x, y, escaped(text)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
