package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.CommitSettings;
import io.giza.commit.Draft;
import io.giza.commit.RowRemoval;
import io.giza.commit.RowRemoval.Outcome;
import io.giza.commit.Settlement;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.model.Bytes;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.simulation.SimulatedCluster.Patience;
import io.giza.simulation.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.function.Predicate;

/** Stories of row removal and of orphans that chance tells too rarely. */
class RemovalTest {
    private static final ObjectKey KEY = Samples.key("removed");
    private static final Predicate<Row> ALWAYS = _ -> true;

    /** Some data centers, a network that is well, and a gateway next to the second one. */
    private static final class Stage {
        final Simulation simulation;
        final SimulatedCluster cluster;
        final Network network;
        final Gateway gateway;

        Stage(Simulation simulation, Protocol protocol) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, protocol);
            this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            cluster.calm();
            this.gateway = gateway("gateway", cluster.names().get(1), network);
        }

        Gateway gateway(String name, DcName home, Network over) {
            return cluster.gateway(name, home, Reach.over(over, over), Patience.DEFAULT);
        }

        DcName first() {
            return cluster.names().getFirst();
        }

        CommitResult append(Gateway by, Value.Kind kind, Row start) {
            Value value = record(kind, start.fence());
            long asked = cluster.oracle().now();
            CommitResult result =
                    by.metadata().committer().append(KEY, Draft.of(value), start, null, in(by, 60));
            cluster.oracle().checkResult(KEY, new VoteOracle.Asked(value, asked), result);
            return result;
        }

        Value record(Value.Kind kind, long base) {
            var random = simulation.scenario().random();
            return new Value(
                    1, PutId.random(random), kind, base, 0, OpId.random(random), Bytes.EMPTY);
        }

        Row latest() {
            VersionReader.ReadResult read = gateway.metadata().reader().read(KEY, in(gateway, 10));
            return ((VersionReader.Latest) read).row();
        }

        Outcome remove() {
            return remove(gateway);
        }

        static Outcome remove(Gateway by) {
            return new RowRemoval(by.metadata(), CommitSettings.DEFAULTS)
                    .remove(KEY, ALWAYS, in(by, 20));
        }

        void rest() {
            simulation.scenario().time().sleep(Duration.ofMinutes(5));
        }
    }

    @Test
    void aDataCenterOutOfReachStopsTheRemovalAndTheRowStaysInUse() {
        Seeds.simulate(
                20,
                simulation -> {
                    Stage stage = new Stage(simulation, Protocol.PRODUCTION);
                    stage.append(stage.gateway, Value.Kind.PUT, Row.ABSENT);
                    stage.network.isolate(stage.first(), stage.cluster.names());

                    assertThat(stage.remove()).isInstanceOf(RowRemoval.Incomplete.class);
                    assertThat(stage.append(stage.gateway, Value.Kind.PUT, stage.latest()))
                            .isInstanceOf(CommitResult.Committed.class);

                    stage.network.heal();
                    assertThat(stage.remove()).isInstanceOf(RowRemoval.Removed.class);
                });
    }

    @Test
    void aDataCenterThatMissedManyVersionsLearnsThemAllBeforeItsRowIsRemoved() {
        Seeds.simulate(
                3,
                simulation -> {
                    Stage stage = new Stage(simulation, Protocol.PRODUCTION);
                    stage.append(stage.gateway, Value.Kind.PUT, Row.ABSENT);
                    stage.network.isolate(stage.first(), stage.cluster.names());
                    Row row = stage.latest();
                    for (int i = 0; i < 150; i++) {
                        CommitResult result = stage.append(stage.gateway, Value.Kind.PUT, row);
                        row = ((CommitResult.Committed) result).row();
                    }
                    stage.rest();
                    stage.network.heal();

                    assertThat(stage.remove()).isEqualTo(new RowRemoval.Removed(1));
                    assertThat(stage.cluster.oracle().rows(KEY).values())
                            .containsOnly(Row.empty(1, 1));
                    assertThat(stage.latest()).isEqualTo(Row.empty(1, 1));
                });
    }

    @Test
    void aRemovalThatCrashedAtAnyStepIsFinishedByAnother() {
        Seeds.simulate(
                150,
                simulation -> {
                    Stage stage = new Stage(simulation, Protocol.PRODUCTION);
                    stage.append(stage.gateway, Value.Kind.PUT, Row.ABSENT);
                    stage.rest();
                    Gateway doomed = stage.gateway("doomed", stage.first(), stage.network);
                    doomed.surroundings().tasks().fork("removal", () -> Stage.remove(doomed));
                    simulation.crashAtStep("doomed", simulation.seed());
                    simulation.join("doomed");
                    stage.rest();

                    assertThat(stage.remove()).isEqualTo(new RowRemoval.Removed(1));
                    assertThat(stage.cluster.oracle().rows(KEY).values())
                            .containsOnly(Row.empty(1, 1));
                });
    }

    @Test
    void ofARowThatWasRemovedMeanwhileItsProposerDoesNotSayThatItsPutWasRefused() {
        Seeds.simulate(20, simulation -> removedMeanwhile(simulation, Protocol.PRODUCTION));
    }

    /** A put is chosen, deleted, and removed with its row before its gateway hears any answer. */
    static void removedMeanwhile(Simulation simulation, Protocol protocol) {
        Stage stage = new Stage(simulation, protocol);
        DcName elsewhere = new DcName("elsewhere");
        Network oneWay = new Network(simulation.surroundings("one-way"), FaultPlan.CALM);
        stage.cluster.names().forEach(dc -> oneWay.cut(dc, elsewhere));
        Gateway deaf = stage.gateway("deaf", elsewhere, oneWay);
        deaf.surroundings()
                .tasks()
                .fork(
                        "put",
                        () ->
                                assertThat(stage.append(deaf, Value.Kind.PUT, Row.ABSENT))
                                        .isInstanceOf(CommitResult.Unknown.class));
        simulation.scenario().time().sleep(Duration.ofSeconds(1));
        assertThat(stage.latest().chosen()).isEqualTo(1);
        assertThat(stage.remove()).isEqualTo(new RowRemoval.Removed(1));
        oneWay.heal();
        simulation.join("deaf");
    }

    @Test
    void anAttemptThatNobodyRefersToIsSettledOnceAndForAll() {
        Seeds.simulate(
                20,
                simulation -> {
                    Stage stage = new Stage(simulation, Protocol.PRODUCTION);
                    Settlement settlement = new Settlement(stage.gateway.metadata());
                    Value orphan = stage.record(Value.Kind.PUT, 0);
                    var in = in(stage.gateway, 10);

                    assertThat(settlement.settle(KEY, orphan.id(), 0, in))
                            .isEqualTo(new Settlement.Settled(1));
                    assertThat(settlement.settle(KEY, orphan.id(), 0, in))
                            .isEqualTo(new Settlement.Settled(1));
                    assertThat(stage.latest().chosen()).as("no-ops").isEqualTo(1);
                    assertThat(
                                    stage.gateway
                                            .metadata()
                                            .committer()
                                            .append(KEY, Draft.of(orphan), Row.ABSENT, null, in))
                            .isInstanceOf(CommitResult.Fenced.class);
                });
    }

    private static Deadline in(Gateway gateway, long seconds) {
        return gateway.surroundings().time().after(Duration.ofSeconds(seconds));
    }
}
