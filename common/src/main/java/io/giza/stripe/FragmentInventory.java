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
     * Lists fragments in an order of the store's own, which does not change.
     *
     * @param after the {@link Item#name} after which to begin, empty for the first
     * @param limit the greatest number of fragments, 1 to {@link #MAX_PAGE}
     */
    Page inventory(String after, int limit) throws ReplicaException;

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
     * @param name its name in the store; opaque
     * @param header what it says of itself; empty if that cannot be read or is of another fragment
     * @param length its bytes, header included
     * @param age how long ago it was written, by the clock of its store
     */
    record Item(String name, Optional<FragmentHeader> header, long length, Duration age) {}
}
