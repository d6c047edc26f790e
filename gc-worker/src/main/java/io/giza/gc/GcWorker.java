package io.giza.gc;

import io.giza.cluster.ClusterClients;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.removal.RowRemoval;
import io.giza.gc.event.EventJob;
import io.giza.gc.event.EventListener;
import io.giza.gc.event.EventSender;
import io.giza.gc.event.LaneDelivery;
import io.giza.gc.sweep.ClockCheck;
import io.giza.gc.sweep.GarbageJobFactory;
import io.giza.gc.sweep.LifecycleExecutor;
import io.giza.gc.sweep.LifecycleJob;
import io.giza.gc.sweep.LifecycleSweep;
import io.giza.gc.sweep.RowJob;
import io.giza.gc.sweep.UndecidedJob;
import io.giza.gc.sweep.UndecidedSweep;
import io.giza.model.DcName;
import io.giza.record.ManifestCodec;
import io.giza.replica.ReplicaException;
import io.giza.service.webhook.NotificationProperties;
import io.giza.version.KeySpaces;
import io.giza.version.VersionAccess;
import io.giza.worker.Job;
import io.giza.worker.LeasedJobRunner;
import io.giza.worker.LeasedJobRunners;
import io.giza.worker.Pacer;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.context.SmartLifecycle;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * The jobs of a worker: a share of the rows for each metadata data center, and the fragments of
 * each data center. Whichever workers there are divide them by leases.
 */
final class GcWorker implements SmartLifecycle {
    /** How long giving leases back may hold up the end of the process. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private final ClusterClients clients;
    private final GcProperties properties;
    private final GcTally tally;
    private final ClockCheck clock;
    private final LeasedJobRunners runners;
    private final UsageGauges usage = new UsageGauges(this::isSweeping);
    private volatile boolean running;

    /**
     * Makes a worker.
     *
     * @param name whose the leases are, the same in each epoch of the topology
     * @param events how webhooks are told of events
     */
    GcWorker(
            String name,
            DcName dc,
            ClusterClients clients,
            GcProperties properties,
            GcTally tally,
            Events events) {
        this.clients = clients;
        this.properties = properties;
        this.tally = tally;
        properties.lifecycle().warnOfShortDays();
        this.clock = new ClockCheck(clients.versions(), tally::clock);
        this.runners =
                new LeasedJobRunners(clients.versions().metadata(), properties.leaseTerm(), name);
        List<DcName> metadataDcs =
                clients.versions().metadata().group().names().stream().sorted().toList();
        GarbageJobFactory garbage =
                new GarbageJobFactory(clients.versions(), clock, properties.share());
        for (int share = 0; share < metadataDcs.size(); share++) {
            boolean preferred = metadataDcs.get(share).equals(dc);
            runners.add(
                    garbage.rowJob(
                            share, metadataDcs, properties.ageLimits(), tally::row, usage::note),
                    properties.interval(),
                    preferred);
            runners.add(
                    undecidedJob(share, metadataDcs), properties.undecidedInterval(), preferred);
            if (properties.lifecycle().enabled()) {
                runners.add(
                        lifecycleJob(share, metadataDcs),
                        properties.lifecycle().interval(),
                        preferred);
            }
        }
        runners.add(eventJob(events, metadataDcs), events.properties().interval(), false);
        clients.inventories()
                .forEach(
                        (each, inventory) ->
                                runners.add(
                                        garbage.fragmentJob(
                                                inventory,
                                                properties.orphanAfter(),
                                                tally::fragment),
                                        properties.interval(),
                                        each.equals(dc)));
    }

    private Job undecidedJob(int share, List<DcName> metadataDcs) {
        VersionAccess versions = clients.versions();
        UndecidedSweep sweep = new UndecidedSweep(versions, pacer(), tally::closed);
        return new UndecidedJob(new KeySpaces(versions), sweep, metadataDcs, share);
    }

    private Job lifecycleJob(int share, List<DcName> metadataDcs) {
        VersionAccess versions = clients.versions();
        LifecycleExecutor executor =
                new LifecycleExecutor(versions, ManifestCodec.NEWEST_FORMAT, tally::expired);
        LifecycleSweep sweep =
                new LifecycleSweep(versions, clock, executor, pacer(), tally::lifecycle)
                        .withDay(properties.lifecycle().day());
        return new LifecycleJob(new KeySpaces(versions), sweep, metadataDcs, share);
    }

    /**
     * What is needed to tell webhooks of events.
     *
     * @param sender sends to them
     * @param listener hears how it goes
     */
    record Events(NotificationProperties properties, EventSender sender, EventListener listener) {}

    private Job eventJob(Events events, List<DcName> metadataDcs) {
        VersionAccess versions = clients.versions();
        RowRemoval removal = new RowRemoval(versions.metadata(), CommitSettings.DEFAULTS);
        LaneDelivery delivery =
                new LaneDelivery(
                        versions,
                        removal,
                        events.sender(),
                        events.listener(),
                        events.properties().keepFor());
        return new EventJob(versions, delivery, events.listener(), metadataDcs);
    }

    private Pacer pacer() {
        return new Pacer(clients.versions().surroundings().time(), properties.share());
    }

    /** Returns the state of each job here. */
    List<LeasedJobRunner.Status> status() {
        return runners.status();
    }

    /**
     * Says what sweeps over all buckets would end and delete now.
     *
     * @throws ReplicaException if the data center whose rows are looked at does not answer
     */
    GcPreview.Result preview() throws ReplicaException {
        MetadataGroup group = clients.versions().metadata().group();
        var names = group.names();
        DcName dc = group.home();
        DcName scannedDc = names.contains(dc) ? dc : names.stream().sorted().toList().getFirst();
        return new GcPreview(
                        clients.versions(),
                        scannedDc,
                        properties.ageLimits(),
                        properties.lifecycle().day())
                .run();
    }

    /** Has all jobs done now that this worker has the leases on. */
    void runNow() {
        runners.requestRuns(_ -> true);
    }

    /**
     * Shows how the jobs stand, and what accounts hold.
     *
     * @param accounts the names of all accounts
     */
    void register(MeterRegistry meters, Collection<String> accounts) {
        runners.register(meters);
        usage.register(meters, accounts);
    }

    private boolean isSweeping() {
        return status().stream().anyMatch(each -> each.held() && RowJob.isNamed(each.job()));
    }

    @Override
    public void start() {
        if (properties.enabled()) {
            running = true;
            runners.start();
        }
    }

    @Override
    public void stop() {
        running = false;
        runners.stop(STOP_TIMEOUT);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
