package io.giza.recovery.replacement;

import io.giza.concurrent.ParallelTasks;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.replica.FragmentRepair;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.version.VersionAccess;
import io.giza.version.VersionRebuild;
import io.giza.worker.Pacer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.SortedSet;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The story of a fragment store that took the place of a lost one: it is given what it is due of
 * all versions of all keys, and is declared rebuilt once each of them was found to be in order. Of
 * its table all rows must be there before.
 *
 * <p>It can be broken off and go on later, elsewhere too: the position is passed on only up to the
 * first version that could not be settled. Used by one task.
 */
public final class StoreFilling {
    private static final Logger LOG = LoggerFactory.getLogger(StoreFilling.class);
    private static final int MOST_LEFT = 10_000;

    private final VersionAccess access;
    private final Due due;
    private final Pacer pacer;
    private final Tally tally;
    private final int width;
    private final RowWalk walk;
    private final List<ObjectKey> batch = new ArrayList<>();
    private final SequencedSet<ObjectKey> left = new LinkedHashSet<>();
    private Filling filling;
    private Filling safe;

    /**
     * Wires the story.
     *
     * @param due gives the store what it is due
     * @param pacer keeps it to a share of the time
     * @param tally hears how it goes
     * @param width how many keys are worked at at once, at least 1
     */
    public StoreFilling(VersionAccess access, Due due, Pacer pacer, Tally tally, int width) {
        this.access = access;
        this.due = due;
        this.pacer = pacer;
        this.tally = tally;
        this.width = width;
        this.walk = new RowWalk(access);
        this.filling = Filling.beginning(access.metadata().group().epoch());
        this.safe = filling;
    }

    /**
     * How a store is given what it is due.
     *
     * @param repair the store that took the place of a lost one
     * @param rebuild gives it what it is due of a version
     */
    public record Due(
            FragmentRepair repair,
            BiFunction<ObjectKey, VersionId, VersionRebuild.Outcome> rebuild) {
        /** Rebuilds it from the stores of the other data centers. */
        public static Due of(VersionAccess access, FragmentRepair repair) {
            return new Due(
                    repair,
                    new VersionRebuild(access, repair, ManifestCodec.NEWEST_FORMAT)::rebuild);
        }
    }

    /** Hears how it goes. */
    public interface Tally extends Consumer<VersionRebuild.Outcome> {
        /** It is as far as this now. */
        void reached(Filling filling);
    }

    /**
     * Fills the store from where {@code start} is, and declares it rebuilt.
     *
     * @param spaces where objects may be
     * @param goesOn asked before each key
     * @return whether the store is rebuilt
     * @throws ReplicaException if it does not answer when it is told so
     */
    public boolean run(Filling start, SortedSet<BucketId> spaces, BooleanSupplier goesOn)
            throws ReplicaException {
        filling = start;
        safe = start;
        batch.clear();
        left.clear();
        walk.walk(
                spaces,
                Position.of(start.position()),
                (key, _) -> visit(key),
                () -> left.size() < MOST_LEFT && goesOn.getAsBoolean());
        if (walk.isAtEnd()) {
            flush(Position.BEGINNING);
            tryAgain(goesOn);
        }
        if (!left.isEmpty()) {
            tally.reached(safe);
            throw new ReplicaException.Failed(
                    due.repair().dc(),
                    left.size() + " keys cannot be settled now, such as " + left.getFirst(),
                    null);
        }
        return walk.isAtEnd() && goesOn.getAsBoolean() && isRebuilt();
    }

    private void tryAgain(BooleanSupplier goesOn) {
        for (ObjectKey key : List.copyOf(left)) {
            if (goesOn.getAsBoolean()) {
                pacer.step(() -> settled(key, fill(key)));
            }
        }
    }

    private boolean isRebuilt() throws ReplicaException {
        long epoch = access.metadata().group().epoch();
        return !due.repair().order(new TableOrder.Activate(epoch)).isJoining();
    }

    private boolean visit(ObjectKey key) {
        batch.add(key);
        if (batch.size() >= width) {
            flush(new Position(key.bucket(), key.name()));
        }
        return true;
    }

    /** Once one key is left, those after it are done all the same, but no position tells so. */
    private void flush(Position upTo) {
        List<ObjectKey> keys = List.copyOf(batch);
        batch.clear();
        if (keys.isEmpty()) {
            return;
        }
        // Until each is settled: whatever goes wrong meanwhile, none is forgotten.
        left.addAll(keys);
        pacer.step(
                () -> {
                    List<Filled> all =
                            ParallelTasks.runAll(
                                    access.surroundings(),
                                    "fill",
                                    keys.stream()
                                            .<Supplier<Filled>>map(key -> () -> fill(key))
                                            .toList());
                    for (int i = 0; i < keys.size(); i++) {
                        settled(keys.get(i), all.get(i));
                    }
                });
        if (access.rules().mayHandOn(left.isEmpty()) && !upTo.equals(Position.BEGINNING)) {
            filling = filling.at(upTo.toString());
            safe = filling;
        }
        tally.reached(filling);
    }

    private record Filled(boolean done, long bytes, List<VersionRebuild.Outcome> outcomes) {}

    private void settled(ObjectKey key, Filled filled) {
        filled.outcomes().forEach(tally);
        filling = filling.withBytes(filled.bytes());
        if (filled.done()) {
            left.remove(key);
        }
    }

    /** A row that cannot be understood does not keep the others from being filled. */
    private Filled fill(ObjectKey key) {
        try {
            return key.holdsRecords() ? new Filled(true, 0, List.of()) : fillVersions(key);
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("row", key).setCause(e).log("went wrong");
            return new Filled(false, 0, List.of());
        }
    }

    /** Has the store given what it is due of all versions of a key. */
    private Filled fillVersions(ObjectKey key) {
        Optional<Row> whole = access.latest(key).flatMap(row -> access.withOlder(key, row));
        if (whole.isEmpty()) {
            return new Filled(false, 0, List.of());
        }
        boolean done = true;
        long bytes = 0;
        List<VersionRebuild.Outcome> outcomes = new ArrayList<>();
        for (Entry entry : DueFragments.versions(key, whole.get())) {
            VersionRebuild.Outcome outcome =
                    due.rebuild()
                            .apply(
                                    key,
                                    new VersionId(
                                            whole.get().generation(),
                                            entry.version(),
                                            entry.value().id()));
            outcomes.add(outcome);
            if (outcome instanceof VersionRebuild.Undecided) {
                done = false;
            } else {
                bytes += DueFragments.bytes(entry, due.repair().dc());
            }
        }
        return new Filled(done, done ? bytes : 0, outcomes);
    }
}
