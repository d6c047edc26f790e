package io.giza.cli.cluster;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** How a secret reaches a command: never as an argument, which everybody on the machine can see. */
public final class Secret {
    private static final String VARIABLE = "GIZA_SECRET_KEY";

    private Secret() {}

    /**
     * Reads a secret: the first line of a file, or the environment, or what a person types.
     *
     * @param file its path, {@code -} for standard input, null if none was named
     * @throws CommandException if there is none
     */
    public static String read(@Nullable String file, Map<String, String> environment) {
        String told = environment.getOrDefault(VARIABLE, "");
        String secret = file != null ? firstLine(file) : told.isEmpty() ? typed() : told;
        if (secret == null || secret.isBlank()) {
            throw new CommandException(
                    ExitCode.MISUSE, "no secret: use --secret-file FILE, or set " + VARIABLE + ".");
        }
        return secret.strip();
    }

    private static @Nullable String firstLine(String file) {
        try (BufferedReader lines =
                file.equals("-")
                        ? new BufferedReader(
                                new InputStreamReader(System.in, StandardCharsets.UTF_8))
                        : Files.newBufferedReader(Path.of(file))) {
            return lines.readLine();
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.MISUSE, "--secret-file: " + file + " cannot be read.", e);
        }
    }

    private static @Nullable String typed() {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return null;
        }
        char[] typed = console.readPassword("secret: ");
        return typed == null ? null : new String(typed);
    }
}
