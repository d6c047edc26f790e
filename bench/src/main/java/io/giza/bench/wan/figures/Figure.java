package io.giza.bench.wan.figures;

import java.util.List;

/**
 * A figure of the paper, measured again.
 *
 * @param number the paper's
 * @param title what it shows
 * @param reference the series that others are compared with, within each group; empty for none
 * @param points in the order in which they are shown, those of a group together
 */
record Figure(int number, String title, String reference, List<Point> points) {
    public Figure {
        points = List.copyOf(points);
    }

    /** Returns the groups, in order. */
    List<String> groups() {
        return points.stream().map(Point::group).distinct().toList();
    }

    /** Returns the points of a group. */
    List<Point> of(String group) {
        return points.stream().filter(point -> point.group().equals(group)).toList();
    }
}
