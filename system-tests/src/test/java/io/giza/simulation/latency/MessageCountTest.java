package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Which messages go to the rows of an object, and to whom: each is work in every data center. */
class MessageCountTest {
    private static final int SEEDS = 10;

    @Test
    void aPutOfASmallObjectTellsEachRowOnceWhatWasChosenAndThatItIsVisible() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    assertThat(fixture.putSmall()).isInstanceOf(PutResult.Stored.class);
                    fixture.awaitDelivery();
                    assertThat(fixture.sent)
                            .containsExactlyInAnyOrder(
                                    "Read dc1",
                                    "PreAccept dc1",
                                    "PreAccept dc2",
                                    "PreAccept dc3",
                                    "Commit dc1",
                                    "Commit dc2",
                                    "Commit dc3");
                    fixture.assertVisibleEverywhere();
                });
    }

    @Test
    void aPutOfFragmentsThatEndBesideTheRecordTellsEachRowOnce() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    assertThat(fixture.object.put(fixture.gateway, "in fragments"))
                            .isInstanceOf(PutResult.Stored.class);
                    fixture.awaitDelivery();
                    assertThat(fixture.sent.stream().filter(each -> each.startsWith("Commit")))
                            .containsExactlyInAnyOrder("Commit dc1", "Commit dc2", "Commit dc3");
                    fixture.assertVisibleEverywhere();
                });
    }

    @Test
    void aGetAsksAsManyRowsAsAQuorumHasAndNoneTwice() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation).withObject();
                    fixture.assertFound();
                    assertThat(fixture.sent)
                            .hasSize(2)
                            .contains("Read dc1")
                            .doesNotHaveDuplicates();
                });
    }

    @Test
    void aGetAsksTheOthersOnceSomebodyFails() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation).withObject();
                    fixture.fails = "dc2";
                    fixture.assertFound();
                    assertThat(fixture.sent).contains("Read dc1", "Read dc3");
                });
    }

    @Test
    void aGetAsksTheOthersOnceSomebodyIsLate() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation).withObject();
                    fixture.hangs = "dc2";
                    long start = simulation.scenario().time().nanos();
                    fixture.assertFound();
                    Duration took = Duration.ofNanos(simulation.scenario().time().nanos() - start);
                    assertThat(took).isLessThan(Duration.ofSeconds(1));
                    assertThat(fixture.sent).contains("Read dc1", "Read dc3");
                });
    }

    @Test
    void aGetAsksTheOthersWhereTheNearestLeaveTheVersionOpen() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.losesCommits = true;
                    assertThat(fixture.putSmall()).isInstanceOf(PutResult.Stored.class);
                    fixture.awaitDelivery();
                    fixture.sent.clear();
                    fixture.assertFound();
                    assertThat(fixture.sent).contains("Read dc1", "Read dc2", "Read dc3");
                });
    }

    /** A bucket, and a gateway whose messages to rows of objects are written down. */
    private static final class Fixture implements Reach {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final SingleObject object;
        private final Gateway gateway;
        private final ObjectKey key;
        private final List<String> sent = new ArrayList<>();
        private String fails = "";
        private String hangs = "";
        private boolean losesCommits;

        Fixture(Simulation simulation) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.gateway =
                    cluster.gateway(
                            "gateway", cluster.names().getFirst(), this, GatewaySettings.DEFAULT);
            this.object = new SingleObject(simulation, cluster);
            this.key = object.create(gateway);
            awaitDelivery();
            sent.clear();
        }

        /** Few enough bytes for the record. */
        PutResult putSmall() {
            return object.put(gateway, new WriteCondition.None(), new TextBody("small", 10));
        }

        Fixture withObject() {
            assertThat(putSmall()).isInstanceOf(PutResult.Stored.class);
            awaitDelivery();
            sent.clear();
            return this;
        }

        void awaitDelivery() {
            simulation.scenario().time().sleep(Duration.ofMillis(500));
        }

        void assertFound() {
            assertThat(object.get(gateway)).isInstanceOf(GetResult.Found.class);
        }

        void assertVisibleEverywhere() {
            assertThat(cluster.names())
                    .allSatisfy(
                            dc ->
                                    assertThat(cluster.stored(dc, key).log().getLast().resolution())
                                            .isEqualTo(Resolution.VISIBLE));
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    Request request = message.request();
                    if (message.key().equals(key)) {
                        sent.add(request.getClass().getSimpleName() + " " + dc());
                        if (dc().value().equals(fails)
                                || (losesCommits && request instanceof Request.Commit)) {
                            throw new ReplicaException.Unreachable(dc(), new IOException("cut"));
                        }
                        if (dc().value().equals(hangs)) {
                            simulation.scenario().time().sleep(Duration.ofMinutes(1));
                        }
                    }
                    return super.send(message);
                }
            };
        }
    }
}
