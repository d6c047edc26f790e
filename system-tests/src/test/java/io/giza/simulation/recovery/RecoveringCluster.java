package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.simulation.worker.GarbageWorker;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.VersionRepair;
import io.giza.worker.Pacer;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** A cluster, a gateway, and a worker beside it. */
final class RecoveringCluster implements Reach {
    final SimulatedCluster cluster;
    final Simulation simulation;
    final Gateway gateway;
    final Gateway worker;
    int scansToFail;
    @Nullable Runnable beforeReading;
    boolean isReadable = true;

    RecoveringCluster(Simulation simulation) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        Network calm = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        DcName home = cluster.names().getFirst();
        this.gateway =
                cluster.gateway("gateway", home, Reach.over(calm, calm), GatewaySettings.DEFAULT);
        this.worker = cluster.gateway("worker", home, this, GatewaySettings.DEFAULT);
        assertThat(gateway.create(cluster.account(), "bucket"))
                .isInstanceOf(CreateResult.Created.class);
    }

    void put(String key, int length) {
        PutRequest put = new PutRequest(target(key), new WriteCondition.None(), Map.of(), Map.of());
        try {
            assertThat(gateway.objects().put(put, new TextBody("kept", length)))
                    .isInstanceOf(PutResult.Stored.class);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    void delete(String key) {
        assertThat(
                        gateway.objects()
                                .delete(new DeleteRequest(target(key), new WriteCondition.None())))
                .isInstanceOf(DeleteResult.Done.class);
    }

    /** Sweeps until no fragment is left. */
    void collect() {
        GarbageWorker cleaner =
                new GarbageWorker(cluster, gateway, Duration.ofMillis(1), new TreeMap<>());
        for (int i = 0; i < 10 && hasFragments(); i++) {
            boolean _ = cleaner.sweep();
        }
        assertThat(hasFragments()).isFalse();
    }

    private boolean hasFragments() {
        return cluster.stores().stream().anyMatch(store -> !store.ids().isEmpty());
    }

    private Target target(String key) {
        OpId op = OpId.random(simulation.scenario().random());
        return new Target(cluster.account(), "bucket", key, op);
    }

    VersionRepair repair() {
        return new VersionRepair(worker.versions(), Map.of());
    }

    Pacer pacer(double share) {
        return new Pacer(simulation.scenario().time(), share);
    }

    private List<ObjectKey> keys() {
        return cluster.oracle().keys().stream()
                .filter(key -> !key.bucket().equals(BucketId.SYSTEM))
                .toList();
    }

    Duration timeToLookAtAll(double share) {
        Consumer<VersionRepair.Outcome> tally = _ -> {};
        RepairSweep sweep = new RepairSweep(gateway.versions(), repair(), pacer(share), tally, 10);
        long began = simulation.scenario().time().nanos();
        for (ObjectKey key : keys()) {
            assertThat(sweep.inspect(key, List.of(), RepairSweep.Depth.ALL, () -> true)).isTrue();
        }
        return Duration.ofNanos(simulation.scenario().time().nanos() - began);
    }

    boolean walk() {
        TreeSet<BucketId> spaces = new TreeSet<>();
        keys().forEach(key -> spaces.add(key.bucket()));
        return new RowWalk(worker.versions())
                .walk(spaces, Position.BEGINNING, (_, _) -> true, () -> true);
    }

    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return new ForwardingReplica(replica) {
            @Override
            public RowPage scan(Scan scan) throws ReplicaException {
                if (scansToFail > 0) {
                    scansToFail--;
                    throw new ReplicaException.Unreachable(dc(), new IOException("down"));
                }
                return super.scan(scan);
            }
        };
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        return new ForwardingFragmentStore(store) {
            @Override
            public FragmentRead read(FragmentId id, long offset, long length)
                    throws ReplicaException {
                Runnable first = beforeReading;
                beforeReading = null;
                if (first != null) {
                    first.run();
                    isReadable = true;
                }
                while (!isReadable) {
                    simulation.scenario().time().sleep(Duration.ofMillis(10));
                }
                return super.read(id, offset, length);
            }
        };
    }
}
