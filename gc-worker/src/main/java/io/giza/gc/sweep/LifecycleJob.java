package io.giza.gc.sweep;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.version.BucketShare;
import io.giza.version.KeySpaces;
import io.giza.worker.Job;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;

/**
 * The sweep of one share of all buckets that have a lifecycle: of as many as there are metadata
 * data centers, over the rows of each in turn, beginning with that of the share.
 */
public final class LifecycleJob implements Job {
    private final KeySpaces spaces;
    private final LifecycleSweep sweep;
    private final BucketShare share;
    private int passes;

    /**
     * Makes the job.
     *
     * @param spaces finds the buckets
     * @param sweep goes over one of them
     * @param dcs the metadata data centers, in the same order for all workers
     * @param share the index of the one whose share it is
     */
    public LifecycleJob(KeySpaces spaces, LifecycleSweep sweep, List<DcName> dcs, int share) {
        this.spaces = spaces;
        this.sweep = sweep;
        this.share = new BucketShare(dcs, share);
    }

    @Override
    public String name() {
        return "gc/lifecycle/" + share.dc();
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
        Optional<SortedMap<String, BucketId>> all = spaces.activeBuckets();
        if (all.isEmpty()) {
            return false;
        }
        DcName scannedDc = share.scannedDc(passes++);
        boolean done = true;
        for (Map.Entry<String, BucketId> each : all.get().entrySet()) {
            BucketId bucket = each.getValue();
            if (!share.contains(bucket)) {
                continue;
            }
            if (!mayContinue.getAsBoolean()) {
                return false;
            }
            // What cannot be read of one bucket holds up no other.
            done &= sweep.sweep(each.getKey(), bucket, scannedDc, mayContinue);
        }
        return done;
    }
}
