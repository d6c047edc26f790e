package io.giza.simulation.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.Settlement;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectBody;
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
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** A put during whose upload a cleaner raised the fence. */
class FencedPutTest {
    @ParameterizedTest
    @ValueSource(ints = {20, 1000})
    void doesNotHappenAndSaysSoAndTheNextOneDoes(int length) {
        Seeds.simulate(20, simulation -> exercise(simulation, length));
    }

    private static void exercise(Simulation simulation, int length) throws IOException {
        SimulatedCluster cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        DcName home = cluster.names().getFirst();
        Gateway gateway =
                cluster.gateway(
                        "gateway", home, Reach.over(network, network), GatewaySettings.DEFAULT);
        Account account = cluster.account();
        BucketId bucket = ((CreateResult.Created) gateway.create(account, "bucket")).bucket().id();
        ObjectKey key = new ObjectKey(bucket, "key");
        OpId fenced = OpId.random(simulation.scenario().random());
        OpId after = OpId.random(simulation.scenario().random());
        Runnable cleaning = () -> settleAnything(simulation, gateway, key);

        assertThat(put(gateway, account, fenced, new CleanedBody(length, cleaning)))
                .isInstanceOf(Failure.Unavailable.class);
        simulation.scenario().time().sleep(Duration.ofMinutes(1));
        assertThat(cluster.oracle().chosen(key, fenced)).isEmpty();
        assertThat(cluster.stores()).allMatch(store -> store.ids().isEmpty());

        assertThat(put(gateway, account, after, new CleanedBody(length, () -> {})))
                .isInstanceOf(PutResult.Stored.class);
        GetResult got =
                gateway.objects()
                        .get(new GetRequest(new Target(account, "bucket", "key", after), false));
        assertThat(got).isInstanceOf(GetResult.Found.class);
    }

    private static PutResult put(Gateway gateway, Account account, OpId op, ObjectBody body)
            throws IOException {
        Target target = new Target(account, "bucket", "key", op);
        return gateway.objects()
                .put(new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of()), body);
    }

    private static void settleAnything(Simulation simulation, Gateway gateway, ObjectKey key) {
        var deadline = gateway.surroundings().time().after(Duration.ofSeconds(10));
        PutId orphan = PutId.random(simulation.scenario().random());
        assertThat(new Settlement(gateway.metadata()).settle(key, orphan, 0, deadline))
                .isEqualTo(new Settlement.Settled(1));
    }

    /** A body after whose last byte a cleaner comes by. */
    private static final class CleanedBody implements ObjectBody {
        private final TextBody body;
        private final Runnable cleaning;

        CleanedBody(int length, Runnable cleaning) {
            this.body = new TextBody("fenced", length);
            this.cleaning = cleaning;
        }

        @Override
        public long length() {
            return body.length();
        }

        @Override
        public int read(byte[] target, int offset, int count) {
            return body.read(target, offset, count);
        }

        @Override
        public void digest(byte[] source, int offset, int count) {
            body.digest(source, offset, count);
        }

        @Override
        public Digests finish() {
            cleaning.run();
            return body.finish();
        }
    }
}
