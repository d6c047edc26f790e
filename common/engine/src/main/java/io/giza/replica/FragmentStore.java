package io.giza.replica;

import io.giza.model.DcName;
import io.giza.model.FragmentId;

import java.io.InputStream;

/**
 * The fragments of one logical data center. Fragments are write-once: created only if absent, never
 * overwritten by a put, so two writers of one name cannot both succeed.
 */
public interface FragmentStore {
    /** Returns the logical data center whose fragments these are. */
    DcName dc();

    /**
     * Begins to create a fragment; nothing is visible until {@link FragmentUpload#complete}.
     *
     * @param length the exact number of bytes that will be written, header included
     */
    FragmentUpload create(FragmentId id, long length) throws ReplicaException;

    /**
     * Reads a range of a fragment's bytes.
     *
     * @param offset first byte, 0-based, header included
     * @param length number of bytes, at least 1; a range past the end is cut off there
     * @throws ReplicaException.NotReady if there is no such fragment now, and the store, having
     *     taken the place of a lost one, does not know whether there was one: it may be rebuilt
     */
    FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException;

    /** Deletes a fragment for good; deleting an absent one succeeds. */
    void delete(FragmentId id) throws ReplicaException;

    /** What reading a fragment found. Unreachable is an exception, never one of these. */
    sealed interface FragmentRead {
        /**
         * The fragment is there.
         *
         * @param bytes the range, to be closed by the reader; fails with IOException
         */
        record Found(InputStream bytes) implements FragmentRead {}

        /** The store knows for certain that no fragment of this name exists now. */
        record Absent() implements FragmentRead {}
    }
}
