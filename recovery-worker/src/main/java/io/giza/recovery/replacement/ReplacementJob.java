package io.giza.recovery.replacement;

import io.giza.commit.CommitSettings;
import io.giza.commit.MetadataGroup;
import io.giza.commit.RangeSeeding;
import io.giza.commit.RangeSeeding.Progress;
import io.giza.commit.Seating;
import io.giza.concurrent.Time;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.recovery.replacement.Filling.Phase;
import io.giza.recovery.replacement.Members.Member;
import io.giza.recovery.replacement.Members.State;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.replica.FragmentRepair;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
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
    private static final Duration STEP = Duration.ofMinutes(1);

    private final DcName dc;
    private final Stores stores;
    private final Members members;
    private final Pacer pacer;
    private final Consumer<VersionRebuild.Outcome> tally;
    private final int width;
    private final long epoch;
    private volatile Optional<Began> began = Optional.empty();
    private volatile Filling filling;

    /** Since when what is under way is. */
    private record Began(Filling filling, long nanos) {}

    /**
     * Makes the job.
     *
     * @param dc the data center that is looked at
     * @param tally hears how it stands with each version
     * @param width how many keys are worked at at once, at least 1
     */
    public ReplacementJob(
            DcName dc,
            Stores stores,
            Pacer pacer,
            Consumer<VersionRebuild.Outcome> tally,
            int width) {
        this.dc = dc;
        this.stores = stores;
        this.members = new Members(stores);
        this.pacer = pacer;
        this.tally = tally;
        this.width = width;
        this.epoch = stores.epoch();
        this.filling = Filling.beginning(epoch);
    }

    @Override
    public String name() {
        return "recovery/replacement/" + dc;
    }

    @Override
    public String position() {
        return filling.toString();
    }

    @Override
    public void resume(String position) {
        filling = Filling.of(position, epoch);
    }

    /** Returns how far the data center is filled; empty if this worker is not at it. */
    public Optional<Replacement> status() {
        return began.map(
                since ->
                        Replacement.of(
                                dc,
                                filling,
                                since.filling(),
                                Duration.ofNanos(time().nanos() - since.nanos())));
    }

    @Override
    public boolean run(BooleanSupplier goesOn) throws ReplicaException {
        Member member = members.of(dc);
        if (member.isAhead()) {
            throw new ReplicaException.Failed(
                    dc,
                    "it knows a later epoch than "
                            + epoch
                            + ": give this worker the topology that the others have",
                    null);
        }
        if (!member.isJoining()) {
            filling = Filling.beginning(epoch);
            return true;
        }
        try {
            return fill(member, goesOn);
        } finally {
            began = Optional.empty();
        }
    }

    private boolean fill(Member member, BooleanSupplier goesOn) throws ReplicaException {
        if (member.table() == State.JOINING && filling.phase() == Phase.FRAGMENTS) {
            filling = Filling.beginning(epoch);
        }
        begin();
        if (member.fragments() == State.JOINING) {
            joinEarly();
        }
        if (filling.phase() == Phase.COUNTING && !count(goesOn)) {
            return false;
        }
        if (filling.phase() == Phase.ROWS) {
            if (member.table() == State.JOINING) {
                if (!seedRows(goesOn)) {
                    return false;
                }
                LOG.atInfo().addKeyValue("of", dc).log("has all rows, and votes");
            }
            if (member.table() == State.SILENT) {
                return false;
            }
            filling = filling.allRows();
        }
        return member.fragments() != State.JOINING || fillFragments(goesOn);
    }

    private void begin() {
        began = Optional.of(new Began(filling, time().nanos()));
    }

    private boolean count(BooleanSupplier goesOn) throws ReplicaException {
        LOG.atInfo().addKeyValue("of", dc).addKeyValue("epoch", epoch).log("is being filled");
        DueCount due = new DueCount(access(), dc);
        if (!due.run(spaces(), goesOn)) {
            return false;
        }
        filling = filling.counted(due.rows(), due.bytes());
        return true;
    }

    private boolean seedRows(BooleanSupplier goesOn) throws ReplicaException {
        begin();
        RangeSeeding seeding = Objects.requireNonNull(stores.seedings().get(dc));
        while (goesOn.getAsBoolean()) {
            Progress from = progress();
            RangeSeeding.RangeResult result =
                    seeding.run(from, at -> note(at, goesOn), access().after(STEP));
            switch (result) {
                case RangeSeeding.Activated _ -> {
                    return true;
                }
                case RangeSeeding.Paused paused -> {
                    note(paused.progress(), goesOn);
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

    private boolean note(Progress at, BooleanSupplier goesOn) {
        ObjectKey after = at.after();
        filling =
                filling.withRows(
                        at.rows(),
                        after == null ? "" : new Position(after.bucket(), after.name()).toString());
        return goesOn.getAsBoolean();
    }

    private Progress progress() {
        Position after = Position.of(filling.position());
        return new Progress(
                epoch,
                after.equals(Position.BEGINNING)
                        ? null
                        : new ObjectKey(after.space(), after.after()),
                filling.rows().done());
    }

    private boolean fillFragments(BooleanSupplier goesOn) throws ReplicaException {
        begin();
        FragmentRepair repair = Objects.requireNonNull(stores.repairs().get(dc));
        join(repair);
        boolean done =
                new StoreFilling(
                                access(),
                                StoreFilling.Due.of(access(), repair),
                                pacer,
                                new Told(),
                                width)
                        .run(filling, spaces(), goesOn);
        if (done) {
            LOG.atInfo().addKeyValue("of", dc).log("has all fragments");
            filling = Filling.beginning(epoch);
        }
        return done;
    }

    /** Has the fragment store take what is put from now on; if it cannot yet, rows go first. */
    private void joinEarly() {
        try {
            join(Objects.requireNonNull(stores.repairs().get(dc)));
        } catch (ReplicaException e) {
            LOG.atWarn().addKeyValue("of", dc).setCause(e).log("takes no fragments yet");
        }
    }

    /** Has the store join once it has its place, unless it did. */
    private void join(FragmentRepair repair) throws ReplicaException {
        MetadataGroup group = access().metadata().group();
        Membership before = repair.order(new TableOrder.Raise(epoch, group.members()));
        if (before.joinedBefore(epoch)) {
            return;
        }
        Occupant occupant = new Occupant(dc, Occupant.Part.FRAGMENTS, before.life());
        Optional<String> refusal =
                new Seating(group, CommitSettings.DEFAULTS).seat(occupant, access().after(STEP));
        if (refusal.isPresent()) {
            throw new ReplicaException.Failed(dc, refusal.get(), null);
        }
        Membership after = repair.order(new TableOrder.Join(epoch, before.life(), group.members()));
        if (after.epoch() != epoch) {
            throw new ReplicaException.Failed(dc, notJoining(), null);
        }
    }

    /** The epoch may have risen for another data center before this one joined. */
    private String notJoining() {
        return "its fragment store does not join in epoch "
                + epoch
                + ": if that is not the epoch in which it is replaced, raise giza.topology.epoch once"
                + " more and set its since to that";
    }

    private final class Told implements StoreFilling.Tally {
        @Override
        public void reached(Filling at) {
            filling = at;
        }

        @Override
        public void accept(VersionRebuild.Outcome outcome) {
            tally.accept(outcome);
        }
    }

    private SortedSet<BucketId> spaces() throws ReplicaException {
        return new KeySpaces(access())
                .everything()
                .orElseThrow(
                        () -> new ReplicaException.Failed(dc, "no quorum names the buckets", null));
    }

    private VersionAccess access() {
        return stores.access();
    }

    private Time time() {
        return access().surroundings().time();
    }
}
