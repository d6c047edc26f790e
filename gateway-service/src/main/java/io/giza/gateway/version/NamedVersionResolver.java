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

    /** Returns what a read of one version that saw {@code latest} has to answer. */
    Named find(ObjectKey key, Row latest, VersionId version) {
        Deadline deadline = cluster.after(cluster.settings().resolve());
        Row row = latest;
        while (true) {
            // What was said of a version later may be in older parts of the log, too.
            Optional<Row> held =
                    row.firstHeld() <= version.version()
                            ? Optional.of(row)
                            : cluster.versions().withOlder(key, row);
            if (held.isEmpty()) {
                return olderCannotBeRead();
            }
            row = held.get();
            switch (DeletionDraft.versionState(cluster.versions(), key, row, version)) {
                case Fold.NoVersion _, Fold.Deleted _, Fold.Superseded _ -> {
                    return new NoSuchVersion();
                }
                case Fold.NeedsOlder _ -> {
                    return olderCannotBeRead();
                }
                case Fold.Live(Entry entry) -> {
                    Optional<Named> known = resolveWithoutProbe(row, entry);
                    if (known.isPresent()) {
                        return known.get();
                    }
                    switch (visibility.resolve(key, row, entry, deadline)) {
                        case VisibilityResolver.Visible _ -> {
                            return live(row, entry);
                        }
                        case VisibilityResolver.RecordedVisible(Row now) -> row = now;
                        // At the look it was not visible, or no longer: either way not there.
                        case VisibilityResolver.Invisible _, VisibilityResolver.Deleted _ -> {
                            return new NoSuchVersion();
                        }
                        case VisibilityResolver.Undecided(String detail) -> {
                            return new Undecided(detail);
                        }
                        case VisibilityResolver.Decodable _, VisibilityResolver.Unknown _ -> {
                            if (deadline.hasPassed(cluster.surroundings().time())) {
                                return new Undecided("its data may still be arriving");
                            }
                            cluster.surroundings().time().sleep(cluster.settings().poll());
                        }
                    }
                }
            }
        }
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
