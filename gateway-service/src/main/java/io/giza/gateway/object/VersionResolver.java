package io.giza.gateway.object;

import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.version.DeletionDraft;
import io.giza.version.Sight;
import io.giza.version.Visibility;
import io.giza.wire.ManifestCodec;
import io.giza.wire.TagsCodec;

import java.time.Duration;
import java.util.Optional;

/**
 * Finds the newest version of an object that can be read. A chosen put is visible from the first
 * instant at which its stored fragments decode; while that is not known, its fragments are looked
 * for:
 *
 * <ul>
 *   <li>those that are there decode: it is visible, and its rows are told so;
 *   <li>even with all that cannot be looked at, it would not decode: nobody was ever shown it, so
 *       the version before it is the newest, unless meanwhile the log went on;
 *   <li>otherwise nobody can tell: wait, and in the end say so. Never the version before it: a data
 *       center that cannot be reached is not an absent fragment.
 * </ul>
 */
public final class VersionResolver {
    private final Cluster cluster;
    private final Visibility visibility;

    public VersionResolver(Cluster cluster) {
        this.cluster = cluster;
        this.visibility = new Visibility(cluster.versions());
    }

    /** What a read looks for. */
    public sealed interface Sought permits Current, Named {}

    /** The newest version. */
    public sealed interface Current extends Sought {}

    /** A version that was named. */
    public sealed interface Named extends Sought {}

    /** The version is this put, and it is visible. */
    public record Live(Entry entry, Manifest manifest) implements Current, Named {}

    /**
     * There is no object, or its newest version is a delete marker.
     *
     * @param marker the marker, unless it is one that nobody is shown
     */
    public record Gone(Optional<Entry> marker) implements Current {}

    /** The version that was named is a delete marker. */
    public record Marker(Entry entry) implements Named {}

    /** The version that was named never was, is not visible yet, or is deleted. */
    public record NoSuchVersion() implements Named {}

    /**
     * The version's data may or may not be there.
     *
     * @param stalled the version, if it is a put that is so old that nobody can be at it any more
     */
    public record Undecided(String detail, Optional<VersionId> stalled) implements Current, Named {
        Undecided(String detail) {
            this(detail, Optional.empty());
        }
    }

    /** What becomes of a put that certainly was not visible when it was looked at. */
    private enum Invisible {
        FALL_BACK,
        WAIT
    }

    /** Which versions are looked through, the newest first. */
    @FunctionalInterface
    private interface Versions {
        /** Returns the newest of those up to {@code upTo}. */
        Fold.State newest(Row row, long upTo);
    }

    /** Returns what a read that saw {@code row} as the latest has to answer. */
    public Current newest(ObjectKey key, Row row) {
        return resolve(key, row, Fold::fold, Invisible.FALL_BACK);
    }

    /**
     * Returns the state that a condition is to be evaluated on. A put that is not visible yet may
     * still become so before the conditional write's own version, so it is never passed over.
     */
    public Current newestForCondition(ObjectKey key, Row row) {
        return resolve(key, row, Fold::fold, Invisible.WAIT);
    }

    /** Returns what a read of one version that saw {@code row} as the latest has to answer. */
    public Named named(ObjectKey key, Row row, VersionName version) {
        return switch (version) {
            case VersionId id -> named(key, row, id);
            case VersionName.Null _ -> newestNull(key, row);
        };
    }

    private Named newestNull(ObjectKey key, Row row) {
        return switch (resolve(key, row, Fold::foldNulls, Invisible.FALL_BACK)) {
            case Live live -> live;
            case Undecided undecided -> undecided;
            case Gone(Optional<Entry> marker) ->
                    marker.<Named>map(Marker::new).orElseGet(NoSuchVersion::new);
        };
    }

    private Named named(ObjectKey key, Row latest, VersionId version) {
        // What was said of a version later may be in older parts of the log, too.
        Optional<Row> held =
                latest.firstHeld() <= version.version()
                        ? Optional.of(latest)
                        : cluster.versions().withOlder(key, latest);
        return held.map(row -> namedIn(key, row, version))
                .orElseGet(() -> new Undecided("older versions cannot be read"));
    }

    private Named namedIn(ObjectKey key, Row row, VersionId version) {
        Deadline deadline = cluster.after(cluster.settings().resolve());
        while (true) {
            switch (DeletionDraft.standing(cluster.versions(), key, row, version)) {
                case Fold.NoVersion _, Fold.Deleted _, Fold.Superseded _ -> {
                    return new NoSuchVersion();
                }
                case Fold.NeedsOlder _ -> {
                    return new Undecided("older versions cannot be read");
                }
                case Fold.Live(Entry entry) -> {
                    if (entry.isTruncated()) {
                        // A later record than the row at hand has deletes it.
                        return new NoSuchVersion();
                    }
                    if (Mode.of(entry.value()).isNull()) {
                        // Nobody was told of it by this name.
                        return new NoSuchVersion();
                    }
                    if (entry.value().kind() == Value.Kind.MARKER) {
                        return new Marker(entry);
                    }
                    if (known(row, entry).isPresent()) {
                        return new Live(entry, described(row, entry));
                    }
                    switch (visibility.look(key, entry, deadline)) {
                        case VISIBLE -> {
                            tellVisible(key, row, entry);
                            return new Live(entry, described(row, entry));
                        }
                        // At the look it was not visible, or no longer: either way not there.
                        case INVISIBLE -> {
                            return new NoSuchVersion();
                        }
                        case UNCLEAR -> {
                            if (deadline.passed(cluster.surroundings().time())) {
                                return new Undecided("its data may still be arriving");
                            }
                            cluster.surroundings().time().sleep(cluster.settings().poll());
                        }
                    }
                }
            }
        }
    }

    private void tellVisible(ObjectKey key, Row row, Entry entry) {
        // A version read back from older parts of the log need not be in the row at hand.
        if (row.entry(entry.version()).isPresent()) {
            cluster.metadata().resolutions().tell(key, row, entry.version(), Resolution.VISIBLE);
        }
    }

    /**
     * Returns the manifest of a chosen version if it is known, or now seen, to be visible. A
     * version that is deleted by now is only where it was known to have been visible before.
     */
    Optional<Manifest> visible(ObjectKey key, Row row, long version) {
        return row.entry(version).flatMap(entry -> visible(key, row, entry));
    }

    private Optional<Manifest> visible(ObjectKey key, Row row, Entry entry) {
        if (entry.isTruncated()) {
            return Optional.empty();
        }
        Optional<Current> known = known(row, entry);
        if (known.isPresent()) {
            return known.get() instanceof Live live
                    ? Optional.of(live.manifest())
                    : Optional.empty();
        }
        switch (Fold.standing(row, entry.version())) {
            // One that another took the place of was put all the same.
            case Fold.Live _, Fold.Superseded _ -> {}
            case Fold.Deleted _, Fold.NoVersion _, Fold.NeedsOlder _ -> {
                return Optional.empty();
            }
        }
        Sight sight = visibility.look(key, entry, cluster.after(cluster.settings().resolve()));
        return sight == Sight.VISIBLE
                ? Optional.of(ManifestCodec.decode(entry.value()))
                : Optional.empty();
    }

    private Current resolve(ObjectKey key, Row latest, Versions versions, Invisible invisible) {
        Deadline deadline = cluster.after(cluster.settings().resolve());
        Row row = latest;
        long upTo = latest.chosen();
        while (true) {
            Fold.State state = versions.newest(row, upTo);
            if (state instanceof Fold.NeedsOlder) {
                Optional<Row> longer = cluster.metadata().reader().longer(key, row);
                if (longer.isEmpty()) {
                    return new Undecided("older versions cannot be read");
                }
                row = longer.get();
                continue;
            }
            if (!(state instanceof Fold.Newest(Entry entry))) {
                return new Gone(Optional.empty());
            }
            if (entry.isTruncated()) {
                // A later record than the row at hand has deletes it, so that row is out of date.
                if (deadline.passed(cluster.surroundings().time())
                        || !(readAgain(key) instanceof VersionReader.Latest now)) {
                    return new Undecided("version " + entry.version() + " is being deleted");
                }
                row = now.row();
                upTo = row.chosen();
                continue;
            }
            Optional<Current> known = known(row, entry);
            if (known.isPresent()) {
                return known.get();
            }
            Sight sight = visibility.look(key, entry, deadline);
            if (sight == Sight.VISIBLE) {
                tellVisible(key, row, entry);
                return new Live(entry, described(row, entry));
            }
            boolean fallBack = sight == Sight.INVISIBLE && invisible == Invisible.FALL_BACK;
            Optional<VersionId> stalled =
                    invisible == Invisible.WAIT ? stalled(row, entry) : Optional.empty();
            if (stalled.isPresent()
                    || (!fallBack && deadline.passed(cluster.surroundings().time()))) {
                return new Undecided(
                        "the data of version " + entry.version() + " may still be arriving",
                        stalled);
            }
            if (!fallBack) {
                cluster.surroundings().time().sleep(cluster.settings().poll());
            }
            if (!(readAgain(key) instanceof VersionReader.Latest now)) {
                return new Undecided("no quorum answered");
            }
            boolean unchanged = cluster.versions().rules().mayPassOver(now.row(), row, entry);
            upTo = fallBack && unchanged ? entry.version() - 1 : now.row().chosen();
            row = unchanged ? row : now.row();
        }
    }

    /**
     * Returns a put that is not known to be visible and so old that nobody can be at it any more.
     *
     * <p>Whoever puts asks a quorum before it acknowledges what took that long, and hardly any
     * does. So waiting for it is of no use; by clocks that are apart, but nothing rests on that.
     */
    Optional<VersionId> stalled(Row row, Entry entry) {
        if (known(row, entry).isPresent()) {
            return Optional.empty();
        }
        Duration age =
                Duration.between(
                        ManifestCodec.decode(entry.value()).created(),
                        cluster.surroundings().time().instant());
        return age.compareTo(cluster.settings().confirmAfter()) >= 0
                ? Optional.of(VersionNames.idOf(row, entry))
                : Optional.empty();
    }

    private VersionReader.ReadResult readAgain(ObjectKey key) {
        return cluster.metadata().reader().read(key, cluster.after(cluster.settings().read()));
    }

    /** Returns what needs no look at fragments. */
    private static Optional<Current> known(Row row, Entry entry) {
        if (entry.value().kind() != Value.Kind.PUT) {
            boolean shown = Mode.of(entry.value()) != Mode.REMOVAL;
            return Optional.of(new Gone(Optional.of(entry).filter(_ -> shown)));
        }
        Manifest manifest = described(row, entry);
        boolean visible = entry.isVisible() || manifest.fragmented().isEmpty();
        return visible ? Optional.of(new Live(entry, manifest)) : Optional.empty();
    }

    /** Returns what is said of a put by now. */
    private static Manifest described(Row row, Entry entry) {
        Manifest manifest = ManifestCodec.decode(entry.value());
        return Fold.annotation(row, entry.version())
                .map(annotation -> manifest.withTags(TagsCodec.decode(annotation)))
                .orElse(manifest);
    }
}
