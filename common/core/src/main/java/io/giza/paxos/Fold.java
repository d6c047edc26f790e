package io.giza.paxos;

import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.paxos.Entry.Resolution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The state of an object as a fold of its log: the newest version that is a put or a delete marker,
 * was not aborted, not deleted by a later record, and not superseded. So deleting the newest
 * version shows the one before it again, and deleting a marker undoes the deletion.
 *
 * <p>A deletion counts however little else is known of the version: no hint that its data was seen
 * brings it back.
 *
 * <p>Of the versions whose {@link Mode} is a null there is one at most. What supersedes those
 * before it, for good:
 *
 * <ul>
 *   <li>a null that is known to be visible; as long as that is not known, it supersedes nothing;
 *   <li>a marker that is a null;
 *   <li>a null that was DELETED: only what was visible is, and no older one may come back for it.
 *       One that was GIVEN_UP never was visible, so it superseded nothing.
 * </ul>
 */
public final class Fold {
    private Fold() {}

    /** What a log says of the object. */
    public sealed interface State {}

    /** What a log says of all versions of the object. */
    public sealed interface Versions {}

    /** What a log says of one version. */
    public sealed interface VersionState {}

    /** No version was ever put, or all were aborted, deleted or superseded. */
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
    public record Live(Entry entry) implements VersionState {}

    /** The version was a put or marker, and was deleted or aborted. */
    public record Deleted(Entry entry) implements VersionState {}

    /** The version was a put or marker, and a later one took its place; no record deletes it. */
    public record Superseded(Entry entry) implements VersionState {}

    /** The version is not chosen yet, or is neither a put nor a marker. */
    public record NoVersion() implements VersionState {}

    /** The part of the log that is here does not say; older versions are needed. */
    public record NeedsOlder(long firstHeld) implements State, Versions, VersionState {}

    /**
     * Folds the versions up to {@code upTo}, less those that any version of the row deletes or
     * supersedes: what the object is if the versions above {@code upTo} are no object of their own.
     */
    public static State fold(Row row, long upTo) {
        return newest(row, upTo, _ -> true);
    }

    /** Folds all versions. */
    public static State fold(Row row) {
        return fold(row, row.chosen());
    }

    /** Returns the newest version that is a null, of those up to {@code upTo} as {@link #fold}. */
    public static State foldNulls(Row row, long upTo) {
        return newest(row, upTo, mode -> mode.isNull());
    }

    private static State newest(Row row, long upTo, Predicate<Mode> wanted) {
        Walk walk = new Walk();
        for (Entry entry : row.log().reversed()) {
            boolean live = walk.visit(entry) instanceof Live;
            if (live && entry.version() <= upTo && wanted.test(Mode.of(entry.value()))) {
                return new Newest(entry);
            }
        }
        return row.firstHeld() > 1 ? new NeedsOlder(row.firstHeld()) : new Nothing();
    }

    /**
     * Returns all puts and markers that were neither aborted nor deleted nor superseded, the newest
     * first.
     */
    public static Versions versions(Row row) {
        if (row.firstHeld() > 1) {
            return new NeedsOlder(row.firstHeld());
        }
        List<Entry> live = new ArrayList<>();
        Walk walk = new Walk();
        for (Entry entry : row.log().reversed()) {
            if (walk.visit(entry) instanceof Live) {
                live.add(entry);
            }
        }
        return new All(live);
    }

    /** Returns what became of one version. */
    public static VersionState versionState(Row row, long version) {
        if (version < 1 || version > row.chosen()) {
            return new NoVersion();
        }
        Walk walk = new Walk();
        for (Entry entry : row.log().reversed()) {
            VersionState state = walk.visit(entry);
            if (entry.version() == version) {
                return state;
            }
        }
        return new NeedsOlder(row.firstHeld());
    }

    /** Returns what became of each put and marker that the row holds, by version. */
    public static Map<Long, VersionState> versionStates(Row row) {
        Map<Long, VersionState> states = new HashMap<>();
        Walk walk = new Walk();
        for (Entry entry : row.log().reversed()) {
            VersionState state = walk.visit(entry);
            if (!(state instanceof NoVersion)) {
                states.put(entry.version(), state);
            }
        }
        return states;
    }

    /** Tells whether a record of the row decides that {@code version} is deleted. */
    public static boolean isDeleted(Row row, long version) {
        return deletionReason(row, version).isPresent();
    }

    /** Returns why {@code version} is deleted, empty if no record of the row decides that. */
    public static Optional<DeletionReason> deletionReason(Row row, long version) {
        return deletion(row, version).map(entry -> DeletionReason.of(entry.value()));
    }

    /** Returns the record that decides that {@code version} is deleted, empty if none does. */
    public static Optional<Entry> deletion(Row row, long version) {
        return row.from(version + 1).stream().filter(entry -> targets(entry, version)).findFirst();
    }

    /** Returns the first of the {@link #findOperations}. */
    public static Optional<Entry> findOperation(Row row, OpId op, long since) {
        return findOperations(row, op, since).findFirst();
    }

    /**
     * Returns the versions with an operation's identity among the versions held from {@code since}
     * on. A version that was given up by decision did not happen. A hint that a version can never
     * become visible decides nothing: rows differ in their hints.
     */
    public static Stream<Entry> findOperations(Row row, OpId op, long since) {
        return row.from(since).stream()
                .filter(entry -> entry.value().op().equals(op))
                .filter(
                        entry ->
                                deletionReason(row, entry.version()).orElse(null)
                                        != DeletionReason.GIVEN_UP);
    }

    /**
     * Returns the annotations of a version that are held, the oldest first; all of them are held
     * where the version is.
     */
    public static List<Value> annotations(Row row, long version) {
        return row.from(version + 1).stream()
                .map(Entry::value)
                .filter(value -> isAnnotationOf(value, version))
                .toList();
    }

    /** Returns the newest put or marker that is held, for use as a hint only. */
    public static Optional<Entry> newestHint(Row row) {
        return fold(row) instanceof Newest newest ? Optional.of(newest.entry()) : Optional.empty();
    }

    private static boolean targets(Entry entry, long version) {
        return entry.value().command() instanceof Command.DeleteVersion deletion
                && deletion.version() == version;
    }

    private static boolean isAnnotationOf(Value value, long version) {
        return value.command() instanceof Command.Annotate annotation
                && annotation.version() == version;
    }

    /**
     * A walk through a log from the newest version on. What a record deletes counts only where it
     * is older than the record, and where several name one version, the first of them.
     */
    private static final class Walk {
        private final Map<Long, DeletionReason> reasons = new HashMap<>();
        private boolean nullsAreSuperseded;

        /** Returns what became of the next older version. */
        VersionState visit(Entry entry) {
            return switch (entry.value().command()) {
                case Command.NewVersion _ -> version(entry);
                case Command.DeleteVersion deletion -> {
                    reasons.put(deletion.version(), DeletionReason.of(entry.value()));
                    yield new NoVersion();
                }
                case Command.Annotate _,
                        Command.NoOp _,
                        Command.Remove _,
                        Command.Drop _,
                        Command.Visible _ ->
                        new NoVersion();
            };
        }

        private VersionState version(Entry entry) {
            boolean isNull = Mode.of(entry.value()).isNull();
            Optional<DeletionReason> reason = Optional.ofNullable(reasons.get(entry.version()));
            boolean superseded = isNull && nullsAreSuperseded;
            nullsAreSuperseded |= isNull && supersedes(entry, reason);
            if (reason.isPresent() || entry.resolution() == Resolution.ABORTED) {
                return new Deleted(entry);
            }
            return superseded ? new Superseded(entry) : new Live(entry);
        }

        private static boolean supersedes(Entry entry, Optional<DeletionReason> reason) {
            return reason.map(each -> each == DeletionReason.DELETED)
                    .orElseGet(() -> entry.value().kind() == Kind.MARKER || entry.isVisible());
        }
    }
}
