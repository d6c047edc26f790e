package io.giza.bench.rivals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Asks programs for their version. */
final class FirstLine {
    private FirstLine() {}

    /**
     * Runs a command and returns the first line that it prints.
     *
     * @throws IOException if it cannot be run
     */
    static String of(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return output.lines().findFirst().orElse("unknown");
    }
}
