package io.giza.recovery;

import io.giza.cluster.ClusterClients;
import io.giza.commit.MetadataGroup;
import io.giza.model.DcName;
import io.giza.recovery.fragments.FragmentScrub;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.replacement.Members;
import io.giza.recovery.replacement.Replacement;
import io.giza.recovery.replacement.ReplacementJob;
import io.giza.recovery.replacement.Stores;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.recovery.rows.RowWalk;
import io.giza.version.KeySpaces;
import io.giza.version.VersionAccess;
import io.giza.version.VersionRepair;
import io.giza.worker.LeasedJobRunner;
import io.giza.worker.LeasedJobRunners;
import io.giza.worker.Pacer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The jobs of a worker: a share of catching up and of looking at versions for each metadata data
 * center, and the fragments of each data center. Whichever workers there are divide them by leases.
 */
final class RecoveryWorker implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(RecoveryWorker.class);

    /** How long giving leases back may hold up the end of the process. */
    private static final Duration GOODBYE = Duration.ofSeconds(3);

    private static final String CATCH_UP = "recovery/";
    private static final String SCRUB = "scrub/";

    /** Data centers that took the place of lost ones are looked for less often than absent ones. */
    private static final int WATCHES = 12;

    private final ClusterClients reach;
    private final Stores stores;
    private final RecoveryProperties properties;
    private final RecoveryTally tally;
    private final LeasedJobRunners shifts;
    private final DcWatch watch;
    private final Members members;
    private final List<ReplacementJob> replacements = new ArrayList<>();
    private final AtomicBoolean ordering = new AtomicBoolean();
    private volatile boolean running;

    RecoveryWorker(ClusterClients reach, RecoveryProperties properties, RecoveryTally tally) {
        this.reach = reach;
        this.properties = properties;
        this.tally = tally;
        this.shifts = new LeasedJobRunners(reach.versions().metadata(), properties.leaseTerm());
        this.stores = new Stores(reach.versions(), reach.repairs(), reach.seedings());
        this.members = new Members(stores);
        this.watch = new DcWatch(reach.versions(), properties.watch(), this::order, this::back);
        MetadataGroup group = reach.versions().metadata().group();
        List<DcName> dcs = group.names().stream().sorted().toList();
        for (int i = 0; i < dcs.size(); i++) {
            Share share = new Share(new KeySpaces(reach.versions()), dcs, i);
            boolean preferred = share.dc().equals(group.home());
            shifts.add(catchUp(share), properties.interval(), preferred);
            shifts.add(scrub(share), properties.scrubInterval(), preferred);
        }
        reach.repairs().keySet().stream().sorted().forEach(this::addReplacement);
        reach.inventories()
                .forEach(
                        (dc, inventory) ->
                                shifts.add(
                                        new FragmentScrubJob(
                                                dc,
                                                new FragmentScrub(
                                                        inventory, repair(), pacer(), tally)),
                                        properties.scrubInterval(),
                                        dc.equals(group.home())));
    }

    private void addReplacement(DcName dc) {
        ReplacementJob job =
                new ReplacementJob(dc, stores, pacer(), tally::filled, properties.concurrency());
        replacements.add(job);
        tally.watch(dc, job::status);
        // Not of the one that is filled itself: it has enough to do.
        boolean preferred = false;
        shifts.add(job, properties.watch().multipliedBy(WATCHES), preferred);
    }

    private CatchUpJob catchUp(Share share) {
        VersionAccess versions = reach.versions();
        return new CatchUpJob(
                share,
                new RowWalk(versions),
                new RowCatchUp(versions, pacer(), tally::row),
                fragments());
    }

    private VersionScrubJob scrub(Share share) {
        return new VersionScrubJob(share, new RowWalk(reach.versions()), fragments());
    }

    private RepairSweep fragments() {
        return new RepairSweep(
                reach.versions(), repair(), pacer(), tally::repaired, properties.batch());
    }

    private VersionRepair repair() {
        return new VersionRepair(reach.versions(), reach.repairs());
    }

    private Pacer pacer() {
        return new Pacer(reach.versions().surroundings().time(), properties.share());
    }

    /**
     * Asking the stores orders the epoch of those that serve the one before. The watch does not
     * wait for one that hangs.
     */
    private void order() {
        if (ordering.compareAndSet(false, true)) {
            reach.versions().surroundings().tasks().fork("orders", this::askAll);
        }
    }

    private void askAll() {
        try {
            LOG.debug("Members: {}", members.all());
        } finally {
            ordering.set(false);
        }
    }

    /** Whatever it missed meanwhile it is told now. */
    private void back(DcName dc) {
        catchUp();
    }

    /** Returns how it stands with each job here. */
    List<LeasedJobRunner.Status> status() {
        return shifts.status();
    }

    /** Returns the data centers that this worker fills just now, and how far. */
    List<Replacement> replacements() {
        return replacements.stream().flatMap(job -> job.status().stream()).toList();
    }

    /** Asks all data centers how their stores stand. */
    List<Members.Member> members() {
        return members.all();
    }

    /** Returns the data centers that do not answer this worker. */
    List<DcName> away() {
        return watch.away();
    }

    /** Has data centers caught up now, as far as this worker has the leases on that. */
    void catchUp() {
        shifts.requestRuns(job -> job.startsWith(CATCH_UP));
    }

    /** Has all fragments read and checked now, as far as this worker has the leases on that. */
    void scrub() {
        shifts.requestRuns(job -> job.startsWith(SCRUB));
    }

    @Override
    public void start() {
        if (properties.enabled()) {
            running = true;
            watch.start();
            shifts.start();
        }
    }

    @Override
    public void stop() {
        running = false;
        watch.stop();
        shifts.stop(GOODBYE);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
