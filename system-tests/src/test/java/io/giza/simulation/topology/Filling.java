package io.giza.simulation.topology;

import static io.giza.simulation.cluster.VoteOracle.check;
import static io.giza.simulation.topology.TopologyChanges.place;

import io.giza.commit.seeding.RangeSeeding;
import io.giza.concurrent.Deadline;
import io.giza.gateway.epoch.Backend;
import io.giza.membership.Membership;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.recovery.replacement.RebuildProgress;
import io.giza.recovery.replacement.StoreRebuild;
import io.giza.replica.FragmentRepair;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;
import io.giza.version.KeySpaces;
import io.giza.version.VersionAccess;
import io.giza.version.VersionRebuild;
import io.giza.worker.Pacer;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A recovery worker that fills what is empty: first the table of a data center, then its fragment
 * store.
 *
 * @param ends counts how steps ended
 */
record Filling(MovingCluster cluster, EpochGateway process, Map<String, Integer> ends) {
    /** Fills all data centers that were ever replaced, and tells whether all are filled. */
    boolean fillAll() {
        Topology topology = process.current();
        cluster.checkDecided(topology);
        boolean isFilled = true;
        for (DataCenter dc : topology.dataCenters()) {
            isFilled &= dc.since() == 0 || fill(topology, dc.name());
        }
        return isFilled;
    }

    private boolean fill(Topology topology, DcName dc) {
        cluster.startEmpty(topology, dc);
        Backend work = process.topology().work();
        RangeSeeding seeding = cluster.seeding(work.cluster().metadata(), dc);
        var result = seeding.run(seeding.start(), _ -> true, deadline());
        count("rows " + result.getClass().getSimpleName());
        return result instanceof RangeSeeding.Activated && rebuild(topology, dc, work);
    }

    private boolean rebuild(Topology topology, DcName dc, Backend work) {
        VersionAccess access = work.cluster().versions();
        DcName home = access.metadata().group().home();
        FragmentRepair repair = cluster.stores().repair(home, place(topology, dc));
        try {
            return !join(access, repair).isJoining() || rebuild(access, repair);
        } catch (ReplicaException e) {
            return false;
        }
    }

    private static Membership join(VersionAccess access, FragmentRepair repair)
            throws ReplicaException {
        long epoch = access.metadata().group().epoch();
        String members = access.metadata().group().members();
        Membership before = repair.order(new TableOrder.Raise(epoch, members));
        if (before.isInitialized()) {
            return before;
        }
        Membership after = repair.order(new TableOrder.Join(epoch, before.life(), members));
        check(after.isInitialized(), "a fragment store does not join: " + after);
        return after;
    }

    private boolean rebuild(VersionAccess access, FragmentRepair repair) throws ReplicaException {
        Optional<SortedSet<BucketId>> spaces = new KeySpaces(access).ofAllRows();
        if (spaces.isEmpty()) {
            return false;
        }
        StoreRebuild rebuild =
                new StoreRebuild(
                        access,
                        StoreRebuild.Target.of(access, repair),
                        new Pacer(access.surroundings().time(), 1),
                        new Counting(),
                        1);
        long epoch = access.metadata().group().epoch();
        return rebuild.run(RebuildProgress.start(epoch), spaces.get(), () -> true);
    }

    private final class Counting implements StoreRebuild.Listener {
        @Override
        public void progressed(RebuildProgress progress) {
            // Each run begins with the first row.
        }

        @Override
        public void accept(VersionRebuild.Outcome outcome) {
            count("rebuild " + ((Record) outcome).getClass().getSimpleName());
        }
    }

    private void count(String end) {
        ends.merge(end, 1, Integer::sum);
    }

    private Deadline deadline() {
        return process.surroundings().time().after(Duration.ofSeconds(20));
    }
}
