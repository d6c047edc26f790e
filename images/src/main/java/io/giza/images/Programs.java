package io.giza.images;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs programs of this machine. */
final class Programs {
    private static final int SHOWN_LINES = 12;

    private Programs() {}

    /** What a program printed, errors included, and how it ended. */
    record Outcome(int code, String output) {
        /** Returns its last lines, for a message. */
        String end() {
            List<String> lines = output.strip().lines().toList();
            return String.join(
                    System.lineSeparator(),
                    lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
        }
    }

    /**
     * Runs a program to its end.
     *
     * @param folder where it runs
     * @param variables what its environment has beside that of this process
     * @throws ImageException if there is no such program
     */
    static Outcome run(Path folder, Map<String, String> variables, List<String> command) {
        var builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(variables);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(process.waitFor(), output);
        } catch (IOException e) {
            throw new ImageException("cannot run " + command.getFirst() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImageException("was interrupted while " + command.getFirst() + " ran", e);
        }
    }

    /**
     * Runs a program that has to succeed, and returns what it printed.
     *
     * @throws ImageException if it fails, with the last lines of what it printed
     */
    static String require(Path folder, List<String> command) {
        Outcome outcome = run(folder, Map.of(), command);
        if (outcome.code() != 0) {
            throw new ImageException(
                    "%s failed with code %d:%n%s"
                            .formatted(command.getFirst(), outcome.code(), outcome.end()));
        }
        return outcome.output();
    }
}
