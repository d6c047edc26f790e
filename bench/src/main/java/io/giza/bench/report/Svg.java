package io.giza.bench.report;

import java.util.Locale;

/**
 * A picture that is drawn by adding to it, in the colours of light and of dark pages. Shapes have
 * classes: {@code bar} and {@code least} (a part of it), {@code good} and {@code bad}, {@code
 * mark}, {@code one} (a thin line); texts {@code h} (a title), {@code s} (small), {@code e} and
 * {@code m} (ending, or in the middle, at their place).
 */
public final class Svg {
    private static final String HEAD =
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-labelledby="t">
              <title id="t">%3$s</title>
              <style>
                .bg { fill: #ffffff }
                text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #1f2328; font-size: 13px }
                .h { font-size: 17px; font-weight: 600 }
                .s { font-size: 11px; fill: #57606a }
                .e { text-anchor: end } .m { text-anchor: middle }
                .one { stroke: #8c959f; stroke-width: 1 }
                .good { fill: #1a7f37 } .bad { fill: #bc4c00 }
                .bar { fill: #80b3e8 } .least { fill: #0969da } .mark { fill: #bc4c00 }
                @media (prefers-color-scheme: dark) {
                  .bg { fill: #0d1117 } text { fill: #e6edf3 } .s { fill: #9ea7b3 }
                  .one { stroke: #6e7681 } .good { fill: #3fb950 } .bad { fill: #f0883e }
                  .bar { fill: #1f4f82 } .least { fill: #58a6ff } .mark { fill: #f0883e }
                }
              </style>
              <rect class="bg" width="%1$d" height="%2$d" rx="8"/>
            """;

    private final StringBuilder svg = new StringBuilder();

    /** Begins a picture. */
    public Svg(int width, int height, String title) {
        svg.append(HEAD.formatted(width, height, escaped(title)));
    }

    /** Writes a text. */
    public void text(String style, int x, int y, String text) {
        add("  <text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n", style, x, y, escaped(text));
    }

    /** Draws a rectangle from its upper left corner. */
    public void rectangle(String style, double x, int y, double width, int height) {
        add(
                "  <rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%n",
                style, x, y, width, height);
    }

    /** Draws a line. */
    public void line(String style, double fromX, double fromY, double toX, double toY) {
        add("  <path class=\"%s\" d=\"M%.1f %.1f L%.1f %.1f\"/>%n", style, fromX, fromY, toX, toY);
    }

    /** Draws a diamond around its middle. */
    public void diamond(String style, double x, double y, double half) {
        add(
                "  <path class=\"%s\" d=\"M%.1f %.1f l%.1f %.1f l%.1f %.1f l%.1f %.1f z\"/>%n",
                style, x - half, y, half, -half, half, half, -half, half);
    }

    /** Ends the picture and returns it. */
    public String end() {
        return svg.append("</svg>\n").toString();
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
