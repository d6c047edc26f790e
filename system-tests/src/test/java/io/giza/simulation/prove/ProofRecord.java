package io.giza.simulation.prove;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.stream.Collectors;

/** Adds a result to a Markdown file that ends with a table of results by scenario. */
final class ProofRecord {
    /** The version of the sources, which the launcher knows. */
    private static final String VERSION = System.getProperty("giza.version", "unknown");

    private ProofRecord() {}

    static void append(Path file, Progress progress, String failure) throws IOException {
        String row =
                String.format(
                        Locale.ROOT,
                        "| %s | %s | %s | %,d to %,d | %s | %,d | %s | %s |%n",
                        LocalDate.now(ZoneOffset.UTC),
                        VERSION,
                        progress.code(),
                        progress.plan().from(),
                        progress.plan().from() + progress.rounds() - 1,
                        scenarios(progress.plan()),
                        progress.operations(),
                        Duration.ofSeconds((long) progress.seconds()),
                        failure.isEmpty() ? "none" : failure.lines().findFirst().orElse(""));
        Files.writeString(file, row, StandardOpenOption.APPEND);
    }

    /** Returns the names of the scenarios, and how often one ran where that is not once. */
    static String scenarios(Plan plan) {
        return plan.shares().stream()
                .map(each -> each.scenario() + (each.weight() == 1 ? "" : " x" + each.weight()))
                .collect(Collectors.joining(", "));
    }
}
