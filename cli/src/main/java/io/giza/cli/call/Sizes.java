package io.giza.cli.call;

import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of bytes as people write them: {@code 10TiB}. */
public final class Sizes {
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})(B|KiB|MiB|GiB|TiB|PiB|)");
    private static final int KIBI = 1024;

    private Sizes() {}

    /**
     * Returns the bytes of a text.
     *
     * @param option whose text it is
     * @throws CommandException if it is no size, or none that there is
     */
    public static long parse(String option, String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            throw new CommandException(
                    ExitCode.MISUSE, option + " is '" + text + "': write such as 10MiB.");
        }
        int unit = Math.max(0, UNITS.indexOf(size.group(2)));
        try {
            return Math.multiplyExact(Long.parseLong(size.group(1)), 1L << (10 * unit));
        } catch (ArithmeticException e) {
            throw new CommandException(
                    ExitCode.MISUSE, option + " is '" + text + "', which is too much.", e);
        }
    }

    /** Returns bytes in the greatest unit of which there is at least one. */
    public static String text(long bytes) {
        int unit = 0;
        double number = bytes;
        while (number >= KIBI && unit < UNITS.size() - 1) {
            number /= KIBI;
            unit++;
        }
        return unit == 0
                ? bytes + " B"
                : String.format(Locale.ROOT, "%.1f %s", number, UNITS.get(unit));
    }
}
