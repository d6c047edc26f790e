package io.giza.simulation.undecided;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.simulation.worker.UndecidedWorker;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.worker.Pacer;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An object that a gateway began to delete and died, a week ago. */
final class UndecidedDeletionScenario {
    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final SingleObject object;
    final Network network;
    private final Gateway gateway;
    private final DcName third;

    UndecidedDeletionScenario(Simulation simulation) {
        this(simulation, null);
    }

    /**
     * @param reach how the gateway that deletes reaches data centers, or null if it dies
     */
    UndecidedDeletionScenario(Simulation simulation, @Nullable Reach reach) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        this.third = cluster.names().getLast();
        this.object = new SingleObject(simulation, cluster);
        this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        this.gateway = gateway("gateway", Reach.over(network, network));
        object.create(gateway);
        put();
        Gateway doomed = gateway("doomed", reach == null ? new CrashAfterTwoVotes(third) : reach);
        assertThat(
                        doomed.objects()
                                .delete(
                                        new DeleteRequest(
                                                object.target(), new WriteCondition.None())))
                .isNotInstanceOf(DeleteResult.Done.class);
        simulation.scenario().time().sleep(Duration.ofDays(7));
    }

    private Gateway gateway(String name, Reach reach) {
        return cluster.gateway(name, cluster.names().getFirst(), reach, GatewaySettings.DEFAULT);
    }

    void put() {
        assertThat(object.put(gateway, "kept")).isInstanceOf(PutResult.Stored.class);
    }

    GetResult get() {
        GetResult result = object.get(gateway);
        if (result instanceof GetResult.Found(var object)) {
            object.close();
        }
        return result;
    }

    /** Begins to change what the bucket does about versions, as a gateway that dies. */
    void voteForVersioning() {
        Gateway hasty = gateway("hasty", new CrashAfterTwoVotes(third));
        hasty.version(cluster.account(), "bucket", Versioning.ENABLED);
    }

    /** Returns what the last version of the bucket's row is, by which votes tell of it. */
    List<Value.Kind> lastKindsOfBucketRow() {
        ObjectKey key = ObjectKey.ofBucketRecord("bucket");
        return cluster.names().stream()
                .map(dc -> cluster.stored(dc, key).last().orElseThrow().value().kind())
                .toList();
    }

    void runWorkers(int passes) {
        UndecidedWorker worker =
                new UndecidedWorker(cluster, gateway("worker", Reach.over(network, network)));
        for (int pass = 0; pass < passes; pass++) {
            simulation.scenario().time().sleep(Duration.ofMinutes(1));
            worker.sweep();
        }
        simulation.scenario().time().sleep(Duration.ofMinutes(1));
    }

    /** Returns who compared all rows, and has noted what is open in them. */
    RowCatchUp catchUp() {
        Gateway worker = gateway("recovery", Reach.over(network, network));
        Pacer pacer = new Pacer(simulation.scenario().time(), 1);
        RowCatchUp catchUp = new RowCatchUp(worker.versions(), pacer, _ -> {});
        for (ObjectKey key : cluster.oracle().keys()) {
            catchUp.reconcile(key, rows(key));
        }
        return catchUp;
    }

    private Map<DcName, Row> rows(ObjectKey key) {
        return cluster.names().stream()
                .collect(Collectors.toMap(dc -> dc, dc -> cluster.stored(dc, key)));
    }

    /** Tells whether anything is voted for anywhere and not known there to be decided. */
    boolean isOpen() {
        return cluster.oracle().keys().stream()
                .flatMap(key -> rows(key).values().stream())
                .anyMatch(row -> row.open().vote() != null);
    }

    void isolateThird() {
        network.isolate(third, cluster.names());
    }

    /** Gets no more than fast votes out for a minute. */
    record FastVotesOnly(Time time, long since) implements Reach {
        FastVotesOnly(Time time) {
            this(time, time.nanos());
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    boolean isLost =
                            time.nanos() - since < Duration.ofMinutes(1).toNanos()
                                    && !(message.request() instanceof Request.Read)
                                    && !(message.request() instanceof Request.PreAccept
                                            && dc().equals(from));
                    if (isLost) {
                        throw new ReplicaException.Unreachable(dc(), new IOException("lost"));
                    }
                    return super.send(message);
                }
            };
        }
    }

    /** Dies once two data centers have its vote. */
    record CrashAfterTwoVotes(DcName third) implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    boolean isSent =
                            switch (message.request()) {
                                case Request.Read _ -> true;
                                case Request.PreAccept _ -> !dc().equals(third);
                                default -> false;
                            };
                    if (!isSent) {
                        throw new ReplicaException.Unreachable(dc(), new IOException("died"));
                    }
                    return super.send(message);
                }
            };
        }
    }
}
