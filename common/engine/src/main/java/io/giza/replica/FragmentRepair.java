package io.giza.replica;

import io.giza.membership.Membership;
import io.giza.model.DcName;

/**
 * What a recovery may do to the fragments of one logical data center, besides what everybody may:
 * give a store that took the place of a lost one what it is due, say when it has all, and write
 * anew what was damaged.
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
     * Returns the store as one who repairs it: what is created through it also takes the place of
     * poison, and of what is damaged, under its name, atomically, if that is still there when the
     * upload is complete; what it lacks is created. Never does it take the place of a fragment that
     * is whole: then {@link FragmentUpload#complete} answers that it is already there. It is taken
     * whatever epoch its put is of; a poison is refused. Completing an upload waits until what is
     * there has been read.
     *
     * <p>Only for fragments of versions that every row knows to be visible: it frees no name, but
     * changes what is under it.
     *
     * @param epoch the topology's epoch of who repairs; a lower one than the store's is refused
     */
    FragmentStore replacing(long epoch);

    /**
     * Gives an order about the store as a whole. Whether it took effect is read from the answer:
     * one that comes late or twice changes nothing.
     */
    Membership order(TableOrder.OfMembership order) throws ReplicaException;
}
