package io.giza.gc.sweep;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.version.BucketShare;
import io.giza.version.KeySpaces;
import io.giza.worker.Job;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * The passes over undecided versions in one share of all key spaces: of as many as there are
 * metadata data centers. Those of the system are in the first of them.
 */
public final class UndecidedJob implements Job {
    private final KeySpaces spaces;
    private final UndecidedSweep sweep;
    private final BucketShare share;

    /**
     * Makes the job.
     *
     * @param spaces finds the key spaces
     * @param sweep goes over them
     * @param dcs the metadata data centers, in the same order for all workers
     * @param share the index of the one whose share it is
     */
    public UndecidedJob(KeySpaces spaces, UndecidedSweep sweep, List<DcName> dcs, int share) {
        this.spaces = spaces;
        this.sweep = sweep;
        this.share = new BucketShare(dcs, share);
    }

    @Override
    public String name() {
        return "gc/undecided/" + share.dc();
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) {
        Optional<SortedSet<BucketId>> buckets = spaces.ofObjects();
        SortedSet<BucketId> shared = share.keySpaces(buckets.orElseGet(TreeSet::new));
        return sweep.sweep(shared, mayContinue) && buckets.isPresent();
    }
}
