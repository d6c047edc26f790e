package io.giza.recovery.replacement;

import io.giza.commit.seeding.RangeSeeding;
import io.giza.commit.seeding.RangeSeeding.Progress;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.recovery.replacement.RebuildProgress.Phase;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.replica.FragmentRepair;
import io.giza.replica.ReplicaException;
import io.giza.topology.Members;
import io.giza.topology.Members.Member;
import io.giza.topology.Members.State;
import io.giza.version.KeySpaces;
import io.giza.version.VersionAccess;
import io.giza.version.VersionRebuild;
import io.giza.worker.Job;
import io.giza.worker.Pacer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Looks whether a data center took the place of a lost one, and fills it: first its table, which
 * must not vote before, then its fragments.
 */
public final class ReplacementJob implements Job {
    private static final Logger LOG = LoggerFactory.getLogger(ReplacementJob.class);

    /** How long one stretch of seeding may take, and the agreement on who takes a place. */
    private static final Duration STEP = Duration.ofMinutes(1);

    private final DcName dc;
    private final StoreClients stores;
    private final Members members;
    private final Pacer pacer;
    private final Consumer<VersionRebuild.Outcome> tally;
    private final int width;
    private final long epoch;
    private volatile Optional<PhaseStart> phaseStart = Optional.empty();
    private volatile RebuildProgress rebuildProgress;

    /** Since when what is under way is. */
    private record PhaseStart(RebuildProgress progress, Ticks at) {}

    /**
     * Makes the job.
     *
     * @param dc the data center that is looked at
     * @param tally counts the outcome of each version
     * @param width how many keys are worked at at once, at least 1
     */
    public ReplacementJob(
            DcName dc,
            StoreClients stores,
            Pacer pacer,
            Consumer<VersionRebuild.Outcome> tally,
            int width) {
        this.dc = dc;
        this.stores = stores;
        this.members = stores.members();
        this.pacer = pacer;
        this.tally = tally;
        this.width = width;
        this.epoch = stores.epoch();
        this.rebuildProgress = RebuildProgress.start(epoch);
    }

    @Override
    public String name() {
        return "recovery/replacement/" + dc;
    }

    @Override
    public String position() {
        return rebuildProgress.toString();
    }

    @Override
    public void resume(String position) {
        rebuildProgress = RebuildProgress.of(position, epoch);
    }

    /** Returns how far the data center is filled; empty if this worker is not at it. */
    public Optional<ReplacementStatus> status() {
        return phaseStart.map(
                since ->
                        ReplacementStatus.of(
                                dc, rebuildProgress, since.progress(), since.at().elapsed(time())));
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
        Member member = members.of(dc, access().after(StoreClients.ANSWER_TIME));
        if (member.isAhead()) {
            throw new ReplicaException.Failed(
                    dc,
                    "it knows a later epoch than "
                            + epoch
                            + ": give this worker the topology that the others have",
                    null);
        }
        if (!member.isJoining()) {
            rebuildProgress = RebuildProgress.start(epoch);
            return true;
        }
        try {
            return rebuild(member, mayContinue);
        } finally {
            phaseStart = Optional.empty();
        }
    }

    /**
     * Goes on from the phase that was noted: counts what there is, seeds the rows, and rebuilds the
     * fragments. The fragment store joins before the rows are done if it can, so that new puts are
     * not degraded for as long. A table that joins though fragments are being rebuilt was lost once
     * more, and all begins again.
     *
     * @return whether nothing of the data center is left to fill
     */
    private boolean rebuild(Member member, BooleanSupplier mayContinue) throws ReplicaException {
        if (member.table().isJoining() && rebuildProgress.phase() == Phase.FRAGMENTS) {
            rebuildProgress = RebuildProgress.start(epoch);
        }
        startPhase();
        if (member.fragments().isJoining()) {
            joinEarly();
        }
        if (rebuildProgress.phase() == Phase.COUNTING && !count(mayContinue)) {
            return false;
        }
        if (rebuildProgress.phase() == Phase.ROWS) {
            if (member.table().isJoining()) {
                if (!seedRows(mayContinue)) {
                    return false;
                }
                LOG.atInfo().addKeyValue("of", dc).log("has all rows, and votes");
            }
            if (member.table().state() == State.SILENT) {
                return false;
            }
            rebuildProgress = rebuildProgress.withAllRows();
        }
        return !member.fragments().isJoining() || rebuildFragments(mayContinue);
    }

    private void startPhase() {
        phaseStart = Optional.of(new PhaseStart(rebuildProgress, time().ticks()));
    }

    /** Counts rows and bytes first, so that an operator sees how much is left. */
    private boolean count(BooleanSupplier mayContinue) throws ReplicaException {
        LOG.atInfo().addKeyValue("of", dc).addKeyValue("epoch", epoch).log("is being filled");
        RebuildEstimate estimate = new RebuildEstimate(access(), dc);
        if (!estimate.run(spaces(), mayContinue)) {
            return false;
        }
        rebuildProgress = rebuildProgress.withTotals(estimate.rows(), estimate.bytes());
        return true;
    }

    /**
     * Seeds every row of the table and has it vote then.
     *
     * @return whether it votes; false if the rest is left to the next run
     * @throws ReplicaException if a stretch brought nothing forward, or the table refuses to be
     *     seeded in this epoch
     */
    private boolean seedRows(BooleanSupplier mayContinue) throws ReplicaException {
        startPhase();
        RangeSeeding seeding = Objects.requireNonNull(stores.seedings().get(dc));
        while (mayContinue.getAsBoolean()) {
            Progress from = seedingProgress();
            RangeSeeding.RangeResult result =
                    seeding.run(from, at -> recordProgress(at, mayContinue), access().after(STEP));
            switch (result) {
                case RangeSeeding.Activated _ -> {
                    return true;
                }
                case RangeSeeding.Paused paused -> {
                    recordProgress(paused.progress(), mayContinue);
                    if (paused.progress().equals(from)) {
                        throw new ReplicaException.Failed(dc, paused.detail(), null);
                    }
                }
                case RangeSeeding.Rejected rejected ->
                        throw new ReplicaException.Failed(dc, rejected.detail(), null);
            }
        }
        return false;
    }

    private boolean recordProgress(Progress at, BooleanSupplier mayContinue) {
        ObjectKey after = at.after();
        rebuildProgress =
                rebuildProgress.withRows(
                        at.rows(),
                        after == null ? "" : new Position(after.bucket(), after.name()).toString());
        return mayContinue.getAsBoolean();
    }

    private Progress seedingProgress() {
        Position after = Position.of(rebuildProgress.position());
        return new Progress(
                epoch,
                after.equals(Position.BEGINNING)
                        ? null
                        : new ObjectKey(after.space(), after.after()),
                rebuildProgress.rows().done());
    }

    private boolean rebuildFragments(BooleanSupplier mayContinue) throws ReplicaException {
        startPhase();
        FragmentRepair repair = Objects.requireNonNull(stores.repairs().get(dc));
        admission().join(repair);
        boolean done =
                new StoreRebuild(
                                access(),
                                StoreRebuild.Target.of(access(), repair),
                                pacer,
                                new ProgressListener(),
                                width)
                        .run(rebuildProgress, spaces(), mayContinue);
        if (done) {
            LOG.atInfo().addKeyValue("of", dc).log("has all fragments");
            rebuildProgress = RebuildProgress.start(epoch);
        }
        return done;
    }

    /** Has the fragment store take what is put from now on; if it cannot yet, rows go first. */
    private void joinEarly() {
        try {
            admission().join(Objects.requireNonNull(stores.repairs().get(dc)));
        } catch (ReplicaException e) {
            LOG.atWarn().addKeyValue("of", dc).setCause(e).log("takes no fragments yet");
        }
    }

    private final class ProgressListener implements StoreRebuild.Listener {
        @Override
        public void progressed(RebuildProgress at) {
            rebuildProgress = at;
        }

        @Override
        public void accept(VersionRebuild.Outcome outcome) {
            tally.accept(outcome);
        }
    }

    private SortedSet<BucketId> spaces() throws ReplicaException {
        return new KeySpaces(access())
                .ofAllRows()
                .orElseThrow(
                        () -> new ReplicaException.Failed(dc, "no quorum names the buckets", null));
    }

    private StoreAdmission admission() {
        return new StoreAdmission(access(), dc, epoch, STEP);
    }

    private VersionAccess access() {
        return stores.access();
    }

    private Time time() {
        return access().surroundings().time();
    }
}
