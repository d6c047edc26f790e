package io.giza.gc.sweep;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.version.BucketShare;
import io.giza.version.KeySpaces;
import io.giza.version.KeySpaces.BucketLife;
import io.giza.worker.Job;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The sweep of one share of all key spaces: of as many as there are metadata data centers, over the
 * rows of each in turn, beginning with that of the share.
 */
final class RowJob implements Job {
    private final KeySpaces spaces;
    private final RowSweep sweep;
    private final BucketShare share;
    private int passes;

    /**
     * Makes the job.
     *
     * @param spaces finds the key spaces
     * @param sweep goes over one of them
     * @param dcs the metadata data centers, in the same order for all workers
     * @param share the index of the one whose share it is
     */
    public RowJob(KeySpaces spaces, RowSweep sweep, List<DcName> dcs, int share) {
        this.spaces = spaces;
        this.sweep = sweep;
        this.share = new BucketShare(dcs, share);
    }

    @Override
    public String name() {
        return "gc/rows/" + share.dc();
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
        Optional<List<BucketLife>> all = spaces.lives();
        if (all.isEmpty()) {
            return false;
        }
        DcName scannedDc = share.scannedDc(passes++);
        for (BucketLife life : all.get()) {
            if (share.contains(life.bucket()) && !sweep.sweep(life, scannedDc, mayContinue)) {
                return false;
            }
        }
        return true;
    }
}
