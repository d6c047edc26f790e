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
import io.giza.testkit.sim.Simulation;

import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Reaches data centers over networks with faults, as a gateway that stands still at times just
 * before an upload is completed: its task alone, or its machine with one or both clocks. The oracle
 * sees all deletions.
 *
 * @param group the gateway
 * @param stall how long it may stand still, zero for never
 */
public record VersionReach(
        Network metadataNetwork,
        Network dataNetwork,
        VersionOracle oracle,
        Simulation simulation,
        String group,
        Duration stall)
        implements Reach {
    private static final int STALLS_ONE_OF = 3;

    /** A resumed machine asks for the time within seconds. */
    private static final Duration LONGEST_WRONG = Duration.ofSeconds(10);

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
            return new StallingUpload(super.create(id, length));
        }
    }

    private final class StallingUpload implements FragmentUpload {
        private final FragmentUpload upload;

        StallingUpload(FragmentUpload upload) {
            this.upload = upload;
        }

        @Override
        public void write(ByteBuffer chunk) throws ReplicaException {
            upload.write(chunk);
        }

        @Override
        public Completion complete() throws ReplicaException {
            Surroundings own = simulation.surroundings(group);
            if (own.random().nextInt(STALLS_ONE_OF) > 0) {
                standStill(own);
            }
            return upload.complete();
        }

        private void standStill(Surroundings own) {
            Duration time = upTo(own, stall);
            switch (own.random().nextInt(3)) {
                case 0 -> own.time().sleep(time);
                case 1 -> simulation.freeze(group, time);
                default -> simulation.suspend(group, time, upTo(own, LONGEST_WRONG));
            }
        }

        private static Duration upTo(Surroundings own, Duration most) {
            return Duration.ofNanos(own.random().nextLong(most.toNanos()));
        }

        @Override
        public void close() {
            upload.close();
        }
    }
}
