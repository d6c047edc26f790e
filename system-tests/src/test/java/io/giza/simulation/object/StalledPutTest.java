package io.giza.simulation.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.StuckUploads;
import io.giza.simulation.fault.UnreachableRows;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What conditional writers, and clients that ask again, meet of a put whose gateway died once its
 * record was chosen and before its data was there.
 */
class StalledPutTest {
    private static final int SEEDS = 10;

    /** A minute, and as much as the clocks of a simulation are apart at most. */
    private static final Duration OLD_BY_ALL_CLOCKS = Duration.ofSeconds(62);

    @Test
    void aConditionalPutDecidesWhatBecomesOfAPutThatIsAMinuteOld() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.sleep(Duration.ofSeconds(60));
                    assertThat(fixture.put(new WriteCondition.Absent()))
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(fixture.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void aConditionalDeleteDoesSoToo() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.sleep(Duration.ofSeconds(60));
                    assertThat(fixture.delete(new WriteCondition.Matches("*")))
                            .isInstanceOf(Failure.NoSuchKey.class);
                });
    }

    @Test
    void aRetryOfItDecidesSoTooAndIsThenDone() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.sleep(OLD_BY_ALL_CLOCKS);
                    assertThat(fixture.retry()).isInstanceOf(PutResult.Stored.class);
                    assertThat(fixture.get()).isInstanceOf(GetResult.Found.class);
                    assertThat(fixture.isLeftAlone()).isFalse();
                    // What was decided is not decided again: there is one version, and one retry.
                    assertThat(fixture.retry()).isInstanceOf(PutResult.Stored.class);
                    assertThat(fixture.puts()).isEqualTo(2);
                });
    }

    @Test
    void aRetryOfItThatStartsWhereItIsNotKnownDecidesSoToo() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.sleep(OLD_BY_ALL_CLOCKS);
                    assertThat(fixture.retryWherePutIsUnknown())
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(fixture.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void aRetryOfItUndoesNothingThatManyOthersWroteMeanwhile() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 2);
                    OpId own = fixture.op;
                    for (int i = 0; i < 2 * Acceptor.OPERATION_WINDOW; i++) {
                        assertThat(fixture.put(new WriteCondition.None()))
                                .isInstanceOf(PutResult.Stored.class);
                    }
                    fixture.sleep(OLD_BY_ALL_CLOCKS);
                    long before = fixture.puts();
                    fixture.op = own;
                    assertThat(fixture.retry()).isInstanceOf(PutResult.Stored.class);
                    assertThat(fixture.puts()).isEqualTo(before);
                });
    }

    @Test
    void aRetryOfAYoungOneLeavesItAlone() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    assertThat(fixture.retry()).isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(fixture.isLeftAlone()).isTrue();
                });
    }

    @Test
    void aYoungPutIsLeftAlone() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    assertThat(fixture.put(new WriteCondition.Absent()))
                            .isInstanceOf(Failure.ConditionUndecided.class);
                    assertThat(fixture.isLeftAlone()).isTrue();
                });
    }

    /**
     * A bucket with an object of which not all fragments came: one of three, or as many as told.
     */
    private static final class Fixture {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Gateway gateway;
        private final PutId stalled;
        private final ObjectKey key;
        private OpId op;

        Fixture(Simulation simulation) {
            this(simulation, 1);
        }

        Fixture(Simulation simulation, int arriving) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            this.op = OpId.random(simulation.scenario().random());
            cluster.stopFailures();
            Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            Reach reach = Reach.over(network, network);
            this.gateway = gateway("gateway", reach);
            var created = gateway.create(cluster.account(), "bucket");
            this.key = new ObjectKey(((CreateResult.Created) created).bucket().id(), "key");
            Gateway doomed =
                    gateway(
                            "doomed",
                            new StuckUploads(
                                    new UnreachableRows(reach, cluster.names().getLast()),
                                    Set.copyOf(cluster.names().subList(0, arriving)),
                                    simulation.surroundings("doomed").time()));
            simulation
                    .surroundings("doomed")
                    .tasks()
                    .fork("puts", () -> put(doomed, new WriteCondition.None()));
            sleep(Duration.ofSeconds(1));
            simulation.crash("doomed");
            this.stalled = cluster.stores().getFirst().ids().getFirst().putId();
        }

        private Gateway gateway(String name, Reach reach) {
            return gateway(name, cluster.names().getFirst(), reach);
        }

        private Gateway gateway(String name, DcName home, Reach reach) {
            return cluster.gateway(name, home, reach, GatewaySettings.DEFAULT);
        }

        private Target target() {
            return new Target(cluster.account(), "bucket", "key", op);
        }

        /** Puts what stalled once more, as the same operation. */
        PutResult retry() {
            return put(gateway, new WriteCondition.None());
        }

        /** Does so through a gateway of the data center that heard nothing of what stalled. */
        PutResult retryWherePutIsUnknown() {
            Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            DcName last = cluster.names().getLast();
            return put(
                    gateway("behind", last, Reach.over(network, network)),
                    new WriteCondition.None());
        }

        /** Returns how many puts are versions of the object, given up or not. */
        long puts() {
            return cluster.stored(cluster.names().getFirst(), key).log().stream()
                    .filter(entry -> entry.value().kind() == Value.Kind.PUT)
                    .count();
        }

        void sleep(Duration duration) {
            simulation.scenario().time().sleep(duration);
        }

        /** Puts as another operation. */
        PutResult put(WriteCondition condition) {
            nextOperation();
            return put(gateway, condition);
        }

        private void nextOperation() {
            op = OpId.random(simulation.scenario().random());
        }

        private PutResult put(Gateway through, WriteCondition condition) {
            try {
                return through.objects()
                        .put(
                                new PutRequest(target(), condition, Map.of(), Map.of()),
                                new TextBody("text", 1000));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        DeleteResult delete(WriteCondition condition) {
            nextOperation();
            return gateway.objects().delete(new DeleteRequest(target(), condition));
        }

        GetResult get() {
            GetResult result = gateway.objects().get(new GetRequest(target(), true));
            if (result instanceof GetResult.Found(var object)) {
                object.close();
            }
            return result;
        }

        /** Tells whether all names of the put that stalled but the one with data are free. */
        boolean isLeftAlone() {
            return cluster.stores().stream()
                            .flatMap(store -> store.ids().stream())
                            .filter(id -> id.putId().equals(stalled))
                            .count()
                    == 1;
        }
    }
}
