package io.giza.gc.sweep;

import io.giza.model.BucketId;
import io.giza.model.DcName;
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
    private final List<DcName> dcs;
    private final int share;

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
        this.dcs = List.copyOf(dcs);
        this.share = share;
    }

    @Override
    public String name() {
        return "gc/undecided/" + dcs.get(share);
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) {
        SortedSet<BucketId> shared = new TreeSet<>();
        if (share == 0) {
            shared.add(BucketId.SYSTEM);
        }
        Optional<SortedSet<BucketId>> buckets = spaces.ofObjects();
        for (BucketId bucket : buckets.orElseGet(TreeSet::new)) {
            if (Math.floorMod(bucket.hashCode(), dcs.size()) == share) {
                shared.add(bucket);
                shared.add(bucket.uploads());
            }
        }
        return sweep.sweep(shared, mayContinue) && buckets.isPresent();
    }
}
