package io.giza.gateway.version;

import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.version.NewestVersionSearch.InvisiblePolicy;
import io.giza.gateway.version.NewestVersionSearch.Versions;
import io.giza.gateway.version.ResolvedVersion.Current;
import io.giza.gateway.version.ResolvedVersion.Found;
import io.giza.gateway.version.ResolvedVersion.Gone;
import io.giza.gateway.version.ResolvedVersion.Live;
import io.giza.gateway.version.ResolvedVersion.Marker;
import io.giza.gateway.version.ResolvedVersion.Named;
import io.giza.gateway.version.ResolvedVersion.NoSuchVersion;
import io.giza.gateway.version.ResolvedVersion.Undecided;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.AnnotationCodec;
import io.giza.record.ManifestCodec;

import java.util.Optional;

/**
 * Finds the newest version of an object that can be read. A chosen put is visible from the first
 * instant at which its stored fragments decode; while that is not known, its fragments are looked
 * for:
 *
 * <ul>
 *   <li>all that it needs is there: it is visible, and its rows are told so;
 *   <li>something that it needs is not: nobody was ever shown it, or a record of the log would say
 *       that it is visible. So the version before it is the newest, unless meanwhile the log went
 *       on;
 *   <li>what is there decodes, and the rest cannot be looked at: it is visible once a record says
 *       so;
 *   <li>otherwise nobody can tell: wait, and in the end say so. Never the version before it: a data
 *       center that cannot be reached is not an absent fragment.
 * </ul>
 */
public final class VersionResolver {
    private final Cluster cluster;
    private final VisibilityResolver visibility;
    private final NamedVersionResolver named;

    public VersionResolver(Cluster cluster) {
        this.cluster = cluster;
        this.visibility = new VisibilityResolver(cluster);
        this.named = new NamedVersionResolver(cluster, visibility);
    }

    /** Returns what a read that saw {@code row} as the latest has to answer. */
    public Current newest(ObjectKey key, Row row) {
        return search(key, row, Fold::fold, InvisiblePolicy.FALL_BACK).current();
    }

    /**
     * Returns the state that a condition is to be evaluated on. A put that is not visible yet may
     * still become so before the conditional write's own version, so it is never passed over.
     */
    public Found newestForCondition(ObjectKey key, Row row) {
        return search(key, row, Fold::fold, InvisiblePolicy.WAIT);
    }

    /** Returns what a read of one version that saw {@code row} as the latest has to answer. */
    public Named named(ObjectKey key, Row row, VersionName version) {
        return switch (version) {
            case VersionId id -> named.find(key, row, id);
            case VersionName.Null _ ->
                    namedNull(
                            search(key, row, Fold::foldNulls, InvisiblePolicy.FALL_BACK).current());
        };
    }

    /**
     * Returns the null version that no earlier put replaces any more: a put that may still become
     * visible is waited for, as for a condition.
     */
    public Named settledNull(ObjectKey key, Row row) {
        return namedNull(search(key, row, Fold::foldNulls, InvisiblePolicy.WAIT).current());
    }

    private static Named namedNull(Current newest) {
        return switch (newest) {
            case Live live -> live;
            case Undecided undecided -> undecided;
            case Gone(Optional<Entry> marker) ->
                    marker.<Named>map(Marker::new).orElseGet(NoSuchVersion::new);
        };
    }

    /**
     * Returns the manifest of a chosen version if it is known, or now seen, to be visible. A
     * version that is deleted by now is only where it was known to have been visible before.
     */
    public Optional<Manifest> visible(ObjectKey key, Row row, long version) {
        return row.entry(version).flatMap(entry -> visible(key, row, entry, visibility::resolve));
    }

    /**
     * Whether a version is known, or now seen, to be visible. Decides nothing, so a draft may ask:
     * it must not append to its own row.
     */
    public boolean isSeenVisible(ObjectKey key, Row row, long version) {
        return row.entry(version)
                .flatMap(entry -> visible(key, row, entry, visibility::probe))
                .isPresent();
    }

    /** Finds out whether a put is visible. */
    @FunctionalInterface
    private interface Look {
        VisibilityResolver.Finding at(ObjectKey key, Row row, Entry entry, Deadline deadline);
    }

    private Optional<Manifest> visible(ObjectKey key, Row row, Entry entry, Look look) {
        if (entry.isTruncated()) {
            return Optional.empty();
        }
        Optional<Current> known = resolveWithoutProbe(row, entry);
        if (known.isPresent()) {
            return known.get() instanceof Live live
                    ? Optional.of(live.manifest())
                    : Optional.empty();
        }
        switch (Fold.versionState(row, entry.version())) {
            // One that another took the place of was put all the same.
            case Fold.Live _, Fold.Superseded _ -> {}
            case Fold.Deleted _, Fold.NoVersion _, Fold.NeedsOlder _ -> {
                return Optional.empty();
            }
        }
        Deadline deadline = cluster.after(cluster.settings().resolve());
        return switch (look.at(key, row, entry, deadline)) {
            case VisibilityResolver.Visible _, VisibilityResolver.RecordedVisible _ ->
                    Optional.of(ManifestCodec.decode(entry.value()));
            case VisibilityResolver.Invisible _,
                    VisibilityResolver.Deleted _,
                    VisibilityResolver.Decodable _,
                    VisibilityResolver.Unknown _,
                    VisibilityResolver.Undecided _ ->
                    Optional.empty();
        };
    }

    private Found search(ObjectKey key, Row latest, Versions versions, InvisiblePolicy invisible) {
        return new NewestVersionSearch(cluster, visibility, key, versions, invisible).from(latest);
    }

    /** Returns a put that is not known to be visible and so old that its put must be over. */
    public Optional<UnsettledPut> stalledPut(Row row, Entry entry) {
        return resolveWithoutProbe(row, entry).isEmpty()
                ? visibility.stalledPut(row, entry)
                : Optional.empty();
    }

    /** Tells whether what was found stands in this row, and not in a later one read since. */
    public static boolean isInRow(Row row, ResolvedVersion resolved) {
        return switch (resolved) {
            case Live(Entry entry, Manifest _) -> VersionNames.isInRow(row, entry);
            case Marker(Entry entry) -> VersionNames.isInRow(row, entry);
            case Gone(Optional<Entry> marker) ->
                    marker.filter(entry -> !VersionNames.isInRow(row, entry)).isEmpty();
            case NoSuchVersion _, Undecided _ -> true;
        };
    }

    /** Returns what needs no look at fragments. */
    static Optional<Current> resolveWithoutProbe(Row row, Entry entry) {
        if (entry.value().kind() != Value.Kind.PUT) {
            boolean shown = Mode.of(entry.value()) != Mode.HIDDEN_MARKER;
            return Optional.of(new Gone(Optional.of(entry).filter(_ -> shown)));
        }
        Manifest manifest = manifestWithTags(row, entry);
        boolean visible = entry.isVisible() || manifest.fragmented().isEmpty();
        return visible ? Optional.of(new Live(entry, manifest)) : Optional.empty();
    }

    /** Returns what is said of a put by now. */
    static Manifest manifestWithTags(Row row, Entry entry) {
        return AnnotationCodec.manifest(row, entry);
    }
}
