package io.giza.gateway.s3.logging;

import io.giza.gateway.s3.document.LoggingConfiguration.KeyFormat;
import io.giza.gateway.s3.document.LoggingConfiguration.Target;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How objects with records are called.
 *
 * @param account the name of the account whose bucket the requests were for
 * @param region of that bucket
 * @param bucket its name
 */
record LogKeys(String account, String region, String bucket) {
    private static final DateTimeFormatter FOLDERS = format("yyyy/MM/dd/");
    private static final DateTimeFormatter TIME = format("yyyy-MM-dd-HH-mm-ss-");

    private static DateTimeFormatter format(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /**
     * Parts records by the objects that they belong to. Where the day of the request is in the key,
     * an object has those of one day.
     *
     * @param now when they are delivered
     * @return the records by the time that is in the object's key
     */
    static SortedMap<Instant, List<LogLine>> parted(
            Target target, List<LogLine> lines, Instant now) {
        SortedMap<Instant, List<LogLine>> parts = new TreeMap<>();
        for (LogLine line : lines) {
            Instant time =
                    target.format() == KeyFormat.BY_EVENT_TIME
                            ? line.time().truncatedTo(ChronoUnit.DAYS)
                            : now;
            parts.computeIfAbsent(time, _ -> new ArrayList<>()).add(line);
        }
        return parts;
    }

    /**
     * Returns the key of an object.
     *
     * @param unique which no other object has
     */
    String of(Target target, Instant time, String unique) {
        String folders =
                switch (target.format()) {
                    case UNSAID, SIMPLE -> "";
                    case BY_EVENT_TIME, BY_DELIVERY_TIME ->
                            account + "/" + region + "/" + bucket + "/" + FOLDERS.format(time);
                };
        return target.prefix() + folders + TIME.format(time) + unique;
    }
}
