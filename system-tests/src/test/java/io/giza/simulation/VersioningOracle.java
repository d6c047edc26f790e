package io.giza.simulation;

import static io.giza.simulation.VoteOracle.check;

import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.model.VersionName;

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
    private final Map<String, Integer> toldBefore = new HashMap<>();

    /**
     * A change that was asked for after all before it were answered.
     *
     * @param told when it was told of, the end of time if it was not
     */
    private record Change(Versioning to, long asked, long told) {}

    /** A put or delete. */
    private record Write(ObjectKey key, OpId op, long asked, long answered) {}

    /** Begins with a bucket that never was versioned, and counts in {@code ends}. */
    VersioningOracle(VoteOracle votes, Map<String, Integer> ends) {
        this.votes = votes;
        this.ends = ends;
        changes.add(new Change(Versioning.UNVERSIONED, 0, 0));
    }

    /** Notes that a change is asked for, and returns its number. */
    int asksFor(Versioning to) {
        changes.add(new Change(to, votes.now(), Long.MAX_VALUE));
        return changes.size() - 1;
    }

    /** Notes that something of that ETag is about to be put. */
    void puts(String etag) {
        toldBefore.putIfAbsent(etag, told());
    }

    /** Returns what was told of last when something of that ETag was first put. */
    int toldBefore(String etag) {
        return toldBefore.getOrDefault(etag, 0);
    }

    /** Notes a write that was answered; judged at the end. */
    void wrote(ObjectKey key, OpId op, long asked) {
        writes.add(new Write(key, op, asked, votes.now()));
    }

    /** Judges all writes. */
    void judge() {
        writes.forEach(this::judge);
    }

    /** A client is told the name of a version that was put after so many changes were told of. */
    void toldByName(int told, VersionName name) {
        // A null that was put before anything was told of is called so once versions have names.
        boolean isSuspended = name instanceof VersionName.Null && told > 0;
        tell(told, isSuspended ? Versioning.SUSPENDED : Versioning.ENABLED);
    }

    /** Returns the latest change that was told of so far. */
    int told() {
        int told = 0;
        for (int i = 0; i < changes.size(); i++) {
            told = changes.get(i).told() < Long.MAX_VALUE ? i : told;
        }
        return told;
    }

    /**
     * A client is told what the bucket does: it is as after the change that was told of when it
     * asked, or after one since.
     */
    void tell(int since, Versioning shown) {
        for (int i = since; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (change.to() == shown) {
                if (change.told() == Long.MAX_VALUE) {
                    changes.set(i, new Change(shown, change.asked(), votes.now()));
                }
                return;
            }
        }
        check(false, "shown as " + shown + " after " + changes.subList(since, changes.size()));
    }

    private void judge(Write write) {
        votes.chosen(write.key(), write.op()).ifPresent(chosen -> judge(write, chosen.value()));
    }

    private void judge(Write write, Value value) {
        Set<Mode> allowed =
                possible(write).stream()
                        .map(
                                each ->
                                        value.kind() == Value.Kind.PUT
                                                ? each.modeOfPut()
                                                : each.modeOfMarker())
                        .collect(Collectors.toSet());
        Mode mode = Mode.of(value);
        ends.merge(value.kind() + " " + mode, 1, Integer::sum);
        check(
                allowed.contains(mode),
                write + " is " + mode + ", not one of " + allowed + ", after " + changes);
    }

    /** Returns what the bucket may have been to a write: what was told last before it, or later. */
    private Set<Versioning> possible(Write write) {
        int told = 0;
        for (int i = 0; i < changes.size(); i++) {
            told = changes.get(i).told() < write.asked() ? i : told;
        }
        return changes.subList(told, changes.size()).stream()
                .filter(change -> change.asked() <= write.answered())
                .map(Change::to)
                .collect(Collectors.toSet());
    }
}
