package io.giza.simulation;

import static io.giza.simulation.VoteOracle.check;

import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.simulation.VoteOracle.Chosen;
import io.giza.wire.ManifestCodec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Knows the log of one object as it is chosen, and judges what was read and done to it by the fold
 * of that log:
 *
 * <ul>
 *   <li>a read finds what the object was at some time during it: no put that somebody was shown, or
 *       that was acknowledged, before the read began is passed over, unless it was lost for good
 *       with a store and a recovery gave it up;
 *   <li>I6, I7: what was acknowledged or shown to anybody is never given up as one whose data did
 *       not come, unless its data was lost for good with a store: then a recovery may;
 *   <li>I8: fragments are deleted only of versions that a record deleted, or of puts that are never
 *       chosen.
 * </ul>
 */
final class VersionOracle {
    private final VoteOracle votes;
    private final ObjectKey key;
    private final Map<PutId, Long> shown = new HashMap<>();
    private final Set<OpId> deletions = new HashSet<>();
    private final Set<PutId> discarded = new HashSet<>();
    private final Set<PutId> endangered = new HashSet<>();
    private final Map<PutId, Long> condemned = new HashMap<>();
    private final List<Runnable> reads = new ArrayList<>();

    /** What a read was told. */
    enum Told {
        FOUND,
        NOTHING,
        MARKER
    }

    /** When an operation was asked for and when it was answered. */
    record Span(long asked, long answered) {}

    VersionOracle(VoteOracle votes, ObjectKey key) {
        this.votes = votes;
        this.key = key;
    }

    long now() {
        return votes.now();
    }

    List<Chosen> log() {
        return votes.chosen(key);
    }

    /** Notes that a client, and not a cleaner, wants a version deleted. */
    void wantsDeletion(OpId op) {
        deletions.add(op);
    }

    /** Notes that a put was acknowledged. */
    void acknowledged(OpId op) {
        Value value =
                votes.chosen(key, op)
                        .map(Chosen::value)
                        .orElseThrow(() -> new AssertionError("I6: not chosen: " + op));
        show(value.id());
    }

    /** Notes that a store was lost and what was left of these puts does not decode. */
    void endanger(Set<PutId> puts) {
        endangered.addAll(puts);
    }

    /** Tells whether any data was lost with a store. */
    boolean endangers() {
        return !endangered.isEmpty();
    }

    /** Notes that a recovery gives up what a lost store held of a put. */
    void condemn(PutId put) {
        condemned.putIfAbsent(put, now());
    }

    /** Notes what a read of the newest version was told; judged at the end. */
    void read(Span span, Told told, String etag) {
        if (told == Told.FOUND) {
            show(chosen(versionOf(etag)).id());
        }
        int found = told == Told.FOUND ? versionOf(etag) : 0;
        reads.add(
                () ->
                        check(
                                atSomeTime(span, versions -> isNewest(found, versions, span)),
                                "a read during "
                                        + span
                                        + " found version "
                                        + found
                                        + " of "
                                        + describe()));
    }

    /** Notes what a read of one version was told; judged at the end. */
    void readVersion(Span span, int version, Told told) {
        if (told == Told.FOUND) {
            show(chosen(version).id());
        }
        reads.add(
                () ->
                        check(
                                atSomeTime(span, versions -> fits(version, told, versions, span)),
                                "a read during "
                                        + span
                                        + " of version "
                                        + version
                                        + " was told "
                                        + told
                                        + " of "
                                        + describe()));
    }

    /** Checks that a version is deleted now. */
    void checkDeleted(int version) {
        check(isDeleted(version, log().size()), "not deleted: " + version + " of " + describe());
    }

    /** I8, at the moment at which a fragment is deleted. */
    void deletes(FragmentId fragment) {
        int version = versionOf(fragment.putId());
        if (version == 0) {
            discarded.add(fragment.putId());
        } else {
            check(
                    isDeleted(version, log().size()),
                    "I8: " + fragment + " of version " + version + " deleted, of " + describe());
        }
    }

    /** Judges everything once the run is over. */
    void judge() {
        reads.forEach(Runnable::run);
        for (int version = 1; version <= log().size(); version++) {
            Value value = chosen(version);
            check(!discarded.contains(value.id()), "I8: fragments discarded of " + value);
            check(
                    !shown.containsKey(value.id()) || !isAbandoned(version) || isLost(value.id()),
                    "I6: version " + version + " was shown and given up, of " + describe());
        }
    }

    /** Tells whether a put was lost with a store, and given up by a recovery and nobody else. */
    private boolean isLost(PutId put) {
        return endangered.contains(put) && condemned.containsKey(put);
    }

    boolean isDeleted(int version) {
        return isDeleted(version, log().size());
    }

    Value chosen(int version) {
        return log().get(version - 1).value();
    }

    String describe() {
        StringBuilder text = new StringBuilder();
        int version = 0;
        for (Chosen each : log()) {
            Value value = each.value();
            text.append(System.lineSeparator()).append("  ").append(++version).append(" at ");
            text.append(each.moment()).append(' ').append(value.kind()).append(' ');
            text.append(value.argument()).append(' ').append(value.id());
            text.append(" shown ").append(shown.get(value.id()));
        }
        return text.toString();
    }

    private void show(PutId id) {
        shown.putIfAbsent(id, now());
    }

    private int versionOf(PutId id) {
        List<Chosen> log = log();
        for (int i = 0; i < log.size(); i++) {
            if (log.get(i).value().id().equals(id)) {
                return i + 1;
            }
        }
        return 0;
    }

    private int versionOf(String etag) {
        List<Chosen> log = log();
        for (int i = 0; i < log.size(); i++) {
            Value value = log.get(i).value();
            if (value.kind() == Kind.PUT && ManifestCodec.decode(value).etag().equals(etag)) {
                return i + 1;
            }
        }
        throw new AssertionError("found what is not chosen: " + etag + " of " + describe());
    }

    /** Tells whether a state of so many versions fits at some time of the span. */
    private boolean atSomeTime(Span span, IntPredicate fits) {
        List<Chosen> log = log();
        for (int versions = 0; versions <= log.size(); versions++) {
            boolean over = versions < log.size() && log.get(versions).moment() <= span.asked();
            boolean yet = versions == 0 || log.get(versions - 1).moment() <= span.answered();
            if (!over && yet && fits.test(versions)) {
                return true;
            }
        }
        return false;
    }

    private boolean isNewest(int found, int versions, Span span) {
        for (int version = versions; version >= 1; version--) {
            Value value = chosen(version);
            boolean object = value.kind() == Kind.PUT || value.kind() == Kind.MARKER;
            if (!object || isDeleted(version, versions)) {
                continue;
            }
            if (value.kind() == Kind.MARKER) {
                return found == 0;
            }
            if (version == found) {
                return true;
            }
            if (mustBeSeen(version, span)) {
                return false;
            }
        }
        return found == 0;
    }

    private boolean fits(int version, Told told, int versions, Span span) {
        boolean there = version <= versions && !isDeleted(version, versions);
        return switch (told) {
            case FOUND -> there && chosen(version).kind() == Kind.PUT;
            case MARKER -> there && chosen(version).kind() == Kind.MARKER;
            case NOTHING ->
                    !there
                            || (chosen(version).kind() == Kind.PUT && !mustBeSeen(version, span))
                            || (chosen(version).kind() != Kind.PUT
                                    && chosen(version).kind() != Kind.MARKER);
        };
    }

    /** Tells whether a chosen put was certainly visible when the span began. */
    private boolean mustBeSeen(int version, Span span) {
        Value value = chosen(version);
        Manifest manifest = ManifestCodec.decode(value);
        Long since = shown.get(value.id());
        return manifest.fragmented().isEmpty()
                || (since != null && since <= span.asked() && !isLost(value.id(), span));
    }

    /** Tells whether a put was lost with a store and given up before the span was over. */
    private boolean isLost(PutId put, Span span) {
        Long given = condemned.get(put);
        return endangered.contains(put) && given != null && given <= span.answered();
    }

    private boolean isDeleted(int version, int versions) {
        return log().subList(0, versions).stream()
                .skip(version)
                .map(Chosen::value)
                .anyMatch(value -> deletes(value, version));
    }

    /** Tells whether a cleaner, not a client, was the first to delete the version. */
    private boolean isAbandoned(int version) {
        return log().stream()
                .skip(version)
                .map(Chosen::value)
                .filter(value -> deletes(value, version))
                .findFirst()
                .filter(value -> !deletions.contains(value.op()))
                .isPresent();
    }

    private static boolean deletes(Value value, int version) {
        return value.kind() == Kind.DELETE_VERSIONS && value.argument() == version;
    }
}
