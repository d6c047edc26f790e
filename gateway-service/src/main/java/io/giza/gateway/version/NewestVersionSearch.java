package io.giza.gateway.version;

import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.version.ResolvedVersion.Current;
import io.giza.gateway.version.ResolvedVersion.Found;
import io.giza.gateway.version.ResolvedVersion.Gone;
import io.giza.gateway.version.ResolvedVersion.Live;
import io.giza.gateway.version.ResolvedVersion.Undecided;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * Searches a log backwards for the newest version that can be read. Each step looks at one version,
 * and either answers the search or says where to look next: further back, or in a later row.
 */
final class NewestVersionSearch {
    private final Cluster cluster;
    private final VisibilityResolver visibility;
    private final ObjectKey key;
    private final Versions versions;
    private final InvisiblePolicy invisible;
    private final Deadline deadline;

    /**
     * Begins a search, whose time runs from now on.
     *
     * @param versions the versions that count
     * @param invisible what becomes of those that are not visible
     */
    NewestVersionSearch(
            Cluster cluster,
            VisibilityResolver visibility,
            ObjectKey key,
            Versions versions,
            InvisiblePolicy invisible) {
        this.cluster = cluster;
        this.visibility = visibility;
        this.key = key;
        this.versions = versions;
        this.invisible = invisible;
        this.deadline = cluster.after(cluster.settings().resolve());
    }

    /** What becomes of a put that certainly was not visible when it was looked at. */
    enum InvisiblePolicy {
        FALL_BACK,
        WAIT
    }

    /** Which versions are looked through, the newest first. */
    @FunctionalInterface
    interface Versions {
        /** Returns the newest of those up to {@code upTo}. */
        Fold.State newest(Row row, long upTo);
    }

    /** What follows from a look at one version. */
    private sealed interface Step {}

    /** The search is over. */
    private record Answer(Found found) implements Step {}

    /** The newest version of the row up to {@code upTo} is to be looked at. */
    private record Position(Row row, long upTo) implements Step {
        static Position atEndOf(Row row) {
            return new Position(row, row.chosen());
        }
    }

    /**
     * Returns the newest version that can be read, of a key whose latest row was {@code latest}.
     */
    Found from(Row latest) {
        Position position = Position.atEndOf(latest);
        while (true) {
            switch (step(position)) {
                case Answer(Found found) -> {
                    return found;
                }
                case Position next -> position = next;
            }
        }
    }

    private Step step(Position position) {
        Row row = position.row();
        return switch (versions.newest(row, position.upTo())) {
            case Fold.NeedsOlder _ -> readOlderPage(position);
            case Fold.Nothing _ -> answer(new Gone(Optional.empty()), row);
            case Fold.Newest(Entry entry) when entry.isTruncated() -> readDeletion(row, entry);
            case Fold.Newest(Entry entry) ->
                    VersionResolver.resolveWithoutProbe(row, entry)
                            .<Step>map(known -> answer(known, row))
                            .orElseGet(() -> look(row, entry));
        };
    }

    private Step readOlderPage(Position position) {
        return cluster.metadata()
                .reader()
                .withOlderPage(key, position.row())
                .<Step>map(longer -> new Position(longer, position.upTo()))
                .orElseGet(() -> undecided("older versions cannot be read", position.row()));
    }

    /** A later record than the row has deletes what is truncated, so the row is out of date. */
    private Step readDeletion(Row row, Entry truncated) {
        Optional<Row> now = isOver() ? Optional.empty() : readAgain();
        return now.<Step>map(Position::atEndOf)
                .orElseGet(
                        () ->
                                undecided(
                                        "version " + truncated.version() + " is being deleted",
                                        row));
    }

    private Step look(Row row, Entry entry) {
        return switch (finding(row, entry)) {
            case VisibilityResolver.Visible _ ->
                    answer(new Live(entry, VersionResolver.manifestWithTags(row, entry)), row);
            case VisibilityResolver.RecordedVisible(Row now) -> Position.atEndOf(now);
            case VisibilityResolver.Decodable _ ->
                    answer(
                            new Undecided(
                                    "it is to be decided whether it is visible: version "
                                            + entry.version(),
                                    Optional.of(
                                            new UnsettledPut.Decodable(
                                                    row, VersionNames.idOf(row, entry)))),
                            row);
            case VisibilityResolver.Undecided(String detail) -> undecided(detail, row);
            case VisibilityResolver.Invisible _ ->
                    switch (invisible) {
                        case FALL_BACK -> passOver(row, entry);
                        case WAIT -> await(row, entry);
                    };
            case VisibilityResolver.Deleted _, VisibilityResolver.Unknown _ -> await(row, entry);
        };
    }

    private VisibilityResolver.Finding finding(Row row, Entry entry) {
        return switch (invisible) {
            case FALL_BACK -> visibility.resolve(key, row, entry, deadline);
            case WAIT -> visibility.probe(key, row, entry, deadline);
        };
    }

    /** The version before is the newest, unless meanwhile the log went on. */
    private Step passOver(Row row, Entry entry) {
        Optional<Row> now = readAgainWith(entry);
        if (now.isEmpty()) {
            return undecided("no quorum answered", row);
        }
        return isUnchanged(now.get(), row, entry)
                ? new Position(row, entry.version() - 1)
                : Position.atEndOf(now.get());
    }

    /** The version may still become visible, unless it is so old that its put must be over. */
    private Step await(Row row, Entry entry) {
        Optional<UnsettledPut> stalled = stalledPut(row, entry);
        if (stalled.isPresent() || isOver()) {
            String detail = "the data of version " + entry.version() + " may still be arriving";
            return answer(new Undecided(detail, stalled), row);
        }
        cluster.surroundings().time().sleep(cluster.settings().poll());
        Optional<Row> now = readAgainWith(entry);
        if (now.isEmpty()) {
            return undecided("no quorum answered", row);
        }
        // The row at hand may hold older parts of the log than the one that was read just now.
        return new Position(
                isUnchanged(now.get(), row, entry) ? row : now.get(), now.get().chosen());
    }

    /** Only who evaluates a condition has to have the put settled; a read may come again. */
    private Optional<UnsettledPut> stalledPut(Row row, Entry entry) {
        return switch (invisible) {
            case FALL_BACK -> Optional.empty();
            case WAIT -> visibility.stalledPut(row, entry);
        };
    }

    private boolean isUnchanged(Row now, Row before, Entry entry) {
        return cluster.versions().rules().mayPassOver(now, before, entry);
    }

    private Optional<Row> readAgain() {
        Deadline once = cluster.after(cluster.settings().read());
        return switch (cluster.metadata().reader().read(key, once)) {
            case VersionReader.Latest latest -> Optional.of(latest.row());
            case VersionReader.Unavailable _ -> Optional.empty();
        };
    }

    /** What was told of a version stands beside it, which may be in older parts of the log. */
    private Optional<Row> readAgainWith(Entry entry) {
        return readAgain()
                .flatMap(now -> cluster.versions().withLogFrom(key, now, entry.version()));
    }

    private boolean isOver() {
        return deadline.hasPassed(cluster.surroundings().time());
    }

    private static Answer answer(Current current, Row row) {
        return new Answer(new Found(current, row));
    }

    private static Answer undecided(String detail, Row row) {
        return answer(new Undecided(detail), row);
    }
}
