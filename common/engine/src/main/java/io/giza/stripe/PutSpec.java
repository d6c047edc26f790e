package io.giza.stripe;

import io.giza.erasure.StripeLayout;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.FragmentStore;

import java.util.List;

/**
 * The fragments that one put is going to write.
 *
 * @param key the object's key
 * @param putId the attempt
 * @param stamp what else the headers say
 * @param layout the scheme and the sizes
 * @param stores the store of fragment 0, 1, ... n-1
 * @param spares stores that may take the place of one of these, in order of preference
 */
public record PutSpec(
        ObjectKey key,
        PutId putId,
        Stamp stamp,
        StripeLayout layout,
        List<FragmentStore> stores,
        List<FragmentStore> spares) {
    public PutSpec {
        stores = List.copyOf(stores);
        spares = List.copyOf(spares);
        if (stores.size() != layout.coding().fragments()) {
            throw new IllegalArgumentException(
                    layout.coding() + " needs a store per fragment, not " + stores.size());
        }
    }

    /** Fragments for which there is no other place. */
    public PutSpec(
            ObjectKey key,
            PutId putId,
            Stamp stamp,
            StripeLayout layout,
            List<FragmentStore> stores) {
        this(key, putId, stamp, layout, stores, List.of());
    }

    /**
     * The circumstances of a put.
     *
     * @param account the storage account
     * @param base the fence that was seen before any fragment is written
     * @param epoch the topology's epoch
     */
    public record Stamp(String account, long base, long epoch) {}

    /**
     * Returns the header of one of the fragments that this put writes.
     *
     * @param index 0 to one less than the fragments of the code, data before parity
     */
    public FragmentHeader header(int index) {
        return new FragmentHeader(
                FragmentHeader.Kind.DATA,
                new FragmentId(stamp.account, key, putId, index),
                layout,
                stamp.base,
                stamp.epoch);
    }
}
