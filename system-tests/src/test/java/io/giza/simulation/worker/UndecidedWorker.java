package io.giza.simulation.worker;

import io.giza.gc.sweep.UndecidedSweep;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.testkit.sim.Simulation;
import io.giza.worker.Pacer;

import java.time.Duration;
import java.util.SortedSet;
import java.util.TreeSet;

/** Closes undecided versions in a simulated cluster. */
public final class UndecidedWorker {
    private final SimulatedCluster cluster;
    private final UndecidedSweep sweep;

    public UndecidedWorker(SimulatedCluster cluster, Gateway gateway) {
        this.cluster = cluster;
        this.sweep =
                new UndecidedSweep(
                        gateway.versions(), new Pacer(gateway.surroundings().time(), 1), _ -> {});
    }

    /** Goes over all rows once; tells whether it came to the end of all who answer. */
    public boolean sweep() {
        SortedSet<BucketId> spaces = new TreeSet<>();
        for (ObjectKey key : cluster.oracle().keys()) {
            spaces.add(key.bucket());
        }
        return sweep.sweep(spaces, () -> true);
    }

    /**
     * Begins to sweep so often that writes under way are met.
     *
     * @return the group that does it
     */
    public static String start(
            Simulation simulation, SimulatedCluster cluster, Gateway gateway, Duration pause) {
        UndecidedWorker worker = new UndecidedWorker(cluster, gateway);
        var own = simulation.surroundings(gateway.name());
        own.tasks()
                .fork(
                        "closes",
                        () -> {
                            for (int pass = 0; pass < 6; pass++) {
                                own.time().sleep(Duration.ofNanos(pause.toNanos()));
                                worker.sweep();
                            }
                        });
        return gateway.name();
    }
}
