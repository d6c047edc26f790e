package io.giza.recovery;

import io.giza.commit.RowComparison;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.hint.Hint;
import io.giza.hint.HintRows;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.record.hint.HintRecord;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.fragments.UnresolvedPuts;
import io.giza.recovery.rows.CatchUpPass;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.version.VersionAccess;
import io.giza.worker.Retry;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Repairs the missed writes of data centers by hints (hinted handoff: Dynamo, section 4.6): first
 * the rows, then the fragments. A hint is removed once nothing of it is missing any more.
 *
 * <p>The workers of all data centers look at the hints. They take turns without leases: repair may
 * be repeated, and a worker that died must not hold up the others. Used by one task.
 */
public final class HintedRepair {
    /** How long a worker waits for the worker before it to repair something. */
    static final Duration TURN = Duration.ofSeconds(20);

    /** As {@link #TURN}, where a whole key space is compared. */
    public static final Duration TURN_OF_ALL = Duration.ofMinutes(5);

    /** After so many failures in a row the data center does not take repairs yet. */
    private static final int MAX_FAILURES = 3;

    /** How long a failed repair rests at most. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Comparing a key space may take hours. */
    private static final Comparator<Hint> NAMED_FIRST =
            Comparator.comparing(hint -> hint.writes().isOfAll());

    private static final Logger LOG = LoggerFactory.getLogger(HintedRepair.class);

    private final VersionAccess access;
    private final HintRows hints;
    private final RowComparison comparison;
    private final RowCatchUp rows;
    private final RepairSweep fragments;
    private final Map<Place, Seen> seen = new HashMap<>();
    private volatile List<Hint> known = List.of();

    /**
     * Repairs over one cluster.
     *
     * @param rows brings rows to where the others are
     * @param fragments rebuilds missing fragments
     */
    public HintedRepair(VersionAccess access, RowCatchUp rows, RepairSweep fragments) {
        this.access = access;
        this.hints = new HintRows(access.metadata());
        this.comparison = new RowComparison(access.metadata(), CommitSettings.DEFAULTS);
        this.rows = rows;
        this.fragments = fragments;
    }

    private record Place(DcName dc, BucketId space) {}

    /**
     * The hints of a place.
     *
     * @param since when they could be repaired first, or some were repaired last
     * @param retry when this worker tries again
     */
    private record Seen(HintRecord writes, Ticks since, Retry retry) {
        static Seen of(HintRecord writes, @Nullable Seen before, Surroundings surroundings) {
            if (before == null || count(writes) < count(before.writes())) {
                return new Seen(writes, surroundings.time().ticks(), Retry.now(surroundings));
            }
            return new Seen(writes, before.since(), before.retry());
        }
    }

    /** Returns the hints that the last look found. */
    public List<Hint> known() {
        return known;
    }

    /**
     * Returns how many keys are hinted that a data center missed writes to; a whole key space
     * counts as {@link HintRecord#MAX_KEYS} + 1.
     */
    long count(DcName dc) {
        return known.stream()
                .filter(hint -> hint.dc().equals(dc))
                .mapToLong(hint -> HintedRepair.count(hint.writes()))
                .sum();
    }

    private static long count(HintRecord writes) {
        return writes.isOfAll() ? HintRecord.MAX_KEYS + 1L : writes.keys().size();
    }

    /**
     * Looks at all hints, and repairs those whose turn it is.
     *
     * @param away the data centers that do not answer
     * @param mayContinue asked before each repair
     */
    public void look(Set<DcName> away, BooleanSupplier mayContinue) {
        Optional<List<Hint>> found = hints.all();
        if (found.isEmpty()) {
            return;
        }
        known = found.get().stream().sorted(NAMED_FIRST).toList();
        Map<Place, Seen> before = Map.copyOf(seen);
        seen.clear();
        for (Hint hint : known) {
            Place place = new Place(hint.dc(), hint.space());
            if (!away.contains(hint.dc())) {
                Seen state = Seen.of(hint.writes(), before.get(place), surroundings());
                seen.put(place, state);
                if (isMyTurn(hint, state) && mayContinue.getAsBoolean()) {
                    seen.put(place, repair(hint, state, mayContinue));
                }
            }
        }
    }

    private Surroundings surroundings() {
        return access.surroundings();
    }

    /** Ranks the own worker of the data center last: it may have just started. */
    private boolean isMyTurn(Hint hint, Seen state) {
        MetadataGroup group = access.metadata().group();
        List<DcName> others =
                group.names().stream().filter(dc -> !dc.equals(hint.dc())).sorted().toList();
        int own = others.indexOf(group.home());
        int rank =
                own < 0
                        ? others.size()
                        : Math.floorMod(own - hint.space().hashCode(), others.size());
        Duration turn = hint.writes().isOfAll() ? TURN_OF_ALL : TURN;
        Duration waited = state.since().elapsed(surroundings().time());
        return waited.compareTo(turn.multipliedBy(rank)) >= 0
                && state.retry().isDue(surroundings());
    }

    /**
     * Returns the state with the time of the next try. A row that cannot be read holds up no other.
     */
    private Seen repair(Hint hint, Seen state, BooleanSupplier mayContinue) {
        HintRecord repaired = HintRecord.EMPTY;
        try {
            repaired = isMember(hint.dc()) ? repaired(hint, mayContinue) : hint.writes();
            remove(hint, repaired);
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("space", hint.space()).setCause(e).log("went wrong");
        }
        Retry retry =
                repaired.isEmpty()
                        ? state.retry().afterFailure(surroundings(), LONGEST_PAUSE)
                        : Retry.now(surroundings());
        return new Seen(state.writes(), state.since(), retry);
    }

    private void remove(Hint hint, HintRecord repaired) {
        if (repaired.isEmpty()) {
            return;
        }
        Optional<HintRecord> left =
                hints.change(hint.dc(), hint.space(), held -> held.without(repaired));
        if (left.isPresent()) {
            LOG.atInfo()
                    .addKeyValue("of", hint.dc())
                    .addKeyValue("space", hint.space())
                    .addKeyValue("keys", repaired.isOfAll() ? "all" : repaired.keys().size())
                    .log("has what it missed");
        }
        if (left.filter(HintRecord::isEmpty).isPresent()) {
            hints.removeIfEmpty(hint.dc(), hint.space());
        }
    }

    /** A data center that left the topology misses nothing any more. */
    private boolean isMember(DcName dc) {
        return access.metadata().group().names().contains(dc) || access.fragments().containsKey(dc);
    }

    /** Returns the hints of which nothing is missing any more. */
    private HintRecord repaired(Hint hint, BooleanSupplier mayContinue) {
        HintRecord writes = hint.writes();
        if (writes.isOfAll()) {
            return repairAll(hint, mayContinue) ? writes : HintRecord.EMPTY;
        }
        SortedMap<String, Long> done = new TreeMap<>();
        int failures = 0;
        for (String name : shuffled(writes.keys().keySet())) {
            if (failures == MAX_FAILURES || !mayContinue.getAsBoolean()) {
                break;
            }
            if (repairSafely(hint.dc(), new ObjectKey(hint.space(), name), mayContinue)) {
                done.put(name, Objects.requireNonNull(writes.keys().get(name)));
                failures = 0;
            } else {
                failures++;
            }
        }
        boolean isClosed = rows.closeOpenVersions(mayContinue);
        return isClosed ? new HintRecord(done, 0) : HintRecord.EMPTY;
    }

    /** In random order, so that a key which cannot be repaired holds up no other. */
    private List<String> shuffled(Set<String> names) {
        List<String> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, Random.from(surroundings().random()));
        return shuffled;
    }

    private boolean repairAll(Hint hint, BooleanSupplier mayContinue) {
        var spaces = new TreeSet<>(Set.of(hint.space()));
        return new CatchUpPass(RowWalk.of(access, hint.dc()), rows).run(spaces, "", mayContinue)
                && new RepairWalk(
                                RowWalk.of(access, hint.dc()),
                                fragments,
                                RepairSweep.Depth.DEGRADED)
                        .run(spaces, Position.BEGINNING, _ -> {}, mayContinue);
    }

    private boolean repairSafely(DcName dc, ObjectKey key, BooleanSupplier mayContinue) {
        try {
            return repair(dc, key, mayContinue);
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("row", key).setCause(e).log("went wrong");
            return false;
        }
    }

    private boolean repair(DcName dc, ObjectKey key, BooleanSupplier mayContinue) {
        Scan scan = new Scan(key.bucket(), "", key.name(), true, 1);
        Optional<RowComparison.Page> page =
                comparison
                        .page(scan, access.after(access.timeouts().read()))
                        .filter(each -> isEnough(dc, each.silent()));
        if (page.isEmpty()) {
            return false;
        }
        Map<DcName, Row> held = page.get().rows().getOrDefault(key.name(), Map.of());
        return held.isEmpty()
                || (rows.reconcile(key, held)
                        && (key.holdsRecords() || !UnresolvedPuts.areIn(held.values()))
                        && fragments.inspect(
                                key, held.values(), RepairSweep.Depth.DEGRADED, mayContinue)
                        && fragments.repair(mayContinue));
    }

    /** The data center alone does not know its missed writes. */
    private boolean isEnough(DcName dc, Set<DcName> silent) {
        MetadataGroup group = access.metadata().group();
        return !silent.contains(dc)
                && group.quorums().isClassic(group.names().size() - silent.size());
    }
}
