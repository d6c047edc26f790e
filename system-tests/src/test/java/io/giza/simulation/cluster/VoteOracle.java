package io.giza.simulation.cluster;

import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Quorums;
import io.giza.paxos.Row;
import io.giza.paxos.Vote;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Sees every row as it is written and counts the votes itself, so it knows at each moment what is
 * chosen, whatever gateways believe. A write that breaks an invariant ends the run:
 *
 * <ul>
 *   <li>I1: no version has two chosen values;
 *   <li>I2: no ballot but the fast one has two values, and no data center votes twice on one;
 *   <li>I3: no version is voted on, or known to be chosen, before the one before it is chosen;
 *   <li>I4: what a row promised, voted and knows never goes back, unless it is replaced by a later
 *       generation;
 *   <li>I5: no put is chosen twice, and no client operation twice within the window;
 *   <li>I9: no record is chosen whose base is below the fence;
 *   <li>I10: a row ends, and is given up, only when all data centers know of its removal;
 *   <li>I11: a table in the place of a lost one has no row that was not seeded;
 *   <li>I14: no version that a row knows is ever missing from its head and segments.
 * </ul>
 *
 * <p>The versions of each generation of a row are counted by themselves.
 */
public final class VoteOracle {
    private final Quorums quorums;
    private final Map<ObjectKey, TreeMap<Long, ChosenLog>> logs = new HashMap<>();
    private final Map<ObjectKey, Map<DcName, Row>> rows = new HashMap<>();
    private final Map<ObjectKey, Set<PutId>> ids = new HashMap<>();
    private final Map<DcName, DcName> seats = new HashMap<>();
    private final Set<PutId> impossible = new HashSet<>();
    private long moment;

    /** A chosen version and the moment at which its last vote was written. */
    public record Chosen(Value value, long moment) {}

    public VoteOracle(int dataCenters) {
        this.quorums = Quorums.of(dataCenters);
    }

    /**
     * Notes that {@code table} takes the seat of a lost one in quorums. What the lost one voted
     * stays cast, and both together count once.
     */
    public void noteReplacement(DcName table, DcName lost) {
        seats.put(table, lost);
    }

    /** Returns a moment later than all before. */
    public long now() {
        return ++moment;
    }

    /** Returns the chosen versions of a row's first generation, version 1 first. */
    public List<Chosen> chosen(ObjectKey key) {
        return chosen(key, 0);
    }

    /** Returns the chosen versions of a row's generation, version 1 first. */
    public List<Chosen> chosen(ObjectKey key, long generation) {
        return List.copyOf(log(key, generation).chosen());
    }

    /** Returns the generations of a row, the first one first. */
    public List<Long> generations(ObjectKey key) {
        return List.copyOf(logsByGeneration(key).keySet());
    }

    /** Tells whether a row's generation ended in DROP. */
    public boolean isEnded(ObjectKey key, long generation) {
        return log(key, generation).isEnded();
    }

    /** Returns each data center's row as it was last written. */
    public Map<DcName, Row> rows(ObjectKey key) {
        return Map.copyOf(rows.getOrDefault(key, Map.of()));
    }

    /** Tells whether an attempt is chosen, in whichever generation. */
    public boolean isChosen(ObjectKey key, PutId id) {
        return ids(key).contains(id);
    }

    /** Returns the keys of all rows that were ever written. */
    public List<ObjectKey> keys() {
        return logs.keySet().stream().sorted().toList();
    }

    /** Returns the chosen version that serves a client operation. */
    public Optional<Chosen> chosen(ObjectKey key, OpId op) {
        return logsByGeneration(key).values().stream()
                .flatMap(log -> log.chosen().stream())
                .filter(each -> each.value().op().equals(op))
                .findFirst();
    }

    /** Returns the number of versions that the attempts of an operation created. */
    int versionsOf(ObjectKey key, OpId op) {
        return (int) chosen(key).stream().filter(each -> each.value().op().isRenamed(op)).count();
    }

    /** Takes the first versions of a row for chosen before anything happened. */
    void assumeChosen(ObjectKey key, List<Value> values) {
        for (Value value : values) {
            ids(key).add(value.id());
            log(key, 0).append(value, moment);
        }
    }

    /** Notes that a put was reported as certainly not chosen, now and for ever. */
    public void checkNeverChosen(ObjectKey key, PutId id) {
        impossible.add(id);
        check(!isChosen(key, id), () -> "a chosen record was reported as not chosen: " + id);
    }

    /** Checks that all that a row shows as chosen is chosen. */
    public void checkKnown(ObjectKey key, Row row) {
        check(
                hasBegun(key, row.generation()),
                () -> "I10: " + row + " though the last did not end");
        ChosenLog log = log(key, row.generation());
        check(
                row.chosen() <= log.chosen().size(),
                () -> "I3: " + row + " knows more than is chosen");
        for (Entry entry : row.log()) {
            Value value = log.chosen().get((int) entry.version() - 1).value();
            check(
                    value.isSame(entry.value()),
                    () -> "I1: " + entry + " is known, chosen was " + value);
        }
    }

    /** Checks that the last version of {@code row} was the latest at some time since. */
    public void checkLatest(ObjectKey key, Row row, long since) {
        long versions = row.chosen();
        List<Chosen> chosen = log(key, row.generation()).chosen();
        check(!row.isEnded(), () -> "I12: a read found a row that ended: " + row);
        check(versions <= chosen.size(), () -> "I12: a read found " + versions + ", not chosen");
        check(
                versions == chosen.size() || chosen.get((int) versions).moment() > since,
                () ->
                        "I12: a read found "
                                + versions
                                + " versions though the next one had been chosen before it began");
    }

    /**
     * Judges a write of a row.
     *
     * @param before the row with all that its segments hold, likewise {@code after}
     */
    void checkWrite(DcName dc, ObjectKey key, Row before, Row after) {
        moment++;
        rows.computeIfAbsent(key, _ -> new TreeMap<>()).put(dc, after);
        boolean same = before.generation() == after.generation();
        if (same) {
            RowTransitionCheck.check(dc, before, after);
            // Of a row that ended the segments go first.
            check(
                    after.firstHeld() <= before.firstHeld() || isEnded(key, after.generation()),
                    () -> "I14: at " + dc + " versions of " + before + " are not in " + after);
        } else {
            checkReplaced(dc, key, before, after);
        }
        checkKnown(key, after);
        Vote vote = after.open().vote();
        Vote earlier = same && before.chosen() == after.chosen() ? before.open().vote() : null;
        if (vote != null && !vote.equals(earlier)) {
            ChosenLog.BallotOnVersion poll =
                    new ChosenLog.BallotOnVersion(after.chosen() + 1, vote.ballot());
            ChosenLog log = log(key, after.generation());
            if (log.addVote(dc, poll, vote.value())) {
                choose(key, log, vote.value());
            }
        }
    }

    private void checkReplaced(DcName dc, ObjectKey key, Row before, Row after) {
        long generation = after.generation();
        Supplier<String> what = () -> "at " + dc + " " + before + " became " + after;
        check(
                generation > before.generation() && after.epoch() >= before.epoch(),
                () -> "I4: " + what.get());
        check(
                before.announcesGeneration(generation)
                        || (before.isEnded() && before.fence() == generation),
                () -> "I4: not removed " + what.get());
        check(isEnded(key, before.generation()), () -> "I10: not ended, but " + what.get());
        checkAllKnowOfRemoval(key, generation);
    }

    private void checkAllKnowOfRemoval(ObjectKey key, long generation) {
        long knowing =
                rows(key).values().stream()
                        .filter(
                                row ->
                                        row.generation() >= generation
                                                || row.announcesGeneration(generation)
                                                || (row.isEnded() && row.fence() == generation))
                        .count();
        check(
                knowing == quorums.size(),
                () ->
                        "I10: only "
                                + knowing
                                + " know of the removal before generation "
                                + generation);
    }

    private void choose(ObjectKey key, ChosenLog log, Value value) {
        check(ids(key).add(value.id()), () -> "I5: " + value + " is chosen twice");
        check(!impossible.contains(value.id()), () -> value + " is chosen though reported as not");
        log.append(value, moment);
        if (value.kind() == Value.Kind.DROP) {
            checkAllKnowOfRemoval(key, log.fence());
        }
    }

    /** Tells whether the generation is the first, or an earlier one made room for it. */
    private boolean hasBegun(ObjectKey key, long generation) {
        return generation == 0
                || logsByGeneration(key).values().stream()
                        .anyMatch(log -> log.isEnded() && log.fence() == generation);
    }

    private ChosenLog log(ObjectKey key, long generation) {
        return logsByGeneration(key)
                .computeIfAbsent(generation, fence -> new ChosenLog(quorums, this::seat, fence));
    }

    private DcName seat(DcName table) {
        return seats.getOrDefault(table, table);
    }

    private TreeMap<Long, ChosenLog> logsByGeneration(ObjectKey key) {
        return logs.computeIfAbsent(key, _ -> new TreeMap<>());
    }

    private Set<PutId> ids(ObjectKey key) {
        return ids.computeIfAbsent(key, _ -> new HashSet<>());
    }

    public static void check(boolean holds, String otherwise) {
        check(holds, () -> otherwise);
    }

    /** Checks what happens often: nobody needs the text of what holds. */
    public static void check(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise.get());
        }
    }
}
