package io.giza.replica;

import io.giza.model.DcName;
import io.giza.paxos.Membership;

/**
 * What a recovery may do to the fragments of one logical data center, besides what everybody may:
 * give a store that took the place of a lost one what it is due, and say when it has all.
 */
public interface FragmentRepair {
    /** Returns the logical data center whose fragments these are. */
    DcName dc();

    /**
     * Returns the store as one who rebuilds it: what is created through it is taken whatever epoch
     * its put is of. Only for fragments of versions that are known to be visible, and for poison of
     * versions that no other fragments can make visible.
     *
     * @param epoch the topology's epoch of who rebuilds; a lower one than the store's is refused
     */
    FragmentStore rebuilding(long epoch);

    /**
     * Gives an order about the store as a whole. Whether it took effect is read from the answer:
     * one that comes late or twice changes nothing.
     */
    Membership order(TableOrder.OfMembership order) throws ReplicaException;
}
