package io.giza.simulation.retry;

import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.fault.LateFragmentStore;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;

/**
 * Uploads to one data center take a second to end, so that others may finish the record meanwhile.
 */
record SlowUploads(Reach plain, DcName late, Simulation simulation) implements Reach {
    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return plain.metadata(from, replica);
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        FragmentStore reached = plain.fragments(from, store);
        return store.dc().equals(late)
                ? new LateFragmentStore(
                        reached,
                        () ->
                                simulation
                                        .surroundings("retrier")
                                        .time()
                                        .sleep(Duration.ofSeconds(1)))
                : reached;
    }
}
