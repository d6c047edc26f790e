package io.giza.gateway.s3.policy;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/** Numbers, dates and bytes as policies and requests write them. */
public final class Values {
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,30}(\\.\\d{1,30})?");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern MINUTE =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d)(Z|[+-].*)");
    private static final int LONGEST_DATE = 40;

    private Values() {}

    /** Reads a number. */
    public static Optional<BigDecimal> number(String text) {
        return NUMBER.matcher(text).matches()
                ? Optional.of(new BigDecimal(text))
                : Optional.empty();
    }

    /** Reads a date of ISO 8601, with or without a time, or seconds since 1970. */
    public static Optional<Instant> date(String text) {
        if (text.length() > LONGEST_DATE) {
            return Optional.empty();
        }
        try {
            Optional<BigDecimal> seconds = number(text);
            if (seconds.isPresent()) {
                return Optional.of(
                        Instant.ofEpochMilli(seconds.get().movePointRight(3).longValue()));
            }
            if (DATE.matcher(text).matches()) {
                return Optional.of(LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC));
            }
            return Optional.of(
                    MINUTE.matcher(text).matches() || text.endsWith("Z") || text.length() > 19
                            ? OffsetDateTime.parse(text).toInstant()
                            : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Reads bytes in base64. */
    public static Optional<byte[]> bytes(String text) {
        try {
            return Optional.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static boolean compareNumbers(String actual, String wanted, IntPredicate holds) {
        return compare(number(actual), number(wanted), holds);
    }

    static boolean compareDates(String actual, String wanted, IntPredicate holds) {
        return compare(date(actual), date(wanted), holds);
    }

    private static <T extends Comparable<? super T>> boolean compare(
            Optional<T> actual, Optional<T> wanted, IntPredicate holds) {
        return actual.isPresent()
                && wanted.isPresent()
                && holds.test(Comparator.<T>naturalOrder().compare(actual.get(), wanted.get()));
    }

    static boolean sameBytes(String actual, String wanted) {
        Optional<byte[]> one = bytes(actual);
        Optional<byte[]> other = bytes(wanted);
        return one.isPresent() && other.isPresent() && Arrays.equals(one.get(), other.get());
    }
}
