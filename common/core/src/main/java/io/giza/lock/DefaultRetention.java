package io.giza.lock;

import java.time.Instant;
import java.time.ZoneOffset;

/**
 * How long versions are retained that are put into a bucket without a retention of their own.
 *
 * @param mode how strictly
 * @param length how many units, 1 to {@link #mostOf}
 * @param unit of what
 */
public record DefaultRetention(RetentionMode mode, int length, Unit unit) {
    /** The greatest number of years, and of days which are not more. */
    private static final int MOST_YEARS = 100;

    private static final int MOST_DAYS = 36_500;

    /** What the length is counted in. */
    public enum Unit {
        /** Days of 24 hours. */
        DAYS,
        /** Years of the calendar. */
        YEARS
    }

    public DefaultRetention {
        if (length < 1 || length > mostOf(unit)) {
            throw new IllegalArgumentException("no retention lasts " + length + " " + unit);
        }
    }

    /** Returns the greatest length. */
    public static int mostOf(Unit unit) {
        return switch (unit) {
            case DAYS -> MOST_DAYS;
            case YEARS -> MOST_YEARS;
        };
    }

    /** Returns the retention of what is put at {@code created}. */
    public Retention from(Instant created) {
        var utc = created.atOffset(ZoneOffset.UTC);
        return new Retention(
                mode,
                switch (unit) {
                    case DAYS -> utc.plusDays(length).toInstant();
                    case YEARS -> utc.plusYears(length).toInstant();
                });
    }
}
