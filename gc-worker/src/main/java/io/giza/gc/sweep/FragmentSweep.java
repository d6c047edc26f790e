package io.giza.gc.sweep;

import io.giza.replica.FragmentStore;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.stripe.FragmentInventory.Page;
import io.giza.version.FragmentReview;
import io.giza.worker.Pacer;

import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * A pass over what lies in the fragment store of one data center: what no version refers to is
 * settled and deleted, and so is poison that has outlived its time. What cannot be read is left to
 * those who repair.
 */
public final class FragmentSweep {
    /** Fragments of a page, for each of which its store reads a header. */
    private static final int PAGE = 200;

    private final FragmentInventory inventory;
    private final FragmentStore store;
    private final FragmentReview review;
    private final Pacer pacer;
    private final BiConsumer<Item, FragmentReview.Outcome> tally;

    /**
     * Wires a sweep.
     *
     * @param tally hears the outcome of each fragment that could be read
     */
    public FragmentSweep(
            FragmentInventory inventory,
            FragmentStore store,
            FragmentReview review,
            Pacer pacer,
            BiConsumer<Item, FragmentReview.Outcome> tally) {
        if (!inventory.dc().equals(store.dc())) {
            throw new IllegalArgumentException(inventory.dc() + " is not " + store.dc());
        }
        this.inventory = inventory;
        this.store = store;
        this.review = review;
        this.pacer = pacer;
        this.tally = tally;
    }

    /**
     * Goes over the store.
     *
     * @param mayContinue asked before each fragment
     * @return whether it came to the end
     */
    public boolean sweep(BooleanSupplier mayContinue) throws ReplicaException {
        String after = "";
        boolean more = true;
        while (more) {
            Page page = inventory.inventory(after, PAGE);
            for (Item item : page.items()) {
                if (!mayContinue.getAsBoolean()) {
                    return false;
                }
                if (item.header().isPresent()) {
                    pacer.step(() -> review(item));
                }
                after = item.name();
            }
            more = page.more();
        }
        return true;
    }

    private void review(Item item) {
        FragmentHeader header = item.header().orElseThrow();
        tally.accept(item, review.review(header, item.age(), store));
    }
}
