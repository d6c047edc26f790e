package io.giza.simulation.version;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.record.ManifestCodec;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.cluster.VoteOracle.Chosen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

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
public final class VersionOracle {
    private final VoteOracle votes;
    private final VersionLog log;
    private final VersionJudge judge;
    private final ObjectKey key;
    private final Map<PutId, Long> shown = new HashMap<>();
    private final Set<OpId> deletions = new HashSet<>();
    private final Set<PutId> discarded = new HashSet<>();
    private final Set<PutId> lostWithStore = new HashSet<>();
    private final Map<PutId, Long> abandonedByRecovery = new HashMap<>();
    private final List<Runnable> reads = new ArrayList<>();

    /** What a read was told. */
    enum ReadOutcome {
        FOUND,
        NOTHING,
        MARKER
    }

    /** When an operation was asked for and when it was answered. */
    record Span(long askedAt, long answeredAt) {}

    public VersionOracle(SimulatedCluster cluster, ObjectKey key) {
        this.votes = cluster.oracle();
        this.log = new VersionLog(cluster, key);
        this.judge = new VersionJudge(log, this::mustBeVisible);
        this.key = key;
    }

    public long now() {
        return votes.now();
    }

    public List<Chosen> log() {
        return log.log();
    }

    /** Notes that a client, and not a cleaner, wants a version deleted. */
    void noteDeletionRequest(OpId op) {
        deletions.add(op);
    }

    /** Notes that a put was acknowledged. */
    public void noteAcknowledged(PutId put) {
        check(votes.isChosen(key, put), "I6: not chosen: " + put);
        show(put);
    }

    /** Notes that a store was lost and what was left of these puts does not decode. */
    public void noteStoreLoss(Set<PutId> puts) {
        lostWithStore.addAll(puts);
    }

    public boolean isDeleted(int version) {
        return log.isDeleted(version);
    }

    public Value chosen(int version) {
        return log.chosen(version);
    }

    /** Tells whether any data was lost with a store. */
    public boolean hasStoreLoss() {
        return !lostWithStore.isEmpty();
    }

    /** Notes that a recovery gives up what a lost store held of a put. */
    public void noteRecoveryAbandons(PutId put) {
        abandonedByRecovery.putIfAbsent(put, now());
    }

    /** Notes what a read of the newest version was told; judged at the end. */
    void read(Span span, Optional<Manifest> manifest) {
        int found = manifest.map(log::versionOf).orElse(0);
        if (found > 0) {
            show(log.chosen(found).id());
        }
        judgeLater(
                span,
                versions -> judge.isNewest(found, versions, span),
                () -> "a read during " + span + " found version " + found);
    }

    /** Notes which tags a read told of; judged at the end. */
    void readTags(Span span, Manifest manifest) {
        int version = log.versionOf(manifest);
        judgeLater(
                span,
                versions -> log.tags(version, versions).equals(manifest.tags()),
                () ->
                        "a read during %s of version %d was told of the tags %s"
                                .formatted(span, version, manifest.tags()));
    }

    /** Notes what a read of one version was told; judged at the end. */
    void readVersion(Span span, int version, ReadOutcome outcome) {
        if (outcome == ReadOutcome.FOUND) {
            show(log.chosen(version).id());
        }
        judgeLater(
                span,
                versions -> judge.fits(version, outcome, versions, span),
                () -> "a read during " + span + " of version " + version + " was told " + outcome);
    }

    /** Notes what a read of the version called null was told; judged at the end. */
    void readNull(Span span, ReadOutcome outcome, Optional<Manifest> manifest) {
        int found = manifest.map(log::versionOf).orElse(0);
        if (found > 0) {
            show(log.chosen(found).id());
        }
        judgeLater(
                span,
                versions -> judge.isNull(found, outcome, versions, span),
                () ->
                        "a read of null during %s was told %s version %d"
                                .formatted(span, outcome, found));
    }

    /** Remembers a read, which at some time during it was to be told what it was. */
    private void judgeLater(Span span, IntPredicate fits, Supplier<String> what) {
        reads.add(
                () -> check(judge.atSomeTime(span, fits), () -> what.get() + " of " + describe()));
    }

    /**
     * Checks that a version is deleted now, or perhaps could not be seen when somebody looked, not
     * yet or no more: nobody is told whether a version that was not there was deleted.
     *
     * @param askedAt when its deletion was asked for
     */
    public void checkDeleted(int version, long askedAt) {
        Value value = log.chosen(version);
        check(
                log.isDeleted(version, log.log().size())
                        || (value.kind() == Kind.PUT
                                && !wasShown(value.id(), new Span(askedAt, now()))),
                "not deleted: " + version + " of " + describe());
    }

    /** Checks that the null that was seen last before {@code askedAt} is gone, or followed. */
    public void checkNullDeleted(long askedAt) {
        Span span = new Span(askedAt, now());
        for (int version = log.log().size(); version >= 1; version--) {
            if (!log.isObject(version) || !Mode.of(log.chosen(version)).isNull()) {
                continue;
            }
            boolean seen =
                    log.chosen(version).kind() == Kind.MARKER || mustBeVisible(version, span);
            check(
                    log.isDeleted(version, log.log().size())
                            || log.log().get(version - 1).moment() > askedAt
                            || Mode.of(log.chosen(version)) == Mode.HIDDEN_MARKER
                            || !seen,
                    "null not deleted: " + version + " of " + describe());
            return;
        }
    }

    /** I8, at the moment at which a fragment is deleted. */
    void checkFragmentDeletion(FragmentId fragment) {
        int version = log.versionOf(fragment.putId());
        if (version == 0) {
            discarded.add(fragment.putId());
        } else {
            check(
                    log.isDeleted(version, log.log().size()),
                    "I8: " + fragment + " of version " + version + " deleted, of " + describe());
            check(
                    isDeletionRequested(version) || log.isGivenUp(version) || isSuperseded(version),
                    "I8: " + fragment + " of version " + version + " ended, of " + describe());
        }
    }

    /** Tells whether one that was visible took its place; of what a store lost nobody knows. */
    private boolean isSuperseded(int version) {
        return log.isFollowed(
                version, put -> shown.containsKey(put) || lostWithStore.contains(put));
    }

    /** Judges everything once the run is over. */
    public void judge() {
        reads.forEach(Runnable::run);
        for (int version = 1; version <= log.log().size(); version++) {
            Value value = log.chosen(version);
            check(!discarded.contains(value.id()), "I8: fragments discarded of " + value);
            check(
                    value.kind() != Kind.ANNOTATE
                            || !log.isDeleted((int) value.command().argument(), version),
                    "a deleted version was annotated by " + version + " of " + describe());
            check(
                    !shown.containsKey(value.id()) || !isAbandoned(version) || isLost(value.id()),
                    "I6: version " + version + " was shown and given up, of " + describe());
            check(
                    !log.isDeleted(version)
                            || isDeletionRequested(version)
                            || log.isGivenUp(version)
                            || log.hasLaterNull(version),
                    "version " + version + " ended for nothing, of " + describe());
        }
    }

    /** Tells whether a put was lost with a store, and given up by a recovery and nobody else. */
    private boolean isLost(PutId put) {
        return lostWithStore.contains(put) && abandonedByRecovery.containsKey(put);
    }

    public String describe() {
        StringBuilder text = new StringBuilder();
        int version = 0;
        for (Chosen each : log.log()) {
            Value value = each.value();
            text.append(System.lineSeparator()).append("  ").append(++version).append(" at ");
            text.append(each.moment()).append(' ').append(value.kind()).append(' ');
            text.append(value.command().argument())
                    .append(' ')
                    .append(value.body().size() == 1 ? "given up " : "");
            text.append(value.id());
            text.append(" shown ").append(shown.get(value.id()));
        }
        return text.toString();
    }

    private void show(PutId id) {
        shown.putIfAbsent(id, now());
    }

    /** Tells whether a chosen put was certainly visible when the span began. */
    private boolean mustBeVisible(int version, Span span) {
        Value value = log.chosen(version);
        Manifest manifest = ManifestCodec.decode(value);
        return manifest.fragmented().isEmpty() || wasShown(value.id(), span);
    }

    private boolean wasShown(PutId put, Span span) {
        Long since = shown.get(put);
        return since != null && since <= span.askedAt() && !isLost(put, span);
    }

    /** Tells whether a put was lost with a store and given up before the span was over. */
    private boolean isLost(PutId put, Span span) {
        Long given = abandonedByRecovery.get(put);
        return lostWithStore.contains(put) && given != null && given <= span.answeredAt();
    }

    /** Tells whether a version was given up, and not deleted nor followed by another. */
    private boolean isAbandoned(int version) {
        return log.isDeleted(version) && !isDeletionRequested(version) && log.isGivenUp(version);
    }

    /** Tells whether a client was the first to delete the version. */
    private boolean isDeletionRequested(int version) {
        return log.ending(version, log.log().size())
                .filter(value -> deletions.contains(value.op()))
                .isPresent();
    }
}
