package io.giza.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes as configuration writes it: {@code 512B}, {@code 64KiB}, {@code 4MiB}, {@code
 * 1GiB}, {@code 6TiB}. KB, MB, GB and TB are accepted and mean the same powers of 1,024. A unit is
 * required, for a number alone may have been meant as any; but nothing is nothing in all of them.
 *
 * @param bytes the number, at least 0
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,15})\\s*(B|[KMGT]I?B)|0");
    private static final String UNITS = "BKMGT";

    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size must be at least 0B, not " + bytes);
        }
    }

    /**
     * Parses a number and a unit, in either case; the name is the one by which Spring's conversion
     * finds it.
     *
     * @throws IllegalArgumentException if the text has another shape or is larger than a long
     */
    public static ByteSize valueOf(String text) {
        Matcher matcher = SHAPE.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "size '" + text + "' must be a number and a unit, such as 64KiB or 4MiB");
        }
        if (matcher.group(2) == null) {
            return new ByteSize(0);
        }
        long factor = 1L << (10 * UNITS.indexOf(matcher.group(2).charAt(0)));
        try {
            return new ByteSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), factor));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("size '" + text + "' is too large", e);
        }
    }

    /**
     * Returns the bytes as an int.
     *
     * @throws IllegalArgumentException if they are more than an int holds
     */
    public int toInt() {
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("size " + this + " must be below 2GiB");
        }
        return (int) bytes;
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** Returns the size in the largest unit that divides it; {@link #valueOf} reads it back. */
    @Override
    public String toString() {
        int unit = 0;
        long number = bytes;
        while (unit < UNITS.length() - 1 && number > 0 && number % 1024 == 0) {
            number /= 1024;
            unit++;
        }
        return number + (unit == 0 ? "B" : UNITS.charAt(unit) + "iB");
    }
}
