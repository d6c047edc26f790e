package io.giza.console.picture;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * A line of numbers over time, without axes: what matters is its shape, and where it is now.
 *
 * @param line the points of the line, as SVG has them; empty while there are too few
 * @param area those of what is below it
 */
public record Sparkline(String line, String area) {
    /** How wide it is. */
    public static final int WIDTH = 240;

    /** How high it is. */
    public static final int HEIGHT = 36;

    private static final int MARGIN = 2;

    /**
     * Draws numbers, the newest at the right end.
     *
     * @param most of how many numbers the whole width is
     */
    public static Sparkline of(List<Long> numbers, int most) {
        if (numbers.size() < 2) {
            return new Sparkline("", "");
        }
        long highest = Math.max(1, numbers.stream().mapToLong(Long::longValue).max().orElse(1));
        double step = (double) WIDTH / Math.max(1, most - 1);
        double first = WIDTH - step * (numbers.size() - 1);
        StringJoiner points = new StringJoiner(" ");
        for (int i = 0; i < numbers.size(); i++) {
            double height = (HEIGHT - 2.0 * MARGIN) * numbers.get(i) / highest;
            points.add(
                    String.format(
                            Locale.ROOT, "%.1f,%.1f", first + i * step, HEIGHT - MARGIN - height));
        }
        String bottom = String.format(Locale.ROOT, " %d,%d %.1f,%d", WIDTH, HEIGHT, first, HEIGHT);
        return new Sparkline(points.toString(), points + bottom);
    }
}
