package io.giza.gc.sweep;

import io.giza.gc.usage.UsageSurvey;
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
 * rows of each in turn, beginning with that of the share. What its buckets hold is summed on the
 * way.
 */
public final class RowJob implements Job {
    private static final String PREFIX = "gc/rows/";

    private final KeySpaces spaces;
    private final RowSweep sweep;
    private final UsageSurvey usage;
    private final BucketShare share;
    private int passes;

    /**
     * Makes the job.
     *
     * @param spaces finds the key spaces
     * @param sweep goes over one of them
     * @param usage sums what they hold
     * @param dcs the metadata data centers, in the same order for all workers
     * @param share the index of the one whose share it is
     */
    public RowJob(
            KeySpaces spaces, RowSweep sweep, UsageSurvey usage, List<DcName> dcs, int share) {
        this.spaces = spaces;
        this.sweep = sweep;
        this.usage = usage;
        this.share = new BucketShare(dcs, share);
    }

    @Override
    public String name() {
        return PREFIX + share.dc();
    }

    /** Tells whether a job of that name is the sweep of a share. */
    public static boolean isNamed(String job) {
        return job.startsWith(PREFIX);
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
        Optional<List<BucketLife>> all = spaces.lives();
        if (all.isEmpty() || !usage.begin()) {
            return false;
        }
        List<BucketLife> lives =
                all.get().stream().filter(life -> share.contains(life.bucket())).toList();
        DcName scannedDc = share.scannedDc(passes++);
        for (BucketLife life : lives) {
            if (!usage.sum(
                    life,
                    scannedDc,
                    observer -> sweep.sweep(life, scannedDc, observer, mayContinue))) {
                return false;
            }
        }
        usage.end(lives);
        return true;
    }
}
