package io.giza.membership;

import io.giza.model.DcName;
import io.giza.paxos.Row;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a data center's table as a whole, or its fragment store, is and knows of the topology; kept
 * beside the rows or the fragments and never taken back. No ordinary message changes it: only the
 * start of its service ({@link StoreStartup}) and orders do.
 *
 * <pre>
 * told                      before                        afterwards
 * begin a cluster in e      nothing                       epoch e, ACTIVE
 * raise to e                epoch = e - 1, not 0          epoch e, else as before
 * join in e                 nothing, or epoch = e - 1     epoch e, joined e, JOINING
 * activate in e             JOINING and epoch = e         ACTIVE
 * L takes a place in e      epoch = e, place free in e    L has it, until the epoch is raised
 * anything else                                           unchanged
 * </pre>
 *
 * @param identity which store it is; null if it was made before stores had one, or in memory
 * @param epoch the epoch of the topology it serves, 0 before it serves: others are refused
 * @param joined the epoch in which this table took the place of a lost one, 0 if it never did; rows
 *     last written before it are not there
 * @param state whether an absent row's silence means anything
 * @param members who decides in the epoch, empty if nobody said
 * @param occupants which stores took the places of lost ones in the epoch
 * @param progress how far other stores have come, as far as they told, and how far a fragment store
 *     has come itself
 */
public record Membership(
        @Nullable StoreIdentity identity,
        long epoch,
        long joined,
        State state,
        String members,
        List<Occupant> occupants,
        List<StoreProgress> progress) {
    /** The highest epoch; far more than any cluster sees, so that a mistake leaves room. */
    public static final long LAST_EPOCH = 1L << 31;

    /** A table that was told nothing yet. */
    public static final Membership UNINITIALIZED = new Membership(0, 0, State.ACTIVE);

    /** Whether the table holds all that its data center ever promised and voted. */
    public enum State {
        /** It does: a row that is absent was never touched. */
        ACTIVE,
        /** It took the place of a lost table: only a row that was seeded may speak. */
        JOINING
    }

    public Membership {
        if (epoch < 0 || epoch > LAST_EPOCH || joined < 0 || joined > epoch) {
            throw new IllegalArgumentException(
                    "no such membership: epoch " + epoch + ", joined in " + joined);
        }
        Seat.requireMembers(members);
        occupants = List.copyOf(occupants);
        progress = List.copyOf(progress);
    }

    /** The membership of a store that was told nothing of the progress of others. */
    public Membership(
            @Nullable StoreIdentity identity,
            long epoch,
            long joined,
            State state,
            String members,
            List<Occupant> occupants) {
        this(identity, epoch, joined, state, members, occupants, List.of());
    }

    /** The membership of a store without identity. */
    public Membership(long epoch, long joined, State state) {
        this(null, epoch, joined, state, "", List.of());
    }

    /**
     * Returns the epoch if it is one.
     *
     * @throws IllegalArgumentException if it is below 1 or above {@link #LAST_EPOCH}
     */
    public static long requireEpoch(long epoch) {
        if (epoch < 1 || epoch > LAST_EPOCH) {
            throw new IllegalArgumentException(
                    "epoch must be 1 to " + LAST_EPOCH + ", not " + epoch);
        }
        return epoch;
    }

    /** Tells whether the table serves an epoch: one that does not neither votes nor answers. */
    public boolean isInitialized() {
        return epoch > 0;
    }

    /** Returns what is known of a store that begins with its cluster. */
    public Membership founded(long first) {
        return isInitialized()
                ? this
                : new Membership(
                        identity,
                        requireEpoch(first),
                        0,
                        State.ACTIVE,
                        members,
                        occupants,
                        progress);
    }

    /** Returns what is known after being told that the epoch is raised, by one. */
    public Membership raised(long next) {
        return raised(next, "");
    }

    /**
     * Returns what is known after being told that the epoch is raised, by one.
     *
     * @param newMembers who decides in it, empty if that is not said
     */
    public Membership raised(long next, String newMembers) {
        return isInitialized() && next == epoch + 1
                ? new Membership(identity, next, joined, state, newMembers, List.of(), progress)
                : this;
    }

    /**
     * Returns what is known after being told to replace a lost table in {@code newEpoch}. A table
     * that served the epoch before may have voted in it with rows of its own, so it needs the next.
     */
    public Membership joining(long newEpoch, String newMembers) {
        boolean isNext = newEpoch == epoch + 1 || (!isInitialized() && newEpoch > 0);
        boolean isMeant = identity == null || isReplaced(newMembers, identity.dc(), newEpoch);
        return isNext && isMeant
                ? new Membership(
                        identity,
                        newEpoch,
                        newEpoch,
                        State.JOINING,
                        newMembers,
                        List.of(),
                        progress)
                : this;
    }

    /** Tells whether the list of who decides names a data center as replaced in an epoch. */
    private static boolean isReplaced(String members, DcName dc, long epoch) {
        return List.of(members.split(";", -1)).contains(dc + "@" + epoch);
    }

    /** As {@link #joining(long, String)}, without saying who decides. */
    public Membership joining(long newEpoch) {
        return joining(newEpoch, "");
    }

    /** Returns what is known once every key was seeded in {@code current}. */
    public Membership activated(long current) {
        return isJoining() && current == epoch ? withState(State.ACTIVE) : this;
    }

    private Membership withState(State next) {
        return new Membership(identity, epoch, joined, next, members, occupants, progress);
    }

    /** Returns the same of a store that is {@code known}. */
    Membership withIdentity(StoreIdentity known) {
        return new Membership(known, epoch, joined, state, members, occupants, progress);
    }

    /** Returns the same with who decides in the epoch, if that was not said before. */
    Membership withMembersIfUnset(String newMembers) {
        return members.isEmpty()
                ? new Membership(identity, epoch, joined, state, newMembers, occupants, progress)
                : this;
    }

    /**
     * Returns the same with who decides in the epoch, of a store to which that was never said. Then
     * nobody remembered who took the places of the epoch either, so all of them count as taken.
     */
    Membership adoptMembers(String newMembers) {
        if (!members.isEmpty()) {
            return this;
        }
        return new Membership(
                identity,
                epoch,
                joined,
                state,
                newMembers,
                Occupant.forgotten(newMembers, epoch),
                progress);
    }

    /**
     * Returns what is known after being told who takes a place in {@code current}. There is a place
     * to take only where the data center is replaced in that very epoch: whoever was there before
     * may have voted in every other one.
     */
    public Membership withOccupant(long current, Occupant occupant) {
        boolean taken = occupants.stream().anyMatch(occupant::isOf);
        boolean isPlace = current == epoch && isReplaced(members, occupant.dc(), current);
        if (!isPlace || taken || occupants.size() >= Occupant.MOST) {
            return this;
        }
        List<Occupant> more = new ArrayList<>(occupants);
        more.add(occupant);
        return new Membership(identity, epoch, joined, state, members, more, progress);
    }

    /** Returns the same with what was told of how far stores have come. */
    public Membership withProgress(List<StoreProgress> newProgress) {
        return new Membership(
                identity,
                epoch,
                joined,
                state,
                members,
                occupants,
                StoreProgress.merged(progress, newProgress));
    }

    /** Tells whether it is known in {@code current} that this one took its place. */
    public boolean hasOccupant(long current, Occupant occupant) {
        return current == epoch && occupants.contains(occupant);
    }

    /** Returns the life of the store, empty if it has no identity. */
    public String life() {
        return identity == null ? "" : identity.life();
    }

    /** Says in a few words which store this is and how it stands, for the log. */
    public String describe() {
        String self = identity == null ? "a store without identity" : identity.toString();
        return self
                + (isInitialized() ? ", in epoch " + epoch : ", and waits for the order to join")
                + (isJoining() ? ", joining" : "");
    }

    /** Tells whether this table waits to be seeded. */
    public boolean isJoining() {
        return state == State.JOINING;
    }

    /**
     * Tells whether this store has its place and waits to be filled in {@code current}: it joined
     * in an earlier epoch, and it was given the place then. Only itself knows that it did.
     */
    public boolean joinedBefore(long current) {
        return isJoining() && epoch == current && joined < current;
    }

    /** Returns {@code stored}, or an absent row if it is from before this table joined. */
    public Row current(Row stored) {
        return stored.epoch() < joined ? Row.ABSENT : stored;
    }

    /** Says why this is not the store that is meant; empty if it is, or if the epoch ended. */
    public Optional<String> mismatchWith(Seat expected) {
        return expected.mismatchOf(this);
    }
}
