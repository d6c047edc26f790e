package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ClientOperation;
import io.giza.model.DcName;
import io.giza.model.OpId;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeoutException;

/** A client that had no answer asks for its bucket again, through another gateway. */
class RetriedBucketCreationTest {
    private static final int SEEDS = 20;
    private static final String NAME = "bucket";

    @Test
    void aRetryOfWhatCreatedTheBucketSucceedsAndNobodyElseDoes() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    Bucket made = fixture.retried();
                    assertThat(fixture.found()).isEqualTo(new FindResult.Found(made));
                    assertThat(fixture.retried()).isEqualTo(made);
                    assertThat(fixture.create(new ClientOperation(fixture.op, false)))
                            .isInstanceOf(CreateResult.AlreadyYours.class);
                    assertThat(fixture.create(fixture.another()))
                            .isInstanceOf(CreateResult.AlreadyYours.class);
                });
    }

    @Test
    void aLateRetryBringsNoDeletedBucketBack() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    Bucket made = fixture.retried();
                    fixture.delete();
                    assertThat(fixture.retried()).isEqualTo(made);
                    assertThat(fixture.found()).isInstanceOf(FindResult.Absent.class);
                    assertThat(fixture.create(fixture.another()))
                            .isInstanceOf(CreateResult.Created.class);
                    assertThat(fixture.retried()).isEqualTo(made);
                });
    }

    /** Who gives one identity to all of its requests does not ask again. */
    @Test
    void anotherRequestOfTheSameIdentityIsDone() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    Bucket made = fixture.retried();
                    fixture.delete();
                    assertThat(fixture.create(new ClientOperation(fixture.op, false)))
                            .isInstanceOf(CreateResult.Created.class);
                    assertThat(fixture.found()).isNotEqualTo(new FindResult.Found(made));
                });
    }

    /** A gateway whose creation is not answered, and one that is asked then. */
    private static final class Fixture {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Gateway gateway;
        private final OpId op;

        Fixture(Simulation simulation) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            Network calm = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            Reach plain = Reach.over(calm, calm);
            this.op = OpId.random(simulation.scenario().random());
            Gateway unanswered = gateway("unheard", new UnansweredWrites(plain));
            assertThat(create(unanswered, new ClientOperation(op, false)))
                    .isInstanceOf(Unavailable.class);
            this.gateway = gateway("gateway", plain);
        }

        private Gateway gateway(String name, Reach reach) {
            return cluster.gateway(
                    name, cluster.names().getFirst(), reach, GatewaySettings.DEFAULT);
        }

        ClientOperation another() {
            return ClientOperation.once(simulation.scenario().random());
        }

        CreateResult create(ClientOperation operation) {
            return create(gateway, operation);
        }

        private CreateResult create(Gateway through, ClientOperation operation) {
            return through.buckets().create(cluster.account(), NAME, operation);
        }

        Bucket retried() {
            return ((CreateResult.Created) create(new ClientOperation(op, true))).bucket();
        }

        FindResult found() {
            return gateway.buckets().find(cluster.account(), NAME);
        }

        void delete() {
            assertThat(gateway.delete(cluster.account(), NAME))
                    .isInstanceOf(RemoveResult.Deleted.class);
        }
    }

    /** Of what it asks to be written it hears nothing; its votes are cast. */
    private record UnansweredWrites(Reach plain) implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(plain.metadata(from, replica)) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    if (message.request() instanceof Request.Read) {
                        return super.send(message);
                    }
                    if (message.request() instanceof Request.PreAccept) {
                        super.send(message);
                    }
                    throw new ReplicaException.TimedOut(dc(), new TimeoutException("lost"));
                }
            };
        }
    }
}
