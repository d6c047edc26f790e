package io.giza.simulation.version;

import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.testkit.fault.FaultyFragmentStore;
import io.giza.testkit.fault.FaultyMetadataReplica;
import io.giza.testkit.fault.Network;

import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Reaches data centers over networks with faults, as one who stands still at times just before an
 * upload is completed; what is deleted there is shown to the oracle.
 *
 * @param stall how long one may stand still, zero for never
 */
public record VersionReach(
        Network metadataNetwork,
        Network dataNetwork,
        VersionOracle oracle,
        Surroundings surroundings,
        Duration stall)
        implements Reach {
    private static final int STALLS_ONE_OF = 3;

    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return new FaultyMetadataReplica(replica, metadataNetwork.link(from, replica.dc()));
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        FragmentStore watched = new Watched(store);
        FragmentStore far = new FaultyFragmentStore(watched, dataNetwork.link(from, store.dc()));
        return stall.isZero() ? far : new Stalling(far);
    }

    private final class Watched extends ForwardingFragmentStore {
        Watched(FragmentStore store) {
            super(store);
        }

        @Override
        public void delete(FragmentId id) throws ReplicaException {
            oracle.checkFragmentDeletion(id);
            super.delete(id);
        }
    }

    private final class Stalling extends ForwardingFragmentStore {
        Stalling(FragmentStore store) {
            super(store);
        }

        @Override
        public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
            return new StallingUpload(super.create(id, length), surroundings, stall);
        }
    }

    private record StallingUpload(FragmentUpload upload, Surroundings surroundings, Duration stall)
            implements FragmentUpload {
        @Override
        public void write(ByteBuffer chunk) throws ReplicaException {
            upload.write(chunk);
        }

        @Override
        public Outcome complete() throws ReplicaException {
            if (surroundings.random().nextInt(STALLS_ONE_OF) > 0) {
                surroundings
                        .time()
                        .sleep(Duration.ofNanos(surroundings.random().nextLong(stall.toNanos())));
            }
            return upload.complete();
        }

        @Override
        public void close() {
            upload.close();
        }
    }
}
