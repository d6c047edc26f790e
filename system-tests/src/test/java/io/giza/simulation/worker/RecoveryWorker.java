package io.giza.simulation.worker;

import io.giza.membership.Membership;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.recovery.fragments.FragmentScrub;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.version.KeySpaces;
import io.giza.version.VersionRepair;
import io.giza.worker.Pacer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.UnaryOperator;

/** The sweeps of one recovery worker over a simulated cluster. */
public final class RecoveryWorker {
    private static final int BATCH = 3;

    private final SimulatedCluster cluster;
    private final Gateway gateway;
    private final UnaryOperator<FragmentStore> wrapper;
    private final Map<String, Integer> ends;
    private boolean changed;

    /**
     * Makes a worker.
     *
     * @param gateway how it reaches the data centers
     * @param wrapper how it reaches the store that it repairs
     * @param ends counts how looks ended
     */
    public RecoveryWorker(
            SimulatedCluster cluster,
            Gateway gateway,
            UnaryOperator<FragmentStore> wrapper,
            Map<String, Integer> ends) {
        this.cluster = cluster;
        this.gateway = gateway;
        this.wrapper = wrapper;
        this.ends = ends;
    }

    /** Goes over all rows and versions once; tells whether there was nothing to be done. */
    public boolean sweep(RepairSweep.Depth depth) {
        Optional<SortedSet<BucketId>> spaces = new KeySpaces(gateway.versions()).ofAllRows();
        if (spaces.isEmpty()) {
            return false;
        }
        changed = false;
        RepairSweep fragments =
                new RepairSweep(gateway.versions(), repair(), pacer(), this::version, BATCH);
        RowWalk walk = new RowWalk(gateway.versions());
        boolean done = catchUp(spaces.get(), walk);
        done &=
                walk.walk(
                        spaces.get(),
                        Position.BEGINNING,
                        (key, held) -> fragments.inspect(key, held.values(), depth, () -> true),
                        () -> true);
        done &= fragments.repair(() -> true);
        done &= depth == RepairSweep.Depth.DEGRADED || scrub();
        return done && !changed;
    }

    /** Goes over all rows once; tells whether all are even. */
    public boolean catchUp() {
        return new KeySpaces(gateway.versions())
                .ofAllRows()
                .filter(spaces -> catchUp(spaces, new RowWalk(gateway.versions())))
                .isPresent();
    }

    private boolean catchUp(SortedSet<BucketId> spaces, RowWalk walk) {
        RowCatchUp rows = new RowCatchUp(gateway.versions(), pacer(), this::row);
        boolean done = walk.walk(spaces, Position.BEGINNING, rows::reconcile, () -> true);
        return rows.closeOpenVersions(() -> true) && done;
    }

    private boolean scrub() {
        boolean done = true;
        for (InMemoryFragmentStore store : cluster.stores()) {
            FragmentScrub scrub =
                    new FragmentScrub(
                            store,
                            repair(),
                            pacer(),
                            new FragmentScrub.Tally() {
                                @Override
                                public void examined(Examination found) {
                                    ends.merge("examined " + found.finding(), 1, Integer::sum);
                                }

                                @Override
                                public void unexamined() {
                                    ends.merge("unexamined", 1, Integer::sum);
                                }

                                @Override
                                public void repaired(VersionRepair.Outcome outcome) {
                                    version(outcome);
                                }
                            });
            try {
                done &= scrub.run("", () -> true);
            } catch (ReplicaException e) {
                done = false;
            }
        }
        return done;
    }

    private void row(RowCatchUp.Outcome outcome) {
        ends.merge("catch-up " + outcome, 1, Integer::sum);
        changed |= outcome != RowCatchUp.Outcome.EQUAL;
    }

    private void version(VersionRepair.Outcome outcome) {
        ends.merge("repair " + ((Record) outcome).getClass().getSimpleName(), 1, Integer::sum);
        changed = true;
    }

    private Pacer pacer() {
        return new Pacer(gateway.surroundings().time(), 1);
    }

    /** Returns the repair of versions through this worker. */
    public VersionRepair repair() {
        Map<DcName, FragmentRepair> repairs = new LinkedHashMap<>();
        cluster.stores().forEach(store -> repairs.put(store.dc(), new StoreRepair(store, wrapper)));
        return new VersionRepair(gateway.versions(), repairs);
    }

    /** A store that was never lost. */
    private static final class StoreRepair implements FragmentRepair {
        private final InMemoryFragmentStore store;
        private final UnaryOperator<FragmentStore> wrapper;

        StoreRepair(InMemoryFragmentStore store, UnaryOperator<FragmentStore> wrapper) {
            this.store = store;
            this.wrapper = wrapper;
        }

        @Override
        public DcName dc() {
            return store.dc();
        }

        @Override
        public FragmentStore rebuilding(long epoch) {
            return wrapper.apply(store);
        }

        @Override
        public FragmentStore replacing(long epoch) {
            return wrapper.apply(
                    new ForwardingFragmentStore(store) {
                        @Override
                        public FragmentUpload create(FragmentId id, long length) {
                            return StoreRepair.this.store.replace(
                                    id,
                                    length,
                                    found -> found == Finding.POISON || found == Finding.DAMAGED);
                        }
                    });
        }

        @Override
        public Membership order(TableOrder.OfMembership order) {
            throw new UnsupportedOperationException("no store is replaced: " + order);
        }
    }
}
