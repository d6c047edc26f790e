package io.giza.gateway.s3.exchange;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Times as S3's documents say them: seconds, for that is what its headers say too. */
public final class Timestamps {
    private Timestamps() {}

    /** Returns a time as ISO 8601 in UTC, to the second. */
    public static String text(Instant instant) {
        return DateTimeFormatter.ISO_INSTANT.format(instant.truncatedTo(ChronoUnit.SECONDS));
    }
}
