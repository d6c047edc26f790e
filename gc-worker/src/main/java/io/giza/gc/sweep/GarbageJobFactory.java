package io.giza.gc.sweep;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.gc.plan.RowPlan;
import io.giza.gc.usage.UsageSurvey;
import io.giza.model.DcName;
import io.giza.record.ManifestCodec;
import io.giza.stripe.FragmentInventory;
import io.giza.usage.Usage;
import io.giza.version.FragmentReview;
import io.giza.version.KeySpaces;
import io.giza.version.VersionAccess;
import io.giza.worker.Job;
import io.giza.worker.Pacer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The jobs that collect garbage. They go by how old things are, and so are done only by a clock
 * that a quorum shares.
 */
public final class GarbageJobFactory {
    private final VersionAccess access;
    private final ClockCheck clock;
    private final double share;

    /**
     * Makes jobs of a worker.
     *
     * @param clock of this worker
     * @param share of its time that a job may take, more than 0 and at most 1
     */
    public GarbageJobFactory(VersionAccess access, ClockCheck clock, double share) {
        this.access = access;
        this.clock = clock;
        this.share = share;
    }

    /**
     * Returns the sweep of a share of the rows, which sums what their buckets hold.
     *
     * @param share which one, one for each of the data centers
     * @param metadataDcs the data centers, by name
     * @param tally hears the outcome of each row
     * @param usage hears what each account holds by its name, at the beginning and at the end
     */
    public Job rowJob(
            int share,
            List<DcName> metadataDcs,
            RowPlan.AgeLimits ageLimits,
            Consumer<RowCollector.Outcome> tally,
            Consumer<Map<String, Usage>> usage) {
        RowRemoval removal = new RowRemoval(access.metadata(), CommitSettings.DEFAULTS);
        int format = ManifestCodec.NEWEST_FORMAT;
        RowCollector collector = new RowCollector(access, removal, ageLimits, format);
        UploadCollector uploads = new UploadCollector(access, removal, format);
        RowSweep sweep = new RowSweep(access, collector, uploads, pacer(), tally);
        UsageSurvey survey = new UsageSurvey(access, removal, pacer(), usage);
        return withClockCheck(new RowJob(new KeySpaces(access), sweep, survey, metadataDcs, share));
    }

    /**
     * Returns the sweep of the fragments of one data center.
     *
     * @param orphanAfter how old a fragment must be to be looked at
     * @param tally hears what each one is
     */
    public Job fragmentJob(
            FragmentInventory inventory,
            Duration orphanAfter,
            BiConsumer<FragmentInventory.Item, FragmentReview.Outcome> tally) {
        var store = Objects.requireNonNull(access.fragments().get(inventory.dc()));
        FragmentReview review = new FragmentReview(access, orphanAfter);
        FragmentSweep sweep = new FragmentSweep(inventory, store, review, pacer(), tally);
        return withClockCheck(new FragmentJob(inventory.dc(), sweep));
    }

    private Job withClockCheck(Job job) {
        return new ClockCheckedJob(job, clock);
    }

    private Pacer pacer() {
        return new Pacer(access.surroundings().time(), share);
    }
}
