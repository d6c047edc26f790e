package io.giza.version;

import io.giza.model.BucketId;
import io.giza.model.DcName;

import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A share of all buckets, for one job of workers: there are as many as metadata data centers, and
 * each bucket is in one of them.
 *
 * @param dcs the metadata data centers, in the same order for all workers
 * @param index the index of the one whose share it is
 */
public record BucketShare(List<DcName> dcs, int index) {
    public BucketShare {
        dcs = List.copyOf(dcs);
    }

    /** Returns the data center whose share it is. */
    public DcName dc() {
        return dcs.get(index);
    }

    /**
     * Returns the data center whose rows a pass goes over: each in turn, beginning with that of the
     * share.
     *
     * @param pass how many passes came before
     */
    public DcName scannedDc(int pass) {
        return dcs.get((index + pass) % dcs.size());
    }

    /** Tells whether a bucket is in it. */
    public boolean contains(BucketId bucket) {
        return Math.floorMod(bucket.hashCode(), dcs.size()) == index;
    }

    /**
     * Returns its key spaces: those of {@code buckets} that are in it, their uploads, and in the
     * first of all shares that of the system.
     */
    public SortedSet<BucketId> keySpaces(Collection<BucketId> buckets) {
        SortedSet<BucketId> spaces = new TreeSet<>();
        if (index == 0) {
            spaces.add(BucketId.SYSTEM);
        }
        buckets.stream()
                .filter(this::contains)
                .forEach(
                        bucket -> {
                            spaces.add(bucket);
                            spaces.add(bucket.uploads());
                        });
        return spaces;
    }
}
