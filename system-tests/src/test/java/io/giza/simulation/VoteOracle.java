package io.giza.simulation;

import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Quorums;
import io.giza.paxos.Row;
import io.giza.paxos.Vote;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sees every row as it is written and counts the votes itself, so it knows at each moment what is
 * chosen, whatever gateways believe. A write that breaks an invariant ends the run:
 *
 * <ul>
 *   <li>I1: no version has two chosen values;
 *   <li>I2: no ballot but the fast one has two values, and no data center votes twice on one;
 *   <li>I3: no version is voted on, or known to be chosen, before the one before it is chosen;
 *   <li>I4: what a row promised, voted and knows never goes back;
 *   <li>I5: no put is chosen twice, and no client operation twice within the window;
 *   <li>I9: no record is chosen whose base is below the fence.
 * </ul>
 */
final class VoteOracle {
    private final Quorums quorums;
    private final Map<ObjectKey, Log> logs = new HashMap<>();
    private final Set<PutId> impossible = new HashSet<>();
    private long moment;

    /** A chosen version and the moment at which its last vote was written. */
    record Chosen(Value value, long moment) {}

    private record Poll(long version, Ballot ballot) {}

    private static final class Log {
        final List<Chosen> chosen = new ArrayList<>();
        final Map<Poll, Map<DcName, Value>> polls = new HashMap<>();
        final Set<PutId> ids = new HashSet<>();
        long fence;
    }

    VoteOracle(int dataCenters) {
        this.quorums = Quorums.of(dataCenters);
    }

    /** Returns a moment later than all before. */
    long now() {
        return ++moment;
    }

    /** Returns the chosen versions of a row, version 1 first. */
    List<Chosen> chosen(ObjectKey key) {
        return List.copyOf(log(key).chosen);
    }

    /** Returns the keys of all rows that were ever written. */
    List<ObjectKey> keys() {
        return logs.keySet().stream().sorted().toList();
    }

    /** Returns the chosen version that serves a client operation. */
    Optional<Chosen> chosen(ObjectKey key, OpId op) {
        return log(key).chosen.stream().filter(each -> each.value().op().equals(op)).findFirst();
    }

    /** Notes that a put was reported as certainly not chosen, now and for ever. */
    void neverChosen(ObjectKey key, PutId id) {
        impossible.add(id);
        check(!log(key).ids.contains(id), "a chosen record was reported as not chosen: " + id);
    }

    /** Checks that all that a row shows as chosen is chosen. */
    void checkKnown(ObjectKey key, Row row) {
        Log log = log(key);
        check(row.chosen() <= log.chosen.size(), "I3: " + row + " knows more than is chosen");
        for (Entry entry : row.log()) {
            Value value = log.chosen.get((int) entry.version() - 1).value();
            check(value.isSame(entry.value()), "I1: " + entry + " is known, chosen was " + value);
        }
    }

    /** Checks that {@code versions} was the number of chosen versions at some time since. */
    void checkLatest(ObjectKey key, long versions, long since) {
        List<Chosen> chosen = log(key).chosen;
        check(versions <= chosen.size(), "I12: a read found " + versions + ", not chosen");
        check(
                versions == chosen.size() || chosen.get((int) versions).moment() > since,
                "I12: a read found "
                        + versions
                        + " versions though the next one had been chosen before it began");
    }

    /** Judges a write of a row. */
    void wrote(DcName dc, ObjectKey key, Row before, Row after) {
        moment++;
        checkMonotone(dc, before, after);
        checkKnown(key, after);
        Vote vote = after.open().vote();
        Vote earlier = before.chosen() == after.chosen() ? before.open().vote() : null;
        if (vote != null && !vote.equals(earlier)) {
            cast(dc, key, new Poll(after.chosen() + 1, vote.ballot()), vote.value());
        }
    }

    private static void checkMonotone(DcName dc, Row before, Row after) {
        String what = "I4: at " + dc + " " + before + " became " + after;
        check(
                after.chosen() >= before.chosen()
                        && after.fence() >= before.fence()
                        && after.generation() >= before.generation()
                        && after.epoch() >= before.epoch(),
                what);
        if (after.chosen() == before.chosen()) {
            check(after.open().promised().compareTo(before.open().promised()) >= 0, what);
            check(before.open().vote() == null || rises(before, after.open().vote()), what);
        }
        for (Entry entry : before.log()) {
            Entry now = after.entry(entry.version()).orElse(entry);
            boolean resolved = entry.resolution() != Entry.Resolution.UNRESOLVED;
            check(!resolved || now.resolution() == entry.resolution(), what);
        }
    }

    private static boolean rises(Row before, @Nullable Vote after) {
        Vote earlier = before.open().vote();
        return after != null && earlier != null && after.ballot().compareTo(earlier.ballot()) >= 0;
    }

    private void cast(DcName dc, ObjectKey key, Poll poll, Value value) {
        Log log = log(key);
        check(poll.version() <= log.chosen.size() + 1, "I3: " + poll + " voted on too early");
        Map<DcName, Value> votes = log.polls.computeIfAbsent(poll, _ -> new HashMap<>());
        Value twice = votes.putIfAbsent(dc, value);
        check(twice == null || twice.isSame(value), "I2: " + dc + " voted twice on " + poll);
        boolean fast = poll.ballot().equals(Ballot.FAST);
        check(
                fast || votes.values().stream().allMatch(value::isSame),
                "I2: two values on " + poll + ": " + votes);
        int count = (int) votes.values().stream().filter(value::isSame).count();
        if (fast ? quorums.isFast(count) : quorums.isClassic(count)) {
            choose(log, poll, value);
        }
    }

    private void choose(Log log, Poll poll, Value value) {
        if (poll.version() <= log.chosen.size()) {
            Value earlier = log.chosen.get((int) poll.version() - 1).value();
            check(earlier.isSame(value), "I1: " + poll + " chose " + value + " after " + earlier);
            return;
        }
        check(log.ids.add(value.id()), "I5: " + value + " is chosen twice, again on " + poll);
        check(!impossible.contains(value.id()), value + " is chosen though reported as not");
        int size = log.chosen.size();
        check(
                log.chosen.subList(Math.max(0, size - Acceptor.OPERATION_WINDOW), size).stream()
                        .noneMatch(each -> each.value().op().equals(value.op())),
                "I5: the operation of " + value + " happens twice");
        check(value.base() >= log.fence, "I9: " + value + " is chosen behind the fence");
        if (value.kind() == Value.Kind.NO_OP) {
            log.fence = Math.max(log.fence, value.argument());
        }
        log.chosen.add(new Chosen(value, moment));
    }

    private Log log(ObjectKey key) {
        return logs.computeIfAbsent(key, _ -> new Log());
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
