package io.giza.recovery.replacement;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far the filling of an empty data center is. Its text is what workers hand to each other: that
 * all before the position was in order holds whoever says so, in the epoch that it was seen in.
 *
 * @param epoch in which the data center takes its place; what was done for an earlier one is void
 * @param phase what is under way
 * @param rows how many rows of how many
 * @param bytes how many bytes of fragments of how many
 * @param position up to where the phase is done, in words of its own; empty for its beginning
 */
public record RebuildProgress(long epoch, Phase phase, Amount rows, Amount bytes, String position) {
    private static final Pattern SHAPE =
            Pattern.compile(
                    "(rows|fragments) (\\d{1,18}) (\\d{1,18})/(\\d{1,18})"
                            + " (\\d{1,18})/(\\d{1,18}) (.*)",
                    Pattern.DOTALL);

    /** What is under way. */
    public enum Phase {
        /** Counting what there is to do. */
        COUNTING,
        /** Rows are given; until all are, the data center does not vote for others. */
        ROWS,
        /** Fragments are rebuilt; until all are, it says of none that it is absent. */
        FRAGMENTS
    }

    /**
     * How much of how much; the whole is what was counted at the beginning, and may change.
     *
     * @param done what is done
     * @param total what is to be done
     */
    public record Amount(long done, long total) {
        static final Amount NONE = new Amount(0, 0);

        Amount plus(long more) {
            return new Amount(done + more, total);
        }

        @Override
        public String toString() {
            return done + "/" + total;
        }
    }

    /** Returns the beginning of a filling. */
    public static RebuildProgress start(long epoch) {
        return new RebuildProgress(epoch, Phase.COUNTING, Amount.NONE, Amount.NONE, "");
    }

    /**
     * Returns what {@link #toString} told, the beginning if it is no such text or another epoch.
     */
    public static RebuildProgress of(String text, long epoch) {
        return parse(text).filter(each -> each.epoch == epoch).orElse(start(epoch));
    }

    private static Optional<RebuildProgress> parse(String text) {
        Matcher shape = SHAPE.matcher(text);
        return shape.matches()
                ? Optional.of(
                        new RebuildProgress(
                                Long.parseLong(shape.group(2)),
                                Phase.valueOf(shape.group(1).toUpperCase(Locale.ROOT)),
                                amount(shape, 3),
                                amount(shape, 5),
                                shape.group(7)))
                : Optional.empty();
    }

    private static Amount amount(Matcher shape, int group) {
        return new Amount(
                Long.parseLong(shape.group(group)), Long.parseLong(shape.group(group + 1)));
    }

    RebuildProgress withTotals(long allRows, long allBytes) {
        return new RebuildProgress(
                epoch, Phase.ROWS, new Amount(0, allRows), new Amount(0, allBytes), "");
    }

    RebuildProgress withRows(long done, String upTo) {
        return new RebuildProgress(epoch, phase, new Amount(done, rows.total), bytes, upTo);
    }

    RebuildProgress withAllRows() {
        return new RebuildProgress(
                epoch, Phase.FRAGMENTS, new Amount(rows.total, rows.total), bytes, "");
    }

    RebuildProgress withBytes(long more) {
        return new RebuildProgress(epoch, phase, rows, bytes.plus(more), position);
    }

    RebuildProgress withPosition(String upTo) {
        return new RebuildProgress(epoch, phase, rows, bytes, upTo);
    }

    /** Returns the text; empty for the beginning. */
    @Override
    public String toString() {
        return phase == Phase.COUNTING
                ? ""
                : phase.name().toLowerCase(Locale.ROOT)
                        + " "
                        + epoch
                        + " "
                        + rows
                        + " "
                        + bytes
                        + " "
                        + position;
    }
}
