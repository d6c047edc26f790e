package io.giza.stripe;

import io.giza.erasure.StripeLayout;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.FragmentStore;

import java.util.List;
import java.util.Map;

/**
 * The fragments of one version, as a reader knows them from the version's manifest.
 *
 * @param account the storage account
 * @param key the object's key
 * @param putId the attempt that wrote the version
 * @param layout the scheme and the sizes
 * @param stores the store of fragment 0, 1, ... n-1
 */
public record VersionFragments(
        String account,
        ObjectKey key,
        PutId putId,
        StripeLayout layout,
        List<FragmentStore> stores) {
    public VersionFragments {
        stores = List.copyOf(stores);
        if (stores.size() != layout.coding().fragments()) {
            throw new IllegalArgumentException(
                    layout.coding() + " needs a store per fragment, not " + stores.size());
        }
    }

    /**
     * Returns the fragments of a version.
     *
     * @param key the object's key
     * @param putId the identity of the version's value
     * @param manifest the version's manifest, whose data is in fragments of its own
     * @param stores the store of every data center that the manifest may name
     * @throws IllegalArgumentException if the data is inline or in parts, or a data center has no
     *     store
     */
    public static VersionFragments of(
            ObjectKey key, PutId putId, Manifest manifest, Map<DcName, FragmentStore> stores) {
        Manifest.Fragmented data =
                manifest.fragmented()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "no fragments of its own: " + key));
        return of(new PutRef(key, putId), data, manifest.storedSize(), stores);
    }

    /**
     * The identity of a put.
     *
     * @param key the row that it was put into
     * @param putId the identity of its value
     */
    public record PutRef(ObjectKey key, PutId putId) {}

    /**
     * Returns the fragments of a put.
     *
     * @param size its bytes as they are stored
     * @param stores the store of every data center that {@code data} may name
     * @throws IllegalArgumentException if a data center has no store
     */
    public static VersionFragments of(
            PutRef put, Manifest.Fragmented data, long size, Map<DcName, FragmentStore> stores) {
        List<FragmentStore> placed = data.placement().stream().map(dc -> of(dc, stores)).toList();
        StripeLayout layout = StripeLayout.of(data, size);
        return new VersionFragments(data.account(), put.key(), put.putId(), layout, placed);
    }

    private static FragmentStore of(DcName dc, Map<DcName, FragmentStore> stores) {
        FragmentStore store = stores.get(dc);
        if (store == null) {
            throw new IllegalArgumentException("the topology has no data center " + dc);
        }
        return store;
    }

    /** Returns the same fragments, reached through other stores. */
    public VersionFragments withStores(List<FragmentStore> others) {
        return new VersionFragments(account, key, putId, layout, others);
    }

    /** Returns the name of a fragment. */
    public FragmentId id(int index) {
        return new FragmentId(account, key, putId, index);
    }

    /** Tells whether a header is what this version's fragment has to have. */
    public boolean matches(FragmentHeader header, int index) {
        return header.id().equals(id(index)) && header.layout().equals(layout);
    }
}
