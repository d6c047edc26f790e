package io.giza.simulation.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.PutWithoutData;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Versions that were chosen but whose data never came, because their gateways crashed. */
class LostDataTest {
    private static final int CRASHED_PUTS = 3;

    @Test
    void objectBehindThemIsFoundAlthoughADataCenterIsBehind() {
        Seeds.simulate(20, LostDataTest::exercise);
    }

    @Test
    void aVersionWhoseDataIsGoneIsReportedAndNothingOlderIsRead() {
        Seeds.simulate(20, LostDataTest::loseWhatWasSeen);
    }

    private static void loseWhatWasSeen(Simulation simulation) throws IOException {
        SimulatedCluster cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        DcName home = cluster.names().getFirst();
        Gateway gateway =
                cluster.gateway(
                        "gateway", home, Reach.over(network, network), GatewaySettings.DEFAULT);
        SingleObject object = new SingleObject(simulation, cluster);
        ObjectKey key = object.create(gateway);
        PutId newest = new PutId(new UUID(0, 0));
        for (String text : List.of("older", "newer")) {
            assertThat(object.put(gateway, text)).isInstanceOf(PutResult.Stored.class);
            newest = cluster.oracle().chosen(key).getLast().value().id();
        }
        // The rows learn that it was seen.
        simulation.scenario().time().sleep(Duration.ofMinutes(1));
        PutId lost = newest;
        cluster.stores()
                .forEach(
                        store ->
                                store.ids().stream()
                                        .filter(id -> id.putId().equals(lost))
                                        .forEach(store::lose));
        assertThat(object.get(gateway))
                .as("seed %d", simulation.seed())
                .isInstanceOf(Failure.DataLost.class);
    }

    private static void exercise(Simulation simulation) throws IOException {
        SimulatedCluster cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        DcName home = cluster.names().get(1);
        Gateway gateway =
                cluster.gateway(
                        "gateway", home, Reach.over(network, network), GatewaySettings.DEFAULT);
        Account account = cluster.account();
        RandomGenerator random = simulation.scenario().random();
        Target target = new Target(account, "bucket", "key", OpId.random(random));
        BucketId bucket = ((CreateResult.Created) gateway.create(account, "bucket")).bucket().id();
        // The first data center learns nothing of the object from here on.
        network.isolate(cluster.names().getFirst(), cluster.names());
        PutRequest put = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
        assertThat(gateway.objects().put(put, new TextBody("kept", 1000)))
                .isInstanceOf(PutResult.Stored.class);
        for (int i = 0; i < CRASHED_PUTS; i++) {
            appendWithoutData(gateway, account, new ObjectKey(bucket, "key"), random);
        }
        simulation.scenario().time().sleep(Duration.ofMinutes(1));
        network.heal();
        assertThat(gateway.objects().get(new GetRequest(target, false)))
                .as("seed %d", simulation.seed())
                .isInstanceOf(GetResult.Found.class);
        ListResult list =
                gateway.objects().list(new ListRequest(account, "bucket", "", "", "", 1000));
        assertThat(((ListResult.Page) list).objects())
                .as("seed %d", simulation.seed())
                .extracting(ListResult.Entry::key)
                .containsExactly("key");
    }

    private static void appendWithoutData(
            Gateway gateway, Account account, ObjectKey key, RandomGenerator random) {
        Value value = PutWithoutData.record(account, PutId.random(random), OpId.random(random));
        var time = gateway.surroundings().time();
        Row start =
                gateway.metadata()
                        .reader()
                        .nearest(key, time.after(Duration.ofSeconds(5)))
                        .orElseThrow()
                        .row();
        assertThat(
                        gateway.metadata()
                                .committer()
                                .append(
                                        key,
                                        Draft.of(value),
                                        start,
                                        null,
                                        time.after(Duration.ofSeconds(30))))
                .isInstanceOf(CommitResult.Committed.class);
    }
}
