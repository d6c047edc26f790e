package io.giza.gateway.listing;

import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.version.VisibilityResolver;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds all versions of an object that can be read, and its delete markers. A put of which it is
 * not known whether it is visible is looked for as a read looks for it: it is listed if it is
 * there, left out if it certainly was not there and the log still says the same afterwards, and
 * otherwise nobody can tell.
 */
final class KeyVersions {
    private final Cluster cluster;
    private final VisibilityResolver visibility;

    KeyVersions(Cluster cluster) {
        this.cluster = cluster;
        this.visibility = new VisibilityResolver(cluster);
    }

    /** What follows from a look at all versions. */
    private sealed interface Step {}

    /** They are to be looked at again, in this row. */
    private record LookAgain(Row row) implements Step {}

    /** The versions of one key. */
    sealed interface Answer extends Step {}

    /**
     * All of them.
     *
     * @param row the row that they are of
     * @param entries the puts and markers, the newest first
     */
    record Known(Row row, List<Entry> entries) implements Answer {
        Known {
            entries = List.copyOf(entries);
        }

        /** Returns the versions that are shown: a removal is none. */
        List<Entry> versions() {
            return entries.stream()
                    .filter(entry -> Mode.of(entry.value()) != Mode.HIDDEN_MARKER)
                    .toList();
        }

        /** Tells whether a version is what a read finds. */
        boolean isLatest(Entry entry) {
            return entry.equals(entries.getFirst());
        }
    }

    /** Some version may or may not be there. */
    record Undecided(String detail) implements Answer {}

    /** Returns the versions of an object of which a quorum said that {@code latest} is its row. */
    Answer resolve(ObjectKey key, Row latest) {
        Deadline deadline = cluster.after(cluster.settings().resolve());
        Row row = latest;
        while (true) {
            switch (step(key, row, deadline)) {
                case Answer answer -> {
                    return answer;
                }
                case LookAgain(Row next) -> row = next;
            }
        }
    }

    private Step step(ObjectKey key, Row row, Deadline deadline) {
        return switch (Fold.versions(row)) {
            case Fold.NeedsOlder _ ->
                    cluster.versions()
                            .withOlder(key, row)
                            .<Step>map(LookAgain::new)
                            .orElseGet(KeyVersions::olderCannotBeRead);
            case Fold.All(List<Entry> entries) ->
                    judge(key, row, probe(key, row, entries, deadline), deadline);
        };
    }

    private Step judge(ObjectKey key, Row row, ProbeResult probed, Deadline deadline) {
        if (probed.isWhole() && probed.invisible().isEmpty()) {
            return new Known(row, probed.visible());
        }
        if (!probed.unclear().isEmpty()) {
            if (deadline.hasPassed(cluster.surroundings().time())) {
                long version = probed.unclear().getFirst().version();
                return new Undecided("the data of version " + version + " may be arriving");
            }
            cluster.surroundings().time().sleep(cluster.settings().poll());
        }
        return compareWithLog(key, row, probed, deadline);
    }

    /** What was invisible is left out only if the log, read after the look, still says the same. */
    private Step compareWithLog(ObjectKey key, Row row, ProbeResult probed, Deadline deadline) {
        var again = cluster.metadata().reader().read(key, cluster.after(cluster.settings().read()));
        if (!(again instanceof VersionReader.Latest(Row newest, _))) {
            return new Undecided("no quorum answered");
        }
        // What was told of a version stands beside it, which may be in older parts of the log.
        Optional<Row> held = cluster.versions().withLogFrom(key, newest, row.firstHeld());
        if (held.isEmpty()) {
            return olderCannotBeRead();
        }
        Row now = held.get();
        boolean unchanged =
                probed.invisible().stream()
                        .allMatch(entry -> cluster.versions().rules().mayPassOver(now, row, entry));
        if (unchanged && probed.isWhole()) {
            return new Known(row, probed.visible());
        }
        if (!(unchanged || probed.decided()) && deadline.hasPassed(cluster.surroundings().time())) {
            return new Undecided("versions keep coming and going");
        }
        return new LookAgain(now);
    }

    private static Undecided olderCannotBeRead() {
        return new Undecided("older versions cannot be read");
    }

    /**
     * What a look found.
     *
     * @param decided whether something was decided by a record that the row does not hold
     */
    private record ProbeResult(
            List<Entry> visible, List<Entry> invisible, List<Entry> unclear, boolean decided) {
        boolean isWhole() {
            return unclear.isEmpty() && !decided;
        }
    }

    private ProbeResult probe(ObjectKey key, Row row, List<Entry> entries, Deadline deadline) {
        List<Entry> visible = new ArrayList<>();
        List<Entry> invisible = new ArrayList<>();
        List<Entry> unclear = new ArrayList<>();
        boolean decided = false;
        boolean nullsAreSuperseded = false;
        for (Entry entry : entries) {
            boolean isNull = Mode.of(entry.value()).isNull();
            if (isNull && nullsAreSuperseded) {
                continue;
            }
            switch (find(key, row, entry, deadline)) {
                case VisibilityResolver.Visible _ -> {
                    visible.add(entry);
                    nullsAreSuperseded |= isNull;
                }
                case VisibilityResolver.RecordedVisible _ -> {
                    decided = true;
                    nullsAreSuperseded |= isNull;
                }
                case VisibilityResolver.Deleted _ -> decided = true;
                case VisibilityResolver.Invisible _ -> invisible.add(entry);
                case VisibilityResolver.Decodable _,
                        VisibilityResolver.Unknown _,
                        VisibilityResolver.Undecided _ ->
                        unclear.add(entry);
            }
        }
        return new ProbeResult(visible, invisible, unclear, decided);
    }

    /** One of which nothing is left is deleted by a later record than the row at hand has. */
    private VisibilityResolver.Finding find(
            ObjectKey key, Row row, Entry entry, Deadline deadline) {
        if (entry.isTruncated()) {
            return new VisibilityResolver.Unknown();
        }
        return isKnownVisible(entry)
                ? new VisibilityResolver.Visible()
                : visibility.resolve(key, row, entry, deadline);
    }

    private static boolean isKnownVisible(Entry entry) {
        return entry.value().kind() == Value.Kind.MARKER
                || entry.isVisible()
                || ManifestCodec.decode(entry.value()).fragmented().isEmpty();
    }

    /** Returns what a put says of its object, empty for a marker. */
    static Optional<Manifest> manifestOf(Entry entry) {
        return entry.value().kind() == Value.Kind.PUT
                ? Optional.of(ManifestCodec.decode(entry.value()))
                : Optional.empty();
    }
}
