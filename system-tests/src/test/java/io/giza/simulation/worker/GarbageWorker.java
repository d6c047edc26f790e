package io.giza.simulation.worker;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.Settlement;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Deadline;
import io.giza.gc.plan.RowPlan;
import io.giza.gc.sweep.FragmentSweep;
import io.giza.gc.sweep.RowCollector;
import io.giza.gc.sweep.RowSweep;
import io.giza.gc.sweep.UploadCollector;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Vote;
import io.giza.record.ManifestCodec;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.replica.FragmentStore;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.version.FragmentReview;
import io.giza.version.KeySpaces;
import io.giza.version.PoisonAge;
import io.giza.worker.Pacer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The sweeps of one garbage collection worker over a simulated cluster. */
public final class GarbageWorker {
    private static final int MOST_SWEEPS = 40;

    private final SimulatedCluster cluster;
    private final Gateway gateway;
    private final Duration settleAfter;
    private final Map<String, Integer> ends;
    private final UndecidedWorker undecided;
    private boolean changed;
    private int passes;

    /**
     * Makes a worker.
     *
     * @param gateway how it reaches the data centers
     * @param settleAfter how old a put or fragment is before it is looked at
     * @param ends counts how looks ended
     */
    public GarbageWorker(
            SimulatedCluster cluster,
            Gateway gateway,
            Duration settleAfter,
            Map<String, Integer> ends) {
        this.cluster = cluster;
        this.gateway = gateway;
        this.settleAfter = settleAfter;
        this.ends = ends;
        this.undecided = new UndecidedWorker(cluster, gateway);
    }

    /** Goes over all rows and fragments once; tells whether there was nothing to be done. */
    public boolean sweep() {
        changed = false;
        try {
            undecided.sweep();
            return sweepRows() && sweepFragments() && !changed;
        } catch (ReplicaException e) {
            return false;
        }
    }

    /** Sweeps until nothing changes any more, with time for poison to grow old in between. */
    public void sweepUntilAllIsDone() {
        endWhatIsUndecided();
        RecoveryWorker recovery = new RecoveryWorker(cluster, gateway, store -> store, ends);
        int quiet = 0;
        for (int i = 0; i < MOST_SWEEPS && quiet <= cluster.names().size(); i++) {
            gateway.surroundings().time().sleep(PoisonAge.MIN_AGE.plusHours(1));
            boolean whole = recovery.sweep(RepairSweep.Depth.ALL);
            quiet = sweep() && whole ? quiet + 1 : 0;
        }
        check(quiet > cluster.names().size(), "workers do not come to rest");
    }

    /** What may be chosen, by whoever reads it, is chosen now or never. */
    private void endWhatIsUndecided() {
        Settlement settlement = new Settlement(gateway.metadata());
        for (ObjectKey key : cluster.oracle().keys()) {
            for (DcName dc : cluster.names()) {
                Vote vote = cluster.stored(dc, key).open().vote();
                if (vote != null) {
                    Value value = vote.value();
                    Deadline deadline = gateway.surroundings().time().after(Duration.ofMinutes(5));
                    settlement.settle(key, value.id(), value.base(), deadline);
                }
            }
        }
    }

    private boolean sweepRows() throws ReplicaException {
        Optional<List<KeySpaces.BucketLife>> lives = new KeySpaces(gateway.versions()).lives();
        if (lives.isEmpty()) {
            return false;
        }
        RowRemoval removal = new RowRemoval(gateway.metadata(), CommitSettings.DEFAULTS);
        RowCollector care =
                new RowCollector(
                        gateway.versions(),
                        removal,
                        new RowPlan.AgeLimits(settleAfter, Duration.ZERO),
                        ManifestCodec.NEWEST_FORMAT);
        UploadCollector uploads =
                new UploadCollector(gateway.versions(), removal, ManifestCodec.NEWEST_FORMAT);
        RowSweep sweep = new RowSweep(gateway.versions(), care, uploads, pacer(), this::row);
        List<DcName> dcs = gateway.metadata().group().names().stream().sorted().toList();
        DcName looked = dcs.get(passes++ % dcs.size());
        for (KeySpaces.BucketLife life : lives.get()) {
            sweep.sweep(life, looked, (_, _) -> {}, () -> true);
        }
        return true;
    }

    private boolean sweepFragments() throws ReplicaException {
        FragmentReview review = new FragmentReview(gateway.versions(), settleAfter);
        for (InMemoryFragmentStore inventory : cluster.stores()) {
            FragmentStore store =
                    Objects.requireNonNull(gateway.versions().fragments().get(inventory.dc()));
            new FragmentSweep(inventory, store, review, pacer(), (_, outcome) -> fragment(outcome))
                    .sweep(() -> true);
        }
        return true;
    }

    private Pacer pacer() {
        return new Pacer(gateway.surroundings().time(), 1);
    }

    private void row(RowCollector.Outcome outcome) {
        ends.merge("row " + outcome, 1, Integer::sum);
        changed |=
                outcome == RowCollector.Outcome.CLEANED || outcome == RowCollector.Outcome.REMOVED;
    }

    private void fragment(FragmentReview.Outcome outcome) {
        ends.merge("fragment " + ((Record) outcome).getClass().getSimpleName(), 1, Integer::sum);
        changed |= !(outcome instanceof FragmentReview.Referenced);
    }
}
