package io.giza.cli.call;

import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;

import java.time.Duration;

/** Times as options say them. */
public final class Durations {
    private Durations() {}

    /**
     * Returns a time such as 90m, 24h or 30d.
     *
     * @throws CommandException if it is none
     */
    public static Duration parse(String option, String text) {
        if (!text.matches("[1-9]\\d{0,5}[smhd]")) {
            throw new CommandException(
                    ExitCode.MISUSE, option + " is '" + text + "': write such as 90m, 24h or 30d.");
        }
        long count = Long.parseLong(text.substring(0, text.length() - 1));
        return switch (text.charAt(text.length() - 1)) {
            case 's' -> Duration.ofSeconds(count);
            case 'm' -> Duration.ofMinutes(count);
            case 'h' -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }
}
