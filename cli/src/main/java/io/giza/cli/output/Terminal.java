package io.giza.cli.output;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** What is known of where the command prints to. */
final class Terminal {
    /** Where nobody says how wide it is, as in a pipe, nothing is cut off. */
    private static final int UNBOUNDED = Integer.MAX_VALUE / 2;

    private Terminal() {}

    /** Tells whether a person sees it. */
    static boolean isInteractive() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Returns how many characters a line may have. */
    static int columns() {
        String told = System.getenv().getOrDefault("COLUMNS", "");
        if (told.matches("[1-9]\\d{0,3}")) {
            return Integer.parseInt(told);
        }
        return isInteractive() ? ofDevice() : UNBOUNDED;
    }

    /** As {@code stty size} says it: the JDK does not. */
    private static int ofDevice() {
        try {
            Process stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(new File("/dev/tty"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String[] size =
                    new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                            .strip()
                            .split(" ", -1);
            stty.waitFor(1, TimeUnit.SECONDS);
            boolean isSize = size.length == 2 && size[1].matches("[1-9]\\d{0,3}");
            return isSize ? Integer.parseInt(size[1]) : UNBOUNDED;
        } catch (IOException e) {
            return UNBOUNDED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNBOUNDED;
        }
    }
}
