package io.giza.recovery.fragments;

import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.version.VersionAccess;
import io.giza.version.VersionRepair;
import io.giza.version.VersionRepair.Symptoms;
import io.giza.worker.Pacer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Looks which of the fragments of versions there are, row by row, and rebuilds what is missing: of
 * a batch of versions first of those that bear the fewest further losses.
 */
public final class RepairSweep {
    private final VersionAccess access;
    private final VersionRepair repair;
    private final Pacer pacer;
    private final Consumer<VersionRepair.Outcome> tally;
    private final int batch;
    private final List<Candidate> candidates = new ArrayList<>();
    private final Backlog backlog = new Backlog();

    /**
     * Wires a sweep.
     *
     * @param tally hears the outcome of each version of which something was missing
     * @param batch how many of those are looked for before the first is repaired, at least 1
     */
    public RepairSweep(
            VersionAccess access,
            VersionRepair repair,
            Pacer pacer,
            Consumer<VersionRepair.Outcome> tally,
            int batch) {
        this.access = access;
        this.repair = repair;
        this.pacer = pacer;
        this.tally = tally;
        this.batch = batch;
    }

    /** Which versions are looked at. */
    public enum Depth {
        /** Those of which a row says that a fragment was missing. */
        DEGRADED,
        /** All. */
        ALL
    }

    private record Candidate(ObjectKey key, PutId put, int losses, Symptoms signs) {}

    /**
     * Looks at the versions of a row, and repairs what was found once that is a batch.
     *
     * @param rows the row as data centers have it
     * @return whether all that was repaired is whole now
     */
    public boolean inspect(
            ObjectKey key, Collection<Row> rows, Depth depth, BooleanSupplier mayContinue) {
        boolean done = inspect(key, rows, depth);
        return (candidates.size() < batch || repair(mayContinue)) && done;
    }

    /** All versions are looked at from here on, one after the other. */
    public void beginPass() {
        backlog.passBegun();
    }

    /** All versions were looked at, and what was found was tried to repair. */
    public void endPass() {
        backlog.passEnded();
    }

    /** Returns how many versions are known to lack fragments. */
    public Backlog backlog() {
        return backlog;
    }

    /** Tells whether something was found that is not repaired yet. */
    public boolean hasCandidates() {
        return !candidates.isEmpty();
    }

    private boolean inspect(ObjectKey key, Collection<Row> rows, Depth depth) {
        if (key.holdsRecords()) {
            return true;
        }
        return switch (depth) {
            case DEGRADED -> {
                // A version may be in a part of a long log that these rows do not hold.
                if (rows.stream().anyMatch(row -> row.orNextGeneration().firstHeld() > 1)) {
                    yield inspectAll(key, RepairSweep::isDegraded);
                }
                Set<PutId> seen = new HashSet<>();
                rows.stream()
                        .flatMap(row -> row.log().stream())
                        .filter(RepairSweep::isDegraded)
                        .filter(entry -> seen.add(entry.value().id()))
                        .forEach(entry -> inspect(key, entry));
                yield true;
            }
            case ALL -> inspectAll(key, Entry::isVisible);
        };
    }

    private static boolean isDegraded(Entry entry) {
        return entry.resolution() == Resolution.DEGRADED && !entry.isTruncated();
    }

    private boolean inspectAll(ObjectKey key, Predicate<Entry> which) {
        List<Row> whole = new ArrayList<>();
        pacer.step(
                () ->
                        access.latest(key)
                                .flatMap(row -> access.withOlder(key, row))
                                .ifPresent(whole::add));
        for (Row row : whole) {
            row.log().stream()
                    .filter(which)
                    .filter(entry -> !Fold.isDeleted(row, entry.version()))
                    .forEach(entry -> inspect(key, entry));
        }
        return !whole.isEmpty();
    }

    private void inspect(ObjectKey key, Entry entry) {
        pacer.step(
                () ->
                        repair.diagnose(key, entry)
                                .filter(
                                        condition ->
                                                !condition.isWhole()
                                                        || entry.resolution()
                                                                == Resolution.DEGRADED)
                                .map(
                                        condition ->
                                                new Candidate(
                                                        key,
                                                        entry.value().id(),
                                                        condition.tolerableLosses(),
                                                        isDegraded(entry)
                                                                ? Symptoms.DEGRADED
                                                                : Symptoms.NONE))
                                .ifPresent(this::add));
    }

    private void add(Candidate candidate) {
        candidates.add(candidate);
        backlog.found();
    }

    /**
     * Repairs what was found.
     *
     * @param mayContinue asked before each version
     * @return whether all of it is whole now
     */
    public boolean repair(BooleanSupplier mayContinue) {
        List<Candidate> endangered = new ArrayList<>(candidates);
        candidates.clear();
        endangered.sort(Comparator.comparingInt(Candidate::losses));
        boolean whole = true;
        for (Candidate each : endangered) {
            if (!mayContinue.getAsBoolean()) {
                return false;
            }
            VersionRepair.Outcome[] outcome = new VersionRepair.Outcome[1];
            pacer.step(() -> outcome[0] = repair.repair(each.key(), each.put(), each.signs()));
            tally.accept(outcome[0]);
            if (outcome[0].isDone()) {
                backlog.repaired();
            } else {
                whole = false;
            }
        }
        return whole;
    }
}
