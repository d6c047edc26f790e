package io.giza.simulation.version;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.model.VersionName;
import io.giza.simulation.cluster.VoteOracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What clients were told of the versioning of one bucket, and what their writes went by. */
final class VersioningOracle {
    private final VoteOracle votes;
    private final Map<String, Integer> ends;
    private final List<Change> changes = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();

    /** What was told of last when the first put with this ETag was asked for. */
    private final Map<String, Integer> reportedBeforeFirstPut = new HashMap<>();

    /**
     * A change that was asked for after all before it were answered.
     *
     * @param reportedAt when it was told of, the end of time if it was not
     */
    private record Change(Versioning to, long askedAt, long reportedAt) {}

    /** A put or delete. */
    private record Write(ObjectKey key, OpId op, long askedAt, long answeredAt) {}

    /** Begins with a bucket that never was versioned, and counts in {@code ends}. */
    VersioningOracle(VoteOracle votes, Map<String, Integer> ends) {
        this.votes = votes;
        this.ends = ends;
        changes.add(new Change(Versioning.UNVERSIONED, 0, 0));
    }

    /** Notes that a change is asked for, and returns its number. */
    int noteRequest(Versioning to) {
        changes.add(new Change(to, votes.now(), Long.MAX_VALUE));
        return changes.size() - 1;
    }

    /** Notes that something of that ETag is about to be put. */
    void puts(String etag) {
        reportedBeforeFirstPut.putIfAbsent(etag, latestReported());
    }

    /** Returns what was told of last when something of that ETag was first put. */
    int reportedBeforeFirstPut(String etag) {
        return reportedBeforeFirstPut.getOrDefault(etag, 0);
    }

    /** Notes a write that was answered; judged at the end. */
    void noteWrite(ObjectKey key, OpId op, long askedAt) {
        writes.add(new Write(key, op, askedAt, votes.now()));
    }

    /** Judges all writes. */
    void checkWrites() {
        writes.forEach(this::checkWrites);
    }

    /** A client is told the name of a version that was put after so many changes were told of. */
    void noteVersionName(int reported, VersionName name) {
        // A null that was put before anything was told of is called so once versions have names.
        boolean isSuspended = name instanceof VersionName.Null && reported > 0;
        noteReported(reported, isSuspended ? Versioning.SUSPENDED : Versioning.ENABLED);
    }

    /** Returns the latest change that was told of so far. */
    int latestReported() {
        int reported = 0;
        for (int i = 0; i < changes.size(); i++) {
            reported = changes.get(i).reportedAt() < Long.MAX_VALUE ? i : reported;
        }
        return reported;
    }

    /**
     * A client is told what the bucket does: it is as after the change that was told of when it
     * asked, or after one since.
     */
    void noteReported(int since, Versioning shown) {
        for (int i = since; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (change.to() == shown) {
                if (change.reportedAt() == Long.MAX_VALUE) {
                    changes.set(i, new Change(shown, change.askedAt(), votes.now()));
                }
                return;
            }
        }
        check(false, "shown as " + shown + " after " + changes.subList(since, changes.size()));
    }

    private void checkWrites(Write write) {
        votes.chosen(write.key(), write.op())
                .ifPresent(chosen -> checkWrites(write, chosen.value()));
    }

    private void checkWrites(Write write, Value value) {
        Set<Mode> allowed =
                possibleStates(write).stream()
                        .map(
                                each ->
                                        value.kind() == Value.Kind.PUT
                                                ? each.modeOfPut()
                                                : each.modeOfMarker())
                        .collect(Collectors.toSet());
        // A blind put is a null like others.
        Mode mode = Mode.of(value) == Mode.BLIND ? Mode.UNVERSIONED : Mode.of(value);
        ends.merge(value.kind() + " " + mode, 1, Integer::sum);
        check(
                allowed.contains(mode),
                write + " is " + mode + ", not one of " + allowed + ", after " + changes);
    }

    /** Returns what the bucket may have been to a write: what was told last before it, or later. */
    private Set<Versioning> possibleStates(Write write) {
        int reported = 0;
        for (int i = 0; i < changes.size(); i++) {
            reported = changes.get(i).reportedAt() < write.askedAt() ? i : reported;
        }
        return changes.subList(reported, changes.size()).stream()
                .filter(change -> change.askedAt() <= write.answeredAt())
                .map(Change::to)
                .collect(Collectors.toSet());
    }
}
