package io.giza.paxos;

/**
 * What a data center's table as a whole, or its fragment store, knows of the topology; kept beside
 * the rows or the fragments and never taken back.
 *
 * <pre>
 * told                     before                     afterwards
 * begin to serve in e &gt; 1  nothing                    as "join in e"
 * epoch e (any request)    epoch &lt; e                  epoch e, else as before
 * join in e                epoch &lt; e                  epoch e, joined e, JOINING
 * activate in e            JOINING and epoch = e      ACTIVE
 * anything else                                       unchanged
 * </pre>
 *
 * @param epoch the highest topology epoch seen; requests of a lower one are refused
 * @param joined the epoch in which this table took the place of a lost one, 0 if it never did; rows
 *     last written before it are not there
 * @param state whether an absent row's silence means anything
 */
public record Membership(long epoch, long joined, State state) {
    /** A table that was told nothing yet. */
    public static final Membership UNTOLD = new Membership(0, 0, State.ACTIVE);

    private static final long FIRST_EPOCH = 1;

    /** Whether the table holds all that its data center ever promised and voted. */
    public enum State {
        /** It does: a row that is absent was never touched. */
        ACTIVE,
        /** It took the place of a lost table: only a row that was seeded may speak. */
        JOINING
    }

    public Membership {
        if (epoch < 0 || joined < 0 || joined > epoch) {
            throw new IllegalArgumentException(
                    "no such membership: epoch " + epoch + ", joined in " + joined);
        }
    }

    /**
     * Returns what is known once a service begins to serve with the epoch of its configuration. A
     * store that was told nothing yet belongs to a new cluster if that is the first epoch, and
     * takes the place of a lost one if it is not.
     *
     * @param configured the epoch of the topology, at least 1
     */
    public Membership entering(long configured) {
        return equals(UNTOLD) && configured > FIRST_EPOCH
                ? joining(configured)
                : seeing(configured);
    }

    /** Returns what is known after a request of {@code seen}. */
    public Membership seeing(long seen) {
        return seen > epoch ? new Membership(seen, joined, state) : this;
    }

    /**
     * Returns what is known after being told to replace a lost table in {@code newEpoch}. A table
     * that saw the epoch before may have voted in it with rows of its own, so it needs a higher
     * one.
     */
    public Membership joining(long newEpoch) {
        return newEpoch > epoch ? new Membership(newEpoch, newEpoch, State.JOINING) : this;
    }

    /** Returns what is known once every key was seeded in {@code current}. */
    public Membership activated(long current) {
        return state == State.JOINING && current == epoch
                ? new Membership(epoch, joined, State.ACTIVE)
                : this;
    }

    /** Tells whether this table waits to be seeded. */
    public boolean isJoining() {
        return state == State.JOINING;
    }

    /** Returns {@code stored}, or an absent row if it is from before this table joined. */
    public Row current(Row stored) {
        return stored.epoch() < joined ? Row.ABSENT : stored;
    }
}
