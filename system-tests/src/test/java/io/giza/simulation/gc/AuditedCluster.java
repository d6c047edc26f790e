package io.giza.simulation.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.recovery.audit.AuditReport;
import io.giza.recovery.audit.AuditReport.Amount;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.recovery.rows.RowWalk;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.stripe.FragmentHeader;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.KeySpaces;
import io.giza.worker.Pacer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Objects with fragments, a small one, and one that was deleted. */
final class AuditedCluster {
    final SimulatedCluster cluster;
    final Network network;
    final Gateway gateway;
    private final Simulation simulation;

    AuditedCluster(Simulation simulation) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        Network calm = new Network(simulation.surroundings("data"), FaultPlan.CALM);
        this.gateway =
                cluster.gateway(
                        "gateway",
                        cluster.names().getFirst(),
                        Reach.over(network, calm),
                        GatewaySettings.DEFAULT);
        assertThat(gateway.create(cluster.account(), "bucket"))
                .isInstanceOf(CreateResult.Created.class);
        for (int i = 0; i < AuditTest.OBJECTS; i++) {
            put("key-" + i, 1500 + i);
        }
        put("small", 20);
        put("deleted", 20);
        gateway.objects().delete(new DeleteRequest(target("deleted"), new WriteCondition.None()));
        rest();
    }

    /** Of which something is lost, left over or damaged. */
    InMemoryFragmentStore store() {
        return cluster.stores().getLast();
    }

    FragmentId anyFragment() {
        List<FragmentId> all = store().ids();
        return all.get(simulation.scenario().random().nextInt(all.size()));
    }

    /** Leaves the fragment of a put that nobody knows of. */
    void leave() throws IOException, ReplicaException {
        FragmentId like = anyFragment();
        FragmentId id =
                new FragmentId(
                        like.account(),
                        new ObjectKey(like.key().bucket(), "key-left"),
                        new PutId(like.putId().value()),
                        like.index());
        byte[] bytes = store().content(like).readAllBytes();
        AuditTest.put(store(), id, renamed(bytes, id));
    }

    private byte[] renamed(byte[] bytes, FragmentId id) throws IOException {
        var format = gateway.versions().format();
        var header = format.read(new ByteArrayInputStream(bytes));
        return format.encode(
                new FragmentHeader(
                        header.kind(), id, header.layout(), header.base(), header.epoch()));
    }

    void rest() {
        simulation.scenario().time().sleep(Duration.ofMinutes(2));
    }

    /** Brings the data centers what their rows miss, while others go on. */
    void bringRowsAfter(Duration delay) {
        Surroundings later = simulation.surroundings("catch-up");
        later.tasks()
                .fork(
                        "catch-up",
                        () -> {
                            later.time().sleep(delay);
                            RowCatchUp rows =
                                    new RowCatchUp(
                                            gateway.versions(),
                                            new Pacer(later.time(), 1),
                                            _ -> {});
                            new RowWalk(gateway.versions())
                                    .walk(
                                            new KeySpaces(gateway.versions())
                                                    .ofAllRows()
                                                    .orElseThrow(),
                                            RowWalk.Position.BEGINNING,
                                            rows::reconcile,
                                            () -> true);
                        });
    }

    void put(String key, int size) {
        PutRequest put = new PutRequest(target(key), new WriteCondition.None(), Map.of(), Map.of());
        try {
            assertThat(gateway.objects().put(put, new TextBody(key, size)))
                    .isInstanceOf(PutResult.Stored.class);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Target target(String key) {
        OpId op = OpId.random(simulation.scenario().random());
        return new Target(cluster.account(), "bucket", key, op);
    }

    AuditReport.Store of(AuditReport report) {
        return AuditTest.of(report, store().dc());
    }

    Amount found(AuditReport report, String what) {
        return Objects.requireNonNull(of(report).found().get(what));
    }
}
