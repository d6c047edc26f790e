package io.giza.recovery.replacement;

import io.giza.model.DcName;
import io.giza.recovery.replacement.RebuildProgress.Phase;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Locale;

/**
 * The progress of filling a data center, as operators see it.
 *
 * @param dc the data center
 * @param epoch the topology epoch in which it takes its place
 * @param phase {@code counting}, {@code rows} or {@code fragments}
 * @param rows how many rows it was given
 * @param ofRows of how many
 * @param bytes how many bytes of fragments it was given
 * @param ofBytes of how many
 * @param percent how much of all is done, rows counting as one part in ten
 * @param perSecond rows or bytes a second, whichever is under way, since this worker is at it
 * @param secondsLeft how long what is under way will take at that rate; null if that is not known
 */
public record ReplacementStatus(
        String dc,
        long epoch,
        String phase,
        long rows,
        long ofRows,
        long bytes,
        long ofBytes,
        double percent,
        double perSecond,
        @Nullable Long secondsLeft) {
    private static final double ROWS_PART = 10;

    /**
     * Returns what operators are told.
     *
     * @param since how far it was when this worker began with what is under way
     * @param elapsed how long ago that was
     */
    static ReplacementStatus of(
            DcName dc, RebuildProgress now, RebuildProgress since, Duration elapsed) {
        boolean ofRows = now.phase() == Phase.ROWS;
        RebuildProgress.Amount amount = ofRows ? now.rows() : now.bytes();
        long before = ofRows ? since.rows().done() : since.bytes().done();
        double seconds = elapsed.toNanos() / 1e9;
        double rate = seconds > 0 ? (amount.done() - before) / seconds : 0;
        long left = Math.max(0, amount.total() - amount.done());
        return new ReplacementStatus(
                dc.value(),
                now.epoch(),
                now.phase().name().toLowerCase(Locale.ROOT),
                now.rows().done(),
                now.rows().total(),
                now.bytes().done(),
                now.bytes().total(),
                percent(now),
                rate,
                rate > 0 ? Math.round(left / rate) : null);
    }

    private static double percent(RebuildProgress now) {
        return switch (now.phase()) {
            case COUNTING -> 0;
            case ROWS -> ROWS_PART * share(now.rows());
            case FRAGMENTS -> ROWS_PART + (100 - ROWS_PART) * share(now.bytes());
        };
    }

    private static double share(RebuildProgress.Amount amount) {
        return amount.total() == 0 ? 1 : Math.min(1, (double) amount.done() / amount.total());
    }
}
