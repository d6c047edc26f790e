package io.giza.gc.plan;

import io.giza.model.Mode;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.version.RetryWindow;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is to be done about the row of an object, as the row itself says. It only says where to
 * look: each step asks a quorum before it does anything, so a row that is out of date costs work
 * and nothing else. The steps are taken in this order, which is the argument for their safety.
 *
 * @param unsettled puts that are old and not known to be visible: settle
 * @param garbage versions that a record deletes, or that a later one took the place of, and of
 *     which something may be left: delete their fragments, then drop them from the row
 * @param young those of the garbage that a client may ask for again: keep what the row says of them
 * @param isEmpty whether nothing of any version is left or will be, and no client asks for any
 *     again: remove the row
 */
public record RowPlan(
        List<VersionId> unsettled, List<VersionId> garbage, Set<VersionId> young, boolean isEmpty) {
    public RowPlan {
        unsettled = List.copyOf(unsettled);
        garbage = List.copyOf(garbage);
        young = Set.copyOf(young);
    }

    /**
     * When versions are looked at.
     *
     * @param settleAfter how old an unsettled put must be to be looked at; no part of safety
     * @param keepFor how old what an operation wrote must be to be dropped, see {@link RetryWindow}
     */
    public record AgeLimits(Duration settleAfter, Duration keepFor) {}

    /**
     * Plans for a row.
     *
     * @param row the row; one that holds a part of its log is not empty
     * @param now the time by which puts are old
     * @param supersedes whether a null is of no use once a later one took its place
     */
    public static RowPlan of(Row row, Instant now, AgeLimits limits, boolean supersedes) {
        Map<Long, Fold.VersionState> standings = Fold.versionStates(row);
        Instant before = now.minus(limits.settleAfter());
        List<VersionId> unsettled = new ArrayList<>();
        List<VersionId> garbage = new ArrayList<>();
        Set<VersionId> young = new HashSet<>();
        boolean isEmpty = row.chosen() > 0 && row.firstHeld() == 1;
        for (Entry entry : row.log()) {
            VersionId id = new VersionId(row.generation(), entry.version(), entry.value().id());
            if (RetryWindow.isOpen(entry, now, limits.keepFor())) {
                isEmpty = false;
                young.add(id);
            }
            switch (standings.getOrDefault(entry.version(), new Fold.NoVersion())) {
                case Fold.Live _ -> {
                    isEmpty &= isHiddenMarker(entry);
                    if (isUnsettled(entry, before)) {
                        unsettled.add(id);
                    }
                }
                case Fold.Superseded _ -> {
                    if (entry.value().kind() == Kind.PUT) {
                        isEmpty = false;
                        if (supersedes) {
                            garbage.add(id);
                        }
                    }
                }
                case Fold.Deleted _ -> {
                    if (hasData(entry)) {
                        isEmpty = false;
                        garbage.add(id);
                    }
                }
                case Fold.NoVersion _, Fold.NeedsOlder _ -> {}
            }
        }
        young.retainAll(garbage);
        return new RowPlan(unsettled, garbage, young, isEmpty);
    }

    /** Tells whether all that there is to do comes to its end when clients ask no more. */
    public boolean waitsForRetries() {
        return unsettled.isEmpty() && !young.isEmpty() && young.containsAll(garbage);
    }

    /** Tells whether there is anything to do. */
    public boolean hasWork() {
        return !unsettled.isEmpty() || !garbage.isEmpty() || isEmpty;
    }

    private static boolean hasData(Entry entry) {
        return entry.value().kind() == Kind.PUT && !entry.isTruncated();
    }

    /** The marker of a bucket that never was versioned says that there is no object. */
    private static boolean isHiddenMarker(Entry entry) {
        Value value = entry.value();
        return value.kind() == Kind.MARKER && Mode.of(value) == Mode.HIDDEN_MARKER;
    }

    private static boolean isUnsettled(Entry entry, Instant before) {
        return entry.value().kind() == Kind.PUT
                && entry.resolution() == Resolution.UNRESOLVED
                // A row that lags behind may know that it was dropped and not that it was deleted.
                && !entry.isTruncated()
                && ManifestCodec.decode(entry.value()).created().isBefore(before);
    }
}
