package io.giza.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows under headings, each column as wide as its widest text, within the width of a terminal. */
public final class Table {
    private static final String GAP = "  ";
    private static final int LEAST = 4;

    private final List<List<String>> rows = new ArrayList<>();

    /** Begins a table with its headings. */
    public Table(String... headings) {
        row(headings);
    }

    /** Adds a row, with a text for each heading. */
    public Table row(String... texts) {
        if (!rows.isEmpty() && texts.length != rows.getFirst().size()) {
            throw new IllegalArgumentException("a row of " + texts.length + " texts");
        }
        rows.add(Arrays.stream(texts).map(PlainWriter::oneLine).toList());
        return this;
    }

    /**
     * Returns it as lines.
     *
     * @param columns how wide a line may be; the last column is cut off where it is not enough
     */
    public List<String> lines(int columns) {
        int last = rows.getFirst().size() - 1;
        int[] widths = new int[last + 1];
        for (List<String> row : rows) {
            for (int i = 0; i <= last; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < last; i++) {
                line.append(row.get(i)).repeat(" ", widths[i] - row.get(i).length()).append(GAP);
            }
            line.append(cut(row.get(last), Math.max(LEAST, columns - line.length())));
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 3) + "...";
    }
}
