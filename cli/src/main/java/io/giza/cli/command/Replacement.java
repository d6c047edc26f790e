package io.giza.cli.command;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Locale;

/** How far a data center is that takes the place of a lost one, in words. */
public final class Replacement {
    private static final double MIB = 1 << 20;

    private Replacement() {}

    /** Returns a line about it. */
    public static String line(JsonNode status) {
        String dc = status.path("dc").asString();
        String phase = status.path("phase").asString();
        if (phase.equals("counting")) {
            return dc + "   0 %  counting what it is due";
        }
        boolean fragments = phase.equals("fragments");
        double unit = fragments ? MIB : 1;
        JsonNode left = status.path("secondsLeft");
        return String.format(
                Locale.ROOT,
                "%s %3.0f %%  %s %,.0f of %,.0f%s, %,.1f%s/s%s",
                dc,
                status.path("percent").asDouble(),
                phase,
                status.path(fragments ? "bytes" : "rows").asDouble() / unit,
                status.path(fragments ? "ofBytes" : "ofRows").asDouble() / unit,
                fragments ? " MiB" : "",
                status.path("perSecond").asDouble() / unit,
                fragments ? " MiB" : "",
                left.isNumber() ? ", " + duration(left.asLong()) + " left" : "");
    }

    private static String duration(long seconds) {
        Duration all = Duration.ofSeconds(seconds);
        return all.toHours() > 0
                ? String.format(Locale.ROOT, "%d h %02d min", all.toHours(), all.toMinutesPart())
                : String.format(Locale.ROOT, "%d:%02d min", all.toMinutes(), all.toSecondsPart());
    }
}
