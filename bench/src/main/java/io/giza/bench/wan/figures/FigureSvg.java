package io.giza.bench.wan.figures;

import io.giza.bench.report.Svg;

import java.util.List;
import java.util.Locale;

/**
 * A figure as a picture: for each group a bar for each series, as long as its median. A line goes
 * from the 10th to the 95th percentile, as in the paper. The dark part is what distance alone
 * takes, and a diamond the paper's median.
 */
final class FigureSvg {
    private static final int WIDTH = 960;
    private static final int LEFT = 390;
    private static final int LONGEST = 520;
    private static final int TOP = 76;
    private static final int ROW = 20;
    private static final int BAR = 12;
    private static final int BETWEEN = 14;

    private final Figure figure;
    private final Svg svg;
    private final double scale;

    private FigureSvg(Figure figure) {
        this.figure = figure;
        int rows = figure.points().size();
        int height = TOP + rows * ROW + figure.groups().size() * BETWEEN + 10;
        this.svg = new Svg(WIDTH, height, "Figure " + figure.number() + ": " + figure.title());
        this.scale = LONGEST / longest(figure.points());
    }

    private static double longest(List<Point> points) {
        return points.stream()
                .mapToDouble(p -> Math.max(p.p95Ms(), p.paperMs() == null ? 0 : p.paperMs()))
                .max()
                .orElse(1);
    }

    static String of(Figure figure) {
        return new FigureSvg(figure).draw();
    }

    private String draw() {
        svg.text("h", 20, 30, figure.title());
        svg.text(
                "s",
                20,
                52,
                "Milliseconds: bars are medians, lines go from the 10th to the 95th percentile."
                        + " Dark is distance alone, diamonds are the paper's medians.");
        int y = TOP;
        for (String group : figure.groups()) {
            svg.text("", 20, y + BAR, group);
            for (Point point : figure.of(group)) {
                row(point, y);
                y += ROW;
            }
            y += BETWEEN;
        }
        return svg.end();
    }

    private void row(Point point, int y) {
        svg.text("e", LEFT - 10, y + BAR, point.series());
        svg.rectangle("bar", LEFT, y, point.p50Ms() * scale, BAR);
        svg.rectangle("least", LEFT, y, Math.min(point.leastMs(), point.p50Ms()) * scale, BAR);
        int middle = y + BAR / 2;
        svg.line("one", LEFT + point.p10Ms() * scale, middle, LEFT + point.p95Ms() * scale, middle);
        if (point.paperMs() != null) {
            svg.diamond("mark", LEFT + point.paperMs() * scale, middle, 5);
        }
        svg.text(
                "s",
                LEFT + (int) (Math.max(point.p95Ms(), point.p50Ms()) * scale) + 14,
                y + BAR - 1,
                String.format(Locale.ROOT, "%.0f", point.p50Ms()));
    }
}
