package io.giza.paxos;

import io.giza.model.DcName;

/**
 * Which store took a place in an epoch. A table remembers the first that it was told of and no
 * other, so of two stores for one place at most one is remembered by a classic quorum.
 *
 * @param dc the place
 * @param part which of the two stores of the data center it is
 * @param life the life of the store
 */
public record Occupant(DcName dc, Part part, String life) {
    /** The stores of a data center. */
    public enum Part {
        /** The table of rows. */
        ROWS,
        /** The store of fragments. */
        FRAGMENTS
    }

    boolean isOf(Occupant other) {
        return dc.equals(other.dc) && part == other.part;
    }
}
