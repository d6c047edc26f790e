package io.giza.paxos;

import io.giza.paxos.Entry.Resolution;

import java.util.List;
import java.util.Optional;

/**
 * The state of an object as a fold of its log: the newest version that is a put or a delete marker
 * and was not aborted.
 */
public final class Fold {
    private Fold() {}

    /** What a log says of the object. */
    public sealed interface State {}

    /** No version was ever put, or all were aborted. */
    public record Nothing() implements State {}

    /** The newest version is this put or marker. */
    public record Newest(Entry entry) implements State {}

    /** The part of the log that is here does not say; older versions are needed. */
    public record NeedsOlder(long firstHeld) implements State {}

    /** Folds the versions up to {@code upTo}. */
    public static State fold(Row row, long upTo) {
        List<Entry> log = row.log();
        for (Entry entry : log.reversed()) {
            if (entry.version() <= upTo && concernsObject(entry)) {
                return new Newest(entry);
            }
        }
        return row.firstHeld() > 1 ? new NeedsOlder(row.firstHeld()) : new Nothing();
    }

    /** Folds all versions. */
    public static State fold(Row row) {
        return fold(row, row.chosen());
    }

    /** Returns the newest put or marker that is held, for use as a hint only. */
    public static Optional<Entry> hint(Row row) {
        return fold(row) instanceof Newest newest ? Optional.of(newest.entry()) : Optional.empty();
    }

    private static boolean concernsObject(Entry entry) {
        return switch (entry.value().kind()) {
            case PUT -> entry.resolution() != Resolution.ABORTED;
            case MARKER -> true;
            case DELETE_VERSIONS, ANNOTATE, NO_OP, REMOVE, DROP -> false;
        };
    }
}
