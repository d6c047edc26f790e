package io.giza.simulation.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.Settlement;
import io.giza.commit.VersionReader;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.commit.removal.RowRemoval.Outcome;
import io.giza.concurrent.Deadline;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.simulation.cluster.OfferedValue;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.function.Predicate;

/** Scenarios of row removal and of orphans that chance meets too rarely. */
public class RemovalTest {
    private static final ObjectKey KEY = Samples.key("removed");
    private static final Predicate<Row> ALWAYS = _ -> true;

    /** Some data centers, a network that is well, and a gateway next to the second one. */
    private static final class Fixture {
        final Simulation simulation;
        final SimulatedCluster cluster;
        final Network network;
        final Gateway gateway;

        Fixture(Simulation simulation, Protocol protocol) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, protocol);
            this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            cluster.stopFailures();
            this.gateway = gateway("gateway", cluster.names().get(1), network);
        }

        Gateway gateway(String name, DcName home, Network through) {
            return cluster.gateway(
                    name, home, Reach.over(through, through), GatewaySettings.DEFAULT);
        }

        DcName first() {
            return cluster.names().getFirst();
        }

        CommitResult append(Gateway by, Value.Kind kind, Row start) {
            Value value = record(kind, start.fence());
            long askedAt = cluster.oracle().now();
            CommitResult result =
                    by.metadata()
                            .committer()
                            .append(KEY, Draft.of(value), start, null, deadlineAfter(by, 60));
            new OfferedValue(value, askedAt).checkResult(cluster.oracle(), KEY, result);
            return result;
        }

        Value record(Value.Kind kind, long base) {
            var random = simulation.scenario().random();
            return new Value(
                    1,
                    PutId.random(random),
                    base,
                    OpId.random(random),
                    Command.of(kind, 0, Bytes.EMPTY));
        }

        Row latest() {
            VersionReader.ReadResult read =
                    gateway.metadata().reader().read(KEY, deadlineAfter(gateway, 10));
            return ((VersionReader.Latest) read).row();
        }

        Outcome remove() {
            return remove(gateway);
        }

        static Outcome remove(Gateway by) {
            return new RowRemoval(by.metadata(), CommitSettings.DEFAULTS)
                    .remove(KEY, ALWAYS, deadlineAfter(by, 20));
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
                    Fixture fixture = new Fixture(simulation, Protocol.PRODUCTION);
                    fixture.append(fixture.gateway, Value.Kind.PUT, Row.ABSENT);
                    fixture.network.isolate(fixture.first(), fixture.cluster.names());

                    assertThat(fixture.remove()).isInstanceOf(RowRemoval.Incomplete.class);
                    assertThat(fixture.append(fixture.gateway, Value.Kind.PUT, fixture.latest()))
                            .isInstanceOf(CommitResult.Committed.class);

                    fixture.network.heal();
                    assertThat(fixture.remove()).isInstanceOf(RowRemoval.Removed.class);
                });
    }

    @Test
    void aDataCenterThatMissedManyVersionsLearnsThemAllBeforeItsRowIsRemoved() {
        Seeds.simulate(
                3,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, Protocol.PRODUCTION);
                    fixture.append(fixture.gateway, Value.Kind.PUT, Row.ABSENT);
                    fixture.network.isolate(fixture.first(), fixture.cluster.names());
                    Row row = fixture.latest();
                    for (int i = 0; i < 150; i++) {
                        CommitResult result = fixture.append(fixture.gateway, Value.Kind.PUT, row);
                        row = ((CommitResult.Committed) result).row();
                    }
                    fixture.rest();
                    fixture.network.heal();

                    assertThat(fixture.remove()).isEqualTo(new RowRemoval.Removed(1));
                    assertThat(fixture.cluster.oracle().rows(KEY).values())
                            .containsOnly(Row.empty(1, 1));
                    assertThat(fixture.latest()).isEqualTo(Row.empty(1, 1));
                });
    }

    @Test
    void aRemovalThatCrashedAtAnyStepIsFinishedByAnother() {
        Seeds.simulate(
                150,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, Protocol.PRODUCTION);
                    fixture.append(fixture.gateway, Value.Kind.PUT, Row.ABSENT);
                    fixture.rest();
                    Gateway doomed = fixture.gateway("doomed", fixture.first(), fixture.network);
                    doomed.surroundings().tasks().fork("removal", () -> Fixture.remove(doomed));
                    simulation.crashAtStep("doomed", simulation.seed());
                    simulation.join("doomed");
                    fixture.rest();

                    assertThat(fixture.remove()).isEqualTo(new RowRemoval.Removed(1));
                    assertThat(fixture.cluster.oracle().rows(KEY).values())
                            .containsOnly(Row.empty(1, 1));
                });
    }

    @Test
    void ofARowThatWasRemovedMeanwhileItsProposerDoesNotSayThatItsPutWasRefused() {
        Seeds.simulate(20, simulation -> removedMeanwhile(simulation, Protocol.PRODUCTION));
    }

    /** A put is chosen, deleted, and removed with its row before its gateway hears any answer. */
    public static void removedMeanwhile(Simulation simulation, Protocol protocol) {
        Fixture fixture = new Fixture(simulation, protocol);
        DcName elsewhere = new DcName("elsewhere");
        Network oneWay = new Network(simulation.surroundings("one-way"), FaultPlan.CALM);
        fixture.cluster.names().forEach(dc -> oneWay.cut(dc, elsewhere));
        Gateway unreached = fixture.gateway("deaf", elsewhere, oneWay);
        unreached
                .surroundings()
                .tasks()
                .fork(
                        "put",
                        () ->
                                assertThat(fixture.append(unreached, Value.Kind.PUT, Row.ABSENT))
                                        .isInstanceOf(CommitResult.Unknown.class));
        simulation.scenario().time().sleep(Duration.ofSeconds(1));
        assertThat(fixture.latest().chosen()).isEqualTo(1);
        assertThat(fixture.remove()).isEqualTo(new RowRemoval.Removed(1));
        oneWay.heal();
        simulation.join("deaf");
    }

    @Test
    void anAttemptThatNobodyRefersToIsSettledOnceAndForAll() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, Protocol.PRODUCTION);
                    Settlement settlement = new Settlement(fixture.gateway.metadata());
                    Value orphan = fixture.record(Value.Kind.PUT, 0);
                    var in = deadlineAfter(fixture.gateway, 10);

                    assertThat(settlement.settle(KEY, orphan.id(), 0, in))
                            .isEqualTo(new Settlement.Settled(1));
                    assertThat(settlement.settle(KEY, orphan.id(), 0, in))
                            .isEqualTo(new Settlement.Settled(1));
                    assertThat(fixture.latest().chosen()).as("no-ops").isEqualTo(1);
                    assertThat(
                                    fixture.gateway
                                            .metadata()
                                            .committer()
                                            .append(KEY, Draft.of(orphan), Row.ABSENT, null, in))
                            .isInstanceOf(CommitResult.Fenced.class);
                });
    }

    private static Deadline deadlineAfter(Gateway gateway, long seconds) {
        return gateway.surroundings().time().after(Duration.ofSeconds(seconds));
    }
}
