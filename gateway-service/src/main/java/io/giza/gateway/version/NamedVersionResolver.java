package io.giza.gateway.version;

import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.version.ResolvedVersion.Live;
import io.giza.gateway.version.ResolvedVersion.Marker;
import io.giza.gateway.version.ResolvedVersion.Named;
import io.giza.gateway.version.ResolvedVersion.NoSuchVersion;
import io.giza.gateway.version.ResolvedVersion.Undecided;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.version.DeletionDraft;

import java.util.Optional;

/**
 * Finds one version of an object by its name. It is there or it is not; no other takes its place.
 */
final class NamedVersionResolver {
    private final Cluster cluster;
    private final VisibilityResolver visibility;

    NamedVersionResolver(Cluster cluster, VisibilityResolver visibility) {
        this.cluster = cluster;
        this.visibility = visibility;
    }

    /** What follows from a look at the version. */
    private sealed interface Step {}

    /** The read has its answer. */
    private record Answer(Named named) implements Step {}

    /** The version is to be looked at again, in this row. */
    private record LookAgain(Row row) implements Step {}

    /** Returns what a read of one version that saw {@code latest} has to answer. */
    Named find(ObjectKey key, Row latest, VersionId version) {
        Deadline deadline = cluster.after(cluster.settings().resolve());
        Row row = latest;
        while (true) {
            switch (step(key, row, version, deadline)) {
                case Answer(Named named) -> {
                    return named;
                }
                case LookAgain(Row next) -> row = next;
            }
        }
    }

    private Step step(ObjectKey key, Row row, VersionId version, Deadline deadline) {
        // What was said of a version later may be in older parts of the log, too.
        Optional<Row> held = cluster.versions().withLogFrom(key, row, version.version());
        if (held.isEmpty()) {
            return new Answer(olderCannotBeRead());
        }
        return switch (DeletionDraft.versionState(cluster.versions(), key, held.get(), version)) {
            case Fold.NoVersion _, Fold.Deleted _, Fold.Superseded _ ->
                    new Answer(new NoSuchVersion());
            case Fold.NeedsOlder _ -> new Answer(olderCannotBeRead());
            case Fold.Live(Entry entry) ->
                    resolveWithoutProbe(held.get(), entry)
                            .<Step>map(Answer::new)
                            .orElseGet(() -> look(key, held.get(), entry, deadline));
        };
    }

    private Step look(ObjectKey key, Row row, Entry entry, Deadline deadline) {
        return switch (visibility.resolve(key, row, entry, deadline)) {
            case VisibilityResolver.Visible _ -> new Answer(live(row, entry));
            case VisibilityResolver.RecordedVisible(Row now) -> new LookAgain(now);
            // At the look it was not visible, or no longer: either way not there.
            case VisibilityResolver.Invisible _, VisibilityResolver.Deleted _ ->
                    new Answer(new NoSuchVersion());
            case VisibilityResolver.Undecided(String detail) -> new Answer(new Undecided(detail));
            case VisibilityResolver.Decodable _, VisibilityResolver.Unknown _ ->
                    await(row, deadline);
        };
    }

    /** Nobody can tell now whether the version is visible, but perhaps a little later. */
    private Step await(Row row, Deadline deadline) {
        if (deadline.hasPassed(cluster.surroundings().time())) {
            return new Answer(new Undecided("its data may still be arriving"));
        }
        cluster.surroundings().time().sleep(cluster.settings().poll());
        return new LookAgain(row);
    }

    /** Returns what needs no look at fragments. */
    private static Optional<Named> resolveWithoutProbe(Row row, Entry entry) {
        // A later record than the row at hand has deletes what is truncated, and nobody was told of
        // a null by this name.
        if (entry.isTruncated() || Mode.of(entry.value()).isNull()) {
            return Optional.of(new NoSuchVersion());
        }
        if (entry.value().kind() == Value.Kind.MARKER) {
            return Optional.of(new Marker(entry));
        }
        return VersionResolver.resolveWithoutProbe(row, entry).isPresent()
                ? Optional.of(live(row, entry))
                : Optional.empty();
    }

    private static Live live(Row row, Entry entry) {
        return new Live(entry, VersionResolver.manifestWithTags(row, entry));
    }

    private static Undecided olderCannotBeRead() {
        return new Undecided("older versions cannot be read");
    }
}
