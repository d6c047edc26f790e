package io.giza.recovery;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.version.BucketShare;
import io.giza.version.KeySpaces;

import java.util.SortedSet;

/**
 * A share of all key spaces.
 *
 * @param keySpaces finds the key spaces
 * @param share the share of the buckets that they are of
 */
record KeySpaceShare(KeySpaces keySpaces, BucketShare share) {
    /** Returns the data center whose share it is. */
    DcName dc() {
        return share.dc();
    }

    /**
     * Returns the key spaces: buckets, their uploads, and in one of the shares that of the system.
     */
    SortedSet<BucketId> spaces() throws ReplicaException {
        return share.keySpaces(
                keySpaces
                        .ofObjects()
                        .orElseThrow(
                                () ->
                                        new ReplicaException.Failed(
                                                dc(), "no quorum names the buckets", null)));
    }
}
