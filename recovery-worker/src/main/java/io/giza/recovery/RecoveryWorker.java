package io.giza.recovery;

import io.giza.cluster.ClusterClients;
import io.giza.commit.group.MetadataGroup;
import io.giza.hint.Hint;
import io.giza.model.DcName;
import io.giza.recovery.fragments.FragmentScrub;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.replacement.ReplacementJob;
import io.giza.recovery.replacement.ReplacementStatus;
import io.giza.recovery.replacement.StoreClients;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.recovery.rows.RowWalk;
import io.giza.service.watch.RepeatedLook;
import io.giza.topology.Members;
import io.giza.version.BucketShare;
import io.giza.version.KeySpaces;
import io.giza.version.VersionAccess;
import io.giza.version.VersionRepair;
import io.giza.worker.LeasedJobRunner;
import io.giza.worker.LeasedJobRunners;
import io.giza.worker.Pacer;
import io.micrometer.core.instrument.MeterRegistry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The jobs of a worker: a share of catching up and of looking at versions for each metadata data
 * center, and the fragments of each data center. Whichever workers there are divide them by leases.
 */
final class RecoveryWorker implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(RecoveryWorker.class);

    /** How long giving leases back may hold up the end of the process. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private static final String CATCH_UP = "recovery/";
    private static final String SCRUB = "scrub/";

    /** Data centers that took the place of lost ones are looked for less often than absent ones. */
    private static final int REPLACEMENT_INTERVAL_FACTOR = 12;

    private final ClusterClients clients;
    private final StoreClients stores;
    private final RecoveryProperties properties;
    private final RecoveryTally tally;
    private final LeasedJobRunners runners;
    private final DcWatch watch;
    private final HintedRepair hinted;
    private final RepeatedLook hintLook;
    private final Members members;
    private final List<ReplacementJob> replacements = new ArrayList<>();
    private final List<Backlog> backlogs = new ArrayList<>();
    private final AtomicBoolean isRaisingEpochs = new AtomicBoolean();
    private volatile boolean running;

    /**
     * Makes a worker.
     *
     * @param name whose the leases are, the same in each epoch of the topology
     */
    RecoveryWorker(
            String name,
            ClusterClients clients,
            RecoveryProperties properties,
            RecoveryTally tally) {
        this.clients = clients;
        this.properties = properties;
        this.tally = tally;
        this.runners =
                new LeasedJobRunners(clients.versions().metadata(), properties.leaseTerm(), name);
        this.stores = StoreClients.of(clients);
        this.members = stores.members();
        this.watch =
                new DcWatch(
                        clients.versions(), properties.watch(), this::raiseEpochs, this::onReturn);
        VersionAccess versions = clients.versions();
        this.hinted =
                new HintedRepair(
                        versions, new RowCatchUp(versions, pacer(), tally::row), repairSweep());
        this.hintLook =
                new RepeatedLook(
                        "hinted repair",
                        properties::watch,
                        versions.surroundings(),
                        () -> hinted.look(Set.copyOf(watch.away()), () -> running));
        clients.repairs().keySet().forEach(dc -> tally.registerHints(dc, () -> hinted.count(dc)));
        MetadataGroup group = clients.versions().metadata().group();
        List<DcName> dcs = group.names().stream().sorted().toList();
        for (int i = 0; i < dcs.size(); i++) {
            KeySpaceShare share =
                    new KeySpaceShare(new KeySpaces(clients.versions()), new BucketShare(dcs, i));
            boolean preferred = share.dc().equals(group.home());
            runners.add(catchUp(share), properties.interval(), preferred);
            runners.add(scrub(share), properties.scrubInterval(), preferred);
        }
        clients.repairs().keySet().stream().sorted().forEach(this::addReplacement);
        clients.inventories()
                .forEach(
                        (dc, inventory) ->
                                runners.add(
                                        new FragmentScrubJob(
                                                dc,
                                                new FragmentScrub(
                                                        inventory, repair(), pacer(), tally)),
                                        properties.scrubInterval(),
                                        dc.equals(group.home())));
    }

    private void addReplacement(DcName dc) {
        ReplacementJob job =
                new ReplacementJob(dc, stores, pacer(), tally::rebuilt, properties.concurrency());
        replacements.add(job);
        tally.registerGauges(dc, job::status);
        // Not of the one that is filled itself: it has enough to do.
        boolean preferred = false;
        runners.add(job, properties.watch().multipliedBy(REPLACEMENT_INTERVAL_FACTOR), preferred);
    }

    private CatchUpJob catchUp(KeySpaceShare share) {
        VersionAccess versions = clients.versions();
        RepairSweep sweep = repairSweep();
        CatchUpJob job =
                new CatchUpJob(
                        share,
                        new RowWalk(versions),
                        new RowCatchUp(versions, pacer(), tally::row),
                        sweep);
        Backlog backlog = new Backlog(job.name(), sweep);
        backlogs.add(backlog);
        tally.registerBacklog(job.name(), () -> versions(backlog));
        return job;
    }

    /** What a job knows that is left to repair. */
    private record Backlog(String job, RepairSweep sweep) {}

    private long versions(Backlog backlog) {
        return isHeld(backlog.job()) ? backlog.sweep().backlog().versions() : 0;
    }

    /** Returns how many versions this worker knows that are not whole. */
    long backlog() {
        return backlogs.stream().mapToLong(this::versions).sum();
    }

    /** Another worker that does a job knows better what is left of it. */
    private boolean isHeld(String job) {
        return runners.status().stream().anyMatch(each -> each.job().equals(job) && each.held());
    }

    private VersionScrubJob scrub(KeySpaceShare share) {
        return new VersionScrubJob(share, new RowWalk(clients.versions()), repairSweep());
    }

    private RepairSweep repairSweep() {
        return new RepairSweep(
                clients.versions(), repair(), pacer(), tally::repaired, properties.batch());
    }

    private VersionRepair repair() {
        return new VersionRepair(clients.versions(), clients.repairs());
    }

    private Pacer pacer() {
        return new Pacer(clients.versions().surroundings().time(), properties.share());
    }

    /**
     * Asking the stores orders the epoch of those that serve the one before. The watch does not
     * wait for one that hangs.
     */
    private void raiseEpochs() {
        if (isRaisingEpochs.compareAndSet(false, true)) {
            clients.versions().surroundings().tasks().fork("orders", this::queryMembers);
        }
    }

    private void queryMembers() {
        try {
            LOG.debug("Members: {}", members());
        } finally {
            isRaisingEpochs.set(false);
        }
    }

    /** Whatever it missed meanwhile it is told now. */
    private void onReturn(DcName dc) {
        catchUp();
    }

    /** Returns the state of each job here. */
    List<LeasedJobRunner.Status> status() {
        return runners.status();
    }

    /** Returns the data centers that this worker fills just now, and how far. */
    List<ReplacementStatus> replacements() {
        return replacements.stream().flatMap(job -> job.status().stream()).toList();
    }

    /** Asks all data centers how their stores stand. */
    List<Members.Member> members() {
        return members.all(clients.versions().after(StoreClients.ANSWER_TIME));
    }

    /** Returns the data centers that do not answer this worker. */
    List<DcName> away() {
        return watch.away();
    }

    /** Returns the hints of writes that data centers missed. */
    List<Hint> hints() {
        return hinted.known();
    }

    /** Has data centers caught up now, as far as this worker has the leases on that. */
    void catchUp() {
        runners.requestRuns(job -> job.startsWith(CATCH_UP));
    }

    /** Has all fragments read and checked now, as far as this worker has the leases on that. */
    void scrub() {
        runners.requestRuns(job -> job.startsWith(SCRUB));
    }

    /** Shows how the jobs stand. */
    void register(MeterRegistry meters) {
        runners.register(meters);
    }

    @Override
    public void start() {
        if (properties.enabled()) {
            running = true;
            watch.start();
            hintLook.start();
            runners.start();
        }
    }

    @Override
    public void stop() {
        running = false;
        watch.stop();
        hintLook.stop();
        runners.stop(STOP_TIMEOUT);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
