package io.giza.simulation.fault;

import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;

import java.time.Duration;
import java.util.Set;

/**
 * Uploads arrive in some data centers, and take for ever in all others.
 *
 * @param time of the gateway whose uploads these are
 */
public record StuckUploads(Reach reach, Set<DcName> reached, Time time) implements Reach {
    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return reach.metadata(from, replica);
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        FragmentStore near = reach.fragments(from, store);
        return reached.contains(store.dc())
                ? near
                : new ForwardingFragmentStore(near) {
                    @Override
                    public FragmentUpload create(FragmentId id, long length) {
                        time.sleep(Duration.ofDays(1));
                        throw new IllegalStateException("its gateway died long ago");
                    }
                };
    }
}
