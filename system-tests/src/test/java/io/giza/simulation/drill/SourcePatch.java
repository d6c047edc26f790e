package io.giza.simulation.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A rule of production that is broken by changing its source, as a unified diff below two lines
 * that name the mutant and the scenarios that must notice.
 *
 * @param mutant what is broken
 * @param scenario one of {@link DrillScenarios}
 * @param files the hunks of each file, by its path from the root of the project
 */
record SourcePatch(String mutant, String scenario, Map<String, List<Hunk>> files) {
    private static final String MUTANT = "Mutant: ";
    private static final String SCENARIO = "Scenario: ";
    private static final String FILE = "+++ b/";

    /** Lines that are there once, and those that take their place. */
    record Hunk(String before, String after) {}

    /** Reads all patches of a folder. */
    static List<SourcePatch> in(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<SourcePatch> patches = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                patches.add(parse(Files.readAllLines(file)));
            }
            return patches;
        }
    }

    private static SourcePatch parse(List<String> lines) {
        Map<String, List<Hunk>> files = new LinkedHashMap<>();
        List<Hunk> hunks = List.of();
        for (int i = 2; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(FILE)) {
                hunks = new ArrayList<>();
                files.put(line.substring(FILE.length()), hunks);
            } else if (line.startsWith("@@")) {
                hunks.add(hunk(lines, i + 1));
            }
        }
        return new SourcePatch(
                lines.get(0).substring(MUTANT.length()),
                lines.get(1).substring(SCENARIO.length()),
                files);
    }

    private static Hunk hunk(List<String> lines, int first) {
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        for (int i = first; i < lines.size() && !lines.get(i).matches("(@@|---).*"); i++) {
            String text = lines.get(i).isEmpty() ? "" : lines.get(i).substring(1);
            switch (lines.get(i).isEmpty() ? ' ' : lines.get(i).charAt(0)) {
                case '-' -> before.append(text).append('\n');
                case '+' -> after.append(text).append('\n');
                default -> {
                    before.append(text).append('\n');
                    after.append(text).append('\n');
                }
            }
        }
        return new Hunk(before.toString(), after.toString());
    }

    /**
     * Returns the sources with the rule broken, by path.
     *
     * @throws IllegalStateException if a hunk's lines are not in its file just once
     */
    Map<String, String> applyTo(Path root) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (Map.Entry<String, List<Hunk>> file : files.entrySet()) {
            String source = Files.readString(root.resolve(file.getKey()));
            for (Hunk hunk : file.getValue()) {
                int at = source.indexOf(hunk.before());
                if (at < 0 || source.indexOf(hunk.before(), at + 1) >= 0) {
                    throw new IllegalStateException(
                            "the patch of \"%s\" does not fit %s: %s"
                                    .formatted(mutant, file.getKey(), hunk.before()));
                }
                source = source.replace(hunk.before(), hunk.after());
            }
            sources.put(file.getKey(), source);
        }
        return sources;
    }

    @Override
    public String toString() {
        return mutant;
    }
}
