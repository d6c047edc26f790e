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
 * What becomes of a fragment store that took the place of a lost one: it is given what it is due of
 * all versions of all keys, and is declared rebuilt once each of them was found to be in order. Of
 * its table all rows must be there before.
 *
 * <p>It can be broken off and go on later, elsewhere too: the position is passed on only up to the
 * first version that could not be settled. Used by one task.
 */
public final class StoreRebuild {
    private static final Logger LOG = LoggerFactory.getLogger(StoreRebuild.class);
    private static final int MAX_UNSETTLED = 10_000;

    private final VersionAccess access;
    private final Target target;
    private final Pacer pacer;
    private final Listener listener;
    private final int width;
    private final RowWalk walk;
    private final List<ObjectKey> batch = new ArrayList<>();
    private final SequencedSet<ObjectKey> unsettled = new LinkedHashSet<>();
    private RebuildProgress progress;
    private RebuildProgress checkpoint;

    /**
     * Runs over one cluster.
     *
     * @param target gives the store what it is due
     * @param pacer keeps it to a share of the time
     * @param listener hears how it goes
     * @param width how many keys are worked at at once, at least 1
     */
    public StoreRebuild(
            VersionAccess access, Target target, Pacer pacer, Listener listener, int width) {
        this.access = access;
        this.target = target;
        this.pacer = pacer;
        this.listener = listener;
        this.width = width;
        this.walk = new RowWalk(access);
        this.progress = RebuildProgress.start(access.metadata().group().epoch());
        this.checkpoint = progress;
    }

    /**
     * How a store is given what it is due.
     *
     * @param repair the store that took the place of a lost one
     * @param rebuild gives it what it is due of a version
     */
    public record Target(
            FragmentRepair repair,
            BiFunction<ObjectKey, VersionId, VersionRebuild.Outcome> rebuild) {
        /** Rebuilds it from the stores of the other data centers. */
        public static Target of(VersionAccess access, FragmentRepair repair) {
            return new Target(
                    repair,
                    new VersionRebuild(access, repair, ManifestCodec.NEWEST_FORMAT)::rebuild);
        }
    }

    /** Hears how it goes. */
    public interface Listener extends Consumer<VersionRebuild.Outcome> {
        /** It is as far as this now. */
        void progressed(RebuildProgress progress);
    }

    /**
     * Fills the store from where {@code start} is, and declares it rebuilt.
     *
     * @param spaces where objects may be
     * @param mayContinue asked before each key
     * @return whether the store is rebuilt
     * @throws ReplicaException if it does not answer when it is told so
     */
    public boolean run(
            RebuildProgress start, SortedSet<BucketId> spaces, BooleanSupplier mayContinue)
            throws ReplicaException {
        progress = start;
        checkpoint = start;
        batch.clear();
        unsettled.clear();
        walk.walk(
                spaces,
                Position.of(start.position()),
                (key, _) -> visit(key),
                () -> unsettled.size() < MAX_UNSETTLED && mayContinue.getAsBoolean());
        if (walk.isAtEnd()) {
            flush(Position.BEGINNING);
            retryUnsettled(mayContinue);
        }
        if (!unsettled.isEmpty()) {
            listener.progressed(checkpoint);
            throw new ReplicaException.Failed(
                    target.repair().dc(),
                    unsettled.size()
                            + " keys cannot be settled now, such as "
                            + unsettled.getFirst(),
                    null);
        }
        return walk.isAtEnd() && mayContinue.getAsBoolean() && declareRebuilt();
    }

    private void retryUnsettled(BooleanSupplier mayContinue) {
        for (ObjectKey key : List.copyOf(unsettled)) {
            if (mayContinue.getAsBoolean()) {
                pacer.step(() -> recordResult(key, rebuildKey(key)));
            }
        }
    }

    private boolean declareRebuilt() throws ReplicaException {
        long epoch = access.metadata().group().epoch();
        return !target.repair().order(new TableOrder.Activate(epoch)).isJoining();
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
        unsettled.addAll(keys);
        pacer.step(
                () -> {
                    List<KeyResult> all =
                            ParallelTasks.runAll(
                                    access.surroundings(),
                                    "fill",
                                    keys.stream()
                                            .<Supplier<KeyResult>>map(key -> () -> rebuildKey(key))
                                            .toList());
                    for (int i = 0; i < keys.size(); i++) {
                        recordResult(keys.get(i), all.get(i));
                    }
                });
        if (access.rules().mayRecordProgress(unsettled.isEmpty())
                && !upTo.equals(Position.BEGINNING)) {
            progress = progress.withPosition(upTo.toString());
            checkpoint = progress;
        }
        listener.progressed(progress);
    }

    private record KeyResult(boolean done, long bytes, List<VersionRebuild.Outcome> outcomes) {}

    private void recordResult(ObjectKey key, KeyResult result) {
        result.outcomes().forEach(listener);
        progress = progress.withBytes(result.bytes());
        if (result.done()) {
            unsettled.remove(key);
        }
    }

    /** A row that cannot be understood does not keep the others from being filled. */
    private KeyResult rebuildKey(ObjectKey key) {
        try {
            return key.holdsRecords() ? new KeyResult(true, 0, List.of()) : rebuildVersions(key);
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("row", key).setCause(e).log("went wrong");
            return new KeyResult(false, 0, List.of());
        }
    }

    /** Has the store given what it is due of all versions of a key. */
    private KeyResult rebuildVersions(ObjectKey key) {
        Optional<Row> whole = access.latest(key).flatMap(row -> access.withOlder(key, row));
        if (whole.isEmpty()) {
            return new KeyResult(false, 0, List.of());
        }
        boolean done = true;
        long bytes = 0;
        List<VersionRebuild.Outcome> outcomes = new ArrayList<>();
        for (Entry entry : ExpectedFragments.versions(key, whole.get())) {
            VersionRebuild.Outcome outcome =
                    target.rebuild()
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
                bytes += ExpectedFragments.bytes(entry, target.repair().dc());
            }
        }
        return new KeyResult(done, done ? bytes : 0, outcomes);
    }
}
