package io.giza.recovery;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.version.KeySpaces;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A share of all key spaces: of as many as there are metadata data centers.
 *
 * @param keySpaces finds the key spaces
 * @param dcs the metadata data centers, in the same order for all workers
 * @param index of the one whose share it is
 */
record KeySpaceShare(KeySpaces keySpaces, List<DcName> dcs, int index) {
    KeySpaceShare {
        dcs = List.copyOf(dcs);
    }

    /** Returns the data center whose share it is. */
    DcName dc() {
        return dcs.get(index);
    }

    /**
     * Returns the key spaces: buckets, their uploads, and in one of the shares that of the system.
     */
    SortedSet<BucketId> spaces() throws ReplicaException {
        SortedSet<BucketId> buckets =
                keySpaces
                        .ofObjects()
                        .orElseThrow(
                                () ->
                                        new ReplicaException.Failed(
                                                dc(), "no quorum names the buckets", null));
        SortedSet<BucketId> share = new TreeSet<>();
        for (BucketId bucket : buckets) {
            if (Math.floorMod(bucket.hashCode(), dcs.size()) == index) {
                share.add(bucket);
                share.add(bucket.uploads());
            }
        }
        if (index == 0) {
            share.add(BucketId.SYSTEM);
        }
        return share;
    }
}
