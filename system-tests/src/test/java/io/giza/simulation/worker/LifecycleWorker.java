package io.giza.simulation.worker;

import io.giza.gc.sweep.ClockCheck;
import io.giza.gc.sweep.LifecycleAction.Outcome;
import io.giza.gc.sweep.LifecycleExecutor;
import io.giza.gc.sweep.LifecycleJob;
import io.giza.gc.sweep.LifecycleSweep;
import io.giza.model.DcName;
import io.giza.record.ManifestCodec;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.version.KeySpaces;
import io.giza.worker.Pacer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The passes of one worker over the buckets of a simulated cluster that have a lifecycle. */
public final class LifecycleWorker {
    private final List<LifecycleJob> jobs = new ArrayList<>();
    private final Map<String, Integer> ends;
    private boolean quiet;

    /**
     * Makes a worker.
     *
     * @param gateway how it reaches the data centers
     * @param ends counts what it found and ended
     */
    public LifecycleWorker(Gateway gateway, Map<String, Integer> ends) {
        this.ends = ends;
        LifecycleExecutor care =
                new LifecycleExecutor(
                        gateway.versions(),
                        ManifestCodec.NEWEST_FORMAT,
                        what -> ends.merge("expired " + what, 1, Integer::sum));
        LifecycleSweep sweep =
                new LifecycleSweep(
                        gateway.versions(),
                        new ClockCheck(gateway.versions(), _ -> {}),
                        care,
                        new Pacer(gateway.surroundings().time(), 1),
                        this::count);
        List<DcName> dcs = gateway.metadata().group().names().stream().sorted().toList();
        for (int share = 0; share < dcs.size(); share++) {
            jobs.add(new LifecycleJob(new KeySpaces(gateway.versions()), sweep, dcs, share));
        }
    }

    /** Does all shares once; tells whether all could be looked at, and nothing was due. */
    public boolean pass() {
        quiet = true;
        for (LifecycleJob job : jobs) {
            try {
                boolean done = job.run(() -> true);
                quiet &= done;
            } catch (ReplicaException e) {
                quiet = false;
            }
        }
        return quiet;
    }

    private void count(Outcome outcome) {
        ends.merge("looked " + outcome, 1, Integer::sum);
        quiet &= outcome == Outcome.KEPT;
    }
}
