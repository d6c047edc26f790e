package io.giza.paxos;

import io.giza.model.Value.Kind;
import io.giza.paxos.Entry.Resolution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The state of an object as a fold of its log: the newest version that is a put or a delete marker,
 * was not aborted, and was not deleted by a later record. So deleting the newest version shows the
 * one before it again, and deleting a marker undoes the deletion.
 *
 * <p>A deletion counts however little else is known of the version: no hint that its data was seen
 * brings it back.
 */
public final class Fold {
    private Fold() {}

    /** What a log says of the object. */
    public sealed interface State {}

    /** What a log says of all versions of the object. */
    public sealed interface Versions {}

    /** What a log says of one version. */
    public sealed interface Standing {}

    /** No version was ever put, or all were aborted or deleted. */
    public record Nothing() implements State {}

    /** The newest version is this put or marker. */
    public record Newest(Entry entry) implements State {}

    /** These puts and markers, the newest first, are all that there are. */
    public record All(List<Entry> entries) implements Versions {
        public All {
            entries = List.copyOf(entries);
        }
    }

    /** The version is this put or marker. */
    public record Live(Entry entry) implements Standing {}

    /** The version was a put or marker, and was deleted or aborted. */
    public record Deleted(Entry entry) implements Standing {}

    /** The version is not chosen yet, or is neither a put nor a marker. */
    public record NoVersion() implements Standing {}

    /** The part of the log that is here does not say; older versions are needed. */
    public record NeedsOlder(long firstHeld) implements State, Versions, Standing {}

    /**
     * Folds the versions up to {@code upTo}, less those that any version of the row deletes: what
     * the object is if the versions above {@code upTo} are no object of their own.
     */
    public static State fold(Row row, long upTo) {
        Set<Long> deleted = new HashSet<>();
        for (Entry entry : row.log().reversed()) {
            if (entry.version() <= upTo && isLive(entry, deleted)) {
                return new Newest(entry);
            }
            noteDeletion(entry, deleted);
        }
        return row.firstHeld() > 1 ? new NeedsOlder(row.firstHeld()) : new Nothing();
    }

    /** Folds all versions. */
    public static State fold(Row row) {
        return fold(row, row.chosen());
    }

    /** Returns all puts and markers that were neither aborted nor deleted, the newest first. */
    public static Versions versions(Row row) {
        if (row.firstHeld() > 1) {
            return new NeedsOlder(row.firstHeld());
        }
        List<Entry> live = new ArrayList<>();
        Set<Long> deleted = new HashSet<>();
        for (Entry entry : row.log().reversed()) {
            if (isLive(entry, deleted)) {
                live.add(entry);
            }
            noteDeletion(entry, deleted);
        }
        return new All(live);
    }

    /** Returns what became of one version. */
    public static Standing standing(Row row, long version) {
        if (version < 1 || version > row.chosen()) {
            return new NoVersion();
        }
        Optional<Entry> held = row.entry(version);
        if (held.isEmpty()) {
            return new NeedsOlder(row.firstHeld());
        }
        Entry entry = held.get();
        if (!isVersion(entry)) {
            return new NoVersion();
        }
        return isDeleted(row, version) || entry.resolution() == Resolution.ABORTED
                ? new Deleted(entry)
                : new Live(entry);
    }

    /** Tells whether a record of the row decides that {@code version} is deleted. */
    public static boolean isDeleted(Row row, long version) {
        return row.from(version + 1).stream()
                .map(Entry::value)
                .anyMatch(
                        value ->
                                value.kind() == Kind.DELETE_VERSIONS
                                        && value.argument() == version);
    }

    /** Returns the newest put or marker that is held, for use as a hint only. */
    public static Optional<Entry> hint(Row row) {
        return fold(row) instanceof Newest newest ? Optional.of(newest.entry()) : Optional.empty();
    }

    /**
     * Notes what a record deletes. Records are met from the newest on, so what it names counts only
     * where it is older than the record.
     */
    private static void noteDeletion(Entry entry, Set<Long> deleted) {
        if (entry.value().kind() == Kind.DELETE_VERSIONS) {
            deleted.add(entry.value().argument());
        }
    }

    private static boolean isLive(Entry entry, Set<Long> deleted) {
        return isVersion(entry)
                && entry.resolution() != Resolution.ABORTED
                && !deleted.contains(entry.version());
    }

    private static boolean isVersion(Entry entry) {
        return switch (entry.value().kind()) {
            case PUT, MARKER -> true;
            case DELETE_VERSIONS, ANNOTATE, NO_OP, REMOVE, DROP -> false;
        };
    }
}
