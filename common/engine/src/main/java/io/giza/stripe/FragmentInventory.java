package io.giza.stripe;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What lies in the fragment store of one logical data center, page by page. */
public interface FragmentInventory {
    /** The greatest number of fragments of a page. */
    int MAX_PAGE = 1000;

    /** Returns the logical data center whose fragments these are. */
    DcName dc();

    /**
     * Lists fragments in the order of their names as strings.
     *
     * @param after what the names come after: an {@link Item#name}, or something like the beginning
     *     of one; empty for all
     * @param limit the greatest number of fragments, 1 to {@link #MAX_PAGE}
     */
    Page inventory(String after, int limit) throws ReplicaException;

    /**
     * Reads what lies under a name, all of it, where it lies: none of its bytes are sent. It takes
     * as long as the store takes to read them.
     *
     * @param name an {@link Item#name}, or the like for a fragment that may be absent
     * @throws IllegalArgumentException if no fragment can have this name
     * @throws ReplicaException.NotReady if there is nothing, and the store, having taken the place
     *     of a lost one, does not know whether there was
     * @throws ReplicaException if it could not be read; that says nothing of the fragment
     */
    Examination examine(String name) throws ReplicaException;

    /** What lies under a name. */
    enum Finding {
        /** The fragment of this name, with data, as it was written. */
        WHOLE,
        /** A poison of this name, as it was written. */
        POISON,
        /**
         * Something else: its header cannot be read or is of another fragment, it has another
         * length than that says, a block is not what its checksum says, or what it lies on does not
         * give its bytes back.
         */
        DAMAGED,
        /** What a later version wrote: its header is intact, and of a format not known here. */
        LATER,
        /** Nothing. */
        ABSENT
    }

    /**
     * What an examination found.
     *
     * @param finding what lies there
     * @param bytes how many bytes that has, header included; 0 if there is nothing
     */
    record Examination(Finding finding, long bytes) {
        /** There is nothing. */
        public static final Examination ABSENT = new Examination(Finding.ABSENT, 0);

        public Examination {
            if (bytes < 0) {
                throw new IllegalArgumentException("no number of bytes: " + bytes);
            }
        }
    }

    /**
     * A page of fragments. What is stored or deleted meanwhile may be on it or not.
     *
     * @param items the fragments, in order
     * @param more whether others may follow the last one
     * @throws IllegalArgumentException if more follow none
     */
    record Page(List<Item> items, boolean more) {
        public Page {
            items = List.copyOf(items);
            if (more && items.isEmpty()) {
                throw new IllegalArgumentException("a page with more to come must have an item");
            }
        }
    }

    /**
     * A fragment as it lies there.
     *
     * @param name its name in the store
     * @param header what it says of itself; empty if that cannot be read, is of a format not known
     *     to its store, or is of another fragment
     * @param length its bytes, header included
     * @param age how long ago it was written, by the clock of its store
     */
    record Item(String name, Optional<FragmentHeader> header, long length, Duration age) {}
}
