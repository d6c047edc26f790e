package io.giza.console.view;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;

/** How numbers, times and links are written. */
public final class Format {
    private static final List<String> UNITS =
            List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB");
    private static final int STEP = 1024;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private Format() {}

    /** Returns how many a second, with a digit behind the point where that tells more. */
    public static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%,.0f", perSecond);
    }

    /** Returns a number of bytes for people, such as "1.5 GiB". */
    public static String bytes(long bytes) {
        double rest = bytes;
        int unit = 0;
        while (rest >= STEP && unit < UNITS.size() - 1) {
            rest /= STEP;
            unit++;
        }
        return unit == 0 || rest >= 100
                ? String.format(Locale.ROOT, "%.0f %s", rest, UNITS.get(unit))
                : String.format(Locale.ROOT, "%.1f %s", rest, UNITS.get(unit));
    }

    /** Returns a number with its thousands apart. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a time of ISO 8601 for people, in UTC; what is none is returned as it is. */
    public static String time(String iso) {
        try {
            return iso.isEmpty() ? "never" : TIME.format(Instant.parse(iso)) + " UTC";
        } catch (DateTimeParseException e) {
            return iso;
        }
    }

    /** Returns a time for people, in UTC. */
    public static String time(Instant time) {
        return TIME.format(time) + " UTC";
    }

    /** Returns how long something takes, such as "3 min". */
    public static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
    }

    /** Returns a text as the value of a parameter of a URL. */
    public static String parameter(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
