package io.giza.system.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables of docs/reference/metrics.md as data.
 *
 * @param sections by their titles, the tags of each meter by its name
 */
public record MetricsReference(Map<String, Map<String, Set<String>>> sections) {
    private static final Path FILE = Path.of("..", "docs", "reference", "metrics.md");
    private static final Pattern NAME = Pattern.compile("`(giza)?(\\.[a-z.0-9]+)`");
    private static final Pattern TAG = Pattern.compile("`([a-z]+)`");
    private static final Pattern VALUES = Pattern.compile("\\([^)]*\\)");
    private static final int TAGS_COLUMN = 3;

    /** Reads the reference. */
    public static MetricsReference read() {
        try {
            return parse(Files.readAllLines(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MetricsReference parse(List<String> lines) {
        Map<String, Map<String, Set<String>>> sections = new TreeMap<>();
        String section = "";
        for (String line : lines) {
            if (line.startsWith("## ")) {
                section = line.substring("## ".length());
            } else if (line.startsWith("| `giza.")) {
                sections.computeIfAbsent(section, _ -> new TreeMap<>()).putAll(row(line));
            }
        }
        return new MetricsReference(sections);
    }

    /** A row is of one meter, or of several whose names begin alike. */
    private static Map<String, Set<String>> row(String line) {
        String[] columns = line.split(" *\\| *", -1);
        Set<String> tags = new TreeSet<>();
        Matcher tag = TAG.matcher(VALUES.matcher(columns[TAGS_COLUMN]).replaceAll(""));
        while (tag.find()) {
            tags.add(tag.group(1));
        }
        Map<String, Set<String>> meters = new TreeMap<>();
        String first = "";
        Matcher name = NAME.matcher(columns[1]);
        while (name.find()) {
            boolean isWhole = name.group(1) != null;
            String full = isWhole ? "giza" + name.group(2) : common(first, name.group(2));
            first = isWhole ? full : first;
            meters.put(full, tags);
        }
        return meters;
    }

    /** Returns a name that ends otherwise than the first of its row. */
    private static String common(String first, String end) {
        String before = first;
        for (long dots = end.chars().filter(each -> each == '.').count(); dots > 0; dots--) {
            before = before.substring(0, before.lastIndexOf('.'));
        }
        return before + end;
    }

    /** Returns the tags of each meter of a section by its name. */
    public Map<String, Set<String>> section(String title) {
        return sections.getOrDefault(title, Map.of());
    }

    /** Returns those of all sections. */
    public Map<String, Set<String>> all() {
        Map<String, Set<String>> all = new TreeMap<>();
        sections.values().forEach(all::putAll);
        return all;
    }
}
