package io.giza.gc;

import io.giza.cluster.ClusterClients;
import io.giza.commit.MetadataGroup;
import io.giza.gc.sweep.ClockWatch;
import io.giza.gc.sweep.ExpiryCare;
import io.giza.gc.sweep.GarbageJobs;
import io.giza.gc.sweep.HalfVotedJob;
import io.giza.gc.sweep.HalfVotedSweep;
import io.giza.gc.sweep.LifecycleJob;
import io.giza.gc.sweep.LifecycleSweep;
import io.giza.model.DcName;
import io.giza.record.ManifestCodec;
import io.giza.replica.ReplicaException;
import io.giza.version.KeySpaces;
import io.giza.version.VersionAccess;
import io.giza.worker.Job;
import io.giza.worker.LeasedJobRunner;
import io.giza.worker.LeasedJobRunners;
import io.giza.worker.Pacer;

import org.springframework.context.SmartLifecycle;

import java.time.Duration;
import java.util.List;

/**
 * The jobs of a worker: a share of the rows for each metadata data center, and the fragments of
 * each data center. Whichever workers there are divide them by leases.
 */
final class GcWorker implements SmartLifecycle {
    /** How long giving leases back may hold up the end of the process. */
    private static final Duration GOODBYE = Duration.ofSeconds(3);

    private final ClusterClients reach;
    private final GcProperties properties;
    private final GcTally tally;
    private final ClockWatch clock;
    private final LeasedJobRunners shifts;
    private volatile boolean running;

    GcWorker(DcName dc, ClusterClients reach, GcProperties properties, GcTally tally) {
        this.reach = reach;
        this.properties = properties;
        this.tally = tally;
        this.clock = new ClockWatch(reach.versions(), tally::clock);
        this.shifts = new LeasedJobRunners(reach.versions().metadata(), properties.leaseTerm());
        List<DcName> metadataDcs =
                reach.versions().metadata().group().names().stream().sorted().toList();
        GarbageJobs garbage = new GarbageJobs(reach.versions(), clock, properties.share());
        for (int share = 0; share < metadataDcs.size(); share++) {
            boolean preferred = metadataDcs.get(share).equals(dc);
            shifts.add(
                    garbage.rows(share, metadataDcs, properties.ages(), tally::row),
                    properties.interval(),
                    preferred);
            shifts.add(halfVoted(share, metadataDcs), properties.halfVotedInterval(), preferred);
            if (properties.lifecycle().enabled()) {
                shifts.add(
                        lifecycle(share, metadataDcs),
                        properties.lifecycle().interval(),
                        preferred);
            }
        }
        reach.inventories()
                .forEach(
                        (each, inventory) ->
                                shifts.add(
                                        garbage.fragments(
                                                inventory,
                                                properties.orphanAfter(),
                                                tally::fragment),
                                        properties.interval(),
                                        each.equals(dc)));
    }

    private Job halfVoted(int share, List<DcName> metadataDcs) {
        VersionAccess versions = reach.versions();
        HalfVotedSweep sweep = new HalfVotedSweep(versions, pacer(), tally::closed);
        return new HalfVotedJob(new KeySpaces(versions), sweep, metadataDcs, share);
    }

    private Job lifecycle(int share, List<DcName> metadataDcs) {
        VersionAccess versions = reach.versions();
        ExpiryCare care = new ExpiryCare(versions, ManifestCodec.NEWEST_FORMAT, tally::expired);
        LifecycleSweep sweep = new LifecycleSweep(versions, clock, care, pacer(), tally::lifecycle);
        return new LifecycleJob(new KeySpaces(versions), sweep, metadataDcs, share);
    }

    private Pacer pacer() {
        return new Pacer(reach.versions().surroundings().time(), properties.share());
    }

    /** Returns how it stands with each job here. */
    List<LeasedJobRunner.Status> status() {
        return shifts.status();
    }

    /**
     * Says what sweeps over all buckets would end and delete now.
     *
     * @throws ReplicaException if the data center whose rows are looked at does not answer
     */
    GcPreview.Found preview() throws ReplicaException {
        MetadataGroup group = reach.versions().metadata().group();
        var names = group.names();
        DcName dc = group.home();
        DcName looked = names.contains(dc) ? dc : names.stream().sorted().toList().getFirst();
        return new GcPreview(reach.versions(), looked, properties.ages()).look();
    }

    /** Has all jobs done now that this worker has the leases on. */
    void call() {
        shifts.requestRuns(_ -> true);
    }

    @Override
    public void start() {
        if (properties.enabled()) {
            running = true;
            shifts.start();
        }
    }

    @Override
    public void stop() {
        running = false;
        shifts.stop(GOODBYE);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
