package io.giza.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Things that took time, one below the other, each with a bar on a time axis that all share. */
public final class Waterfall {
    private static final int LONGEST_BAR = 60;
    private static final int SHORTEST_BAR = 10;
    private static final int LONGEST_NOTE = 30;
    private static final String GAP = "  ";

    private final List<Bar> bars = new ArrayList<>();
    private double end;

    private record Bar(String label, double start, double took, String note) {}

    /**
     * Adds one.
     *
     * @param start when it began, in milliseconds from the beginning of the axis
     * @param took how long it took, in milliseconds
     * @param note what is said of it behind its bar; may be empty
     */
    public Waterfall bar(String label, double start, double took, String note) {
        bars.add(new Bar(PlainWriter.oneLine(label), start, took, PlainWriter.oneLine(note)));
        end = Math.max(end, start + took);
        return this;
    }

    /**
     * Returns it as lines.
     *
     * @param columns how wide a line may be; bars get shorter, and long notes are cut off
     */
    public List<String> lines(int columns) {
        int labels = bars.stream().mapToInt(each -> each.label().length()).max().orElse(0);
        List<String> heads = bars.stream().map(each -> head(each, labels)).toList();
        int head = heads.stream().mapToInt(String::length).max().orElse(0);
        int notes = bars.stream().mapToInt(Waterfall::noteLength).max().orElse(0);
        int width = Math.clamp((long) columns - head - notes, SHORTEST_BAR, LONGEST_BAR);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < bars.size(); i++) {
            String line = heads.get(i) + line(bars.get(i), width);
            lines.add(line.substring(0, Math.min(line.length(), columns)).stripTrailing());
        }
        return lines;
    }

    private static int noteLength(Bar bar) {
        return bar.note().isEmpty()
                ? 0
                : Math.min(LONGEST_NOTE, bar.note().length() + GAP.length());
    }

    private static String head(Bar bar, int labels) {
        return String.format(
                Locale.ROOT,
                "%s%s%s%9.1f%s%9.1f ms%s",
                bar.label(),
                " ".repeat(labels - bar.label().length()),
                GAP,
                bar.start(),
                GAP,
                bar.took(),
                GAP);
    }

    /** However short it is, something of it is seen. */
    private String line(Bar bar, int width) {
        double scale = end <= 0 ? 0 : width / end;
        int from = Math.clamp((long) (bar.start() * scale), 0, width - 1);
        int length = Math.clamp(Math.round(bar.took() * scale), 1, width - from);
        return " ".repeat(from)
                + "#".repeat(length)
                + " ".repeat(width - from - length)
                + (bar.note().isEmpty() ? "" : GAP + bar.note());
    }
}
