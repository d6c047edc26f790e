package io.giza.simulation.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.DecisionPath;
import io.giza.commit.Draft;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.metadata.row.RowLimits;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Deployment;
import io.giza.simulation.cluster.ForwardingReplica;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** A key with thousands of versions, of which one data center of three missed nearly all. */
class LongHistoryTest {
    private static final ObjectKey KEY = Samples.key("object");
    private static final int VERSIONS = 5000;

    @Test
    void aDataCenterFarBehindIsToldInBoundedMessagesWhileThePutGoesOn() {
        simulate(
                RowLimits.DEFAULTS,
                0,
                fixture -> {
                    assertThat(fixture.append(1)).isIn(DecisionPath.CONFIRM, DecisionPath.FAST);
                    fixture.rest();

                    assertThat(fixture.knownByLaggard()).isGreaterThanOrEqualTo(VERSIONS);
                    assertThat(fixture.reach.longestTail).isBetween(400, 501);
                    assertThat(fixture.append(2)).isEqualTo(DecisionPath.FAST);
                });
    }

    @Test
    void onePutTellsNoMoreThanSoMuchAndTheNextOnesGoOnFromThere() {
        RowLimits small = new RowLimits(1000, 20_000, 100);
        simulate(
                small,
                0,
                fixture -> {
                    long known = 0;
                    int puts = 0;
                    while (known < VERSIONS + puts) {
                        assertThat(fixture.append(++puts))
                                .isIn(DecisionPath.CONFIRM, DecisionPath.FAST);
                        fixture.rest();
                        long now = fixture.knownByLaggard();
                        assertThat(now).isGreaterThan(known);
                        // Two phases of a put, fast and confirm, may each have told it so much.
                        assertThat(now - known).isLessThanOrEqualTo(2 * 16 * 100 + 1);
                        known = now;
                    }
                    assertThat(puts).isGreaterThan(1);
                });
    }

    @Test
    void aGatewayWhoseOwnDataCenterIsFarBehindLearnsWhoTookItsVersion() {
        simulate(
                RowLimits.DEFAULTS,
                2,
                fixture -> {
                    assertThat(fixture.append(1)).isIn(DecisionPath.CONFIRM, DecisionPath.FAST);
                    assertThat(fixture.cluster.oracle().chosen(KEY)).hasSize(VERSIONS + 1);
                });
    }

    @Test
    void anInstalledRowIsKnownEvenWhereNearlyAllOfItWasMissing() {
        simulate(
                RowLimits.DEFAULTS,
                0,
                fixture -> {
                    var read =
                            fixture.gateway
                                    .metadata()
                                    .reader()
                                    .read(KEY, fixture.deadlineAfter(60));
                    Row row = ((VersionReader.Latest) read).row();

                    assertThat(
                                    fixture.gateway
                                            .metadata()
                                            .committer()
                                            .install(KEY, row, fixture.deadlineAfter(60)))
                            .isEqualTo(Set.copyOf(fixture.cluster.names()));
                    assertThat(fixture.knownByLaggard()).isEqualTo(VERSIONS);
                });
    }

    @Test
    void oldVersionsAreReadToTheFirstWithAnyOneDataCenterDown() {
        for (int down = 0; down < 3; down++) {
            DcName gone = Samples.dc(down + 1);
            simulate(
                    RowLimits.DEFAULTS,
                    down == 0 ? 1 : 0,
                    fixture -> {
                        fixture.network.takeDown(gone, fixture.cluster.names());
                        VersionReader reader = fixture.gateway.metadata().reader();
                        Row row = fixture.cluster.stored(Samples.dc(1), KEY).since(VERSIONS - 3);
                        while (row.firstHeld() > 1) {
                            Row longer = reader.withOlderPage(KEY, row).orElseThrow();
                            assertThat(longer.log().size() - row.log().size())
                                    .isBetween(1, MetadataReplica.MAX_HISTORY_ENTRIES);
                            row = longer;
                        }
                        assertThat(row).isEqualTo(fixture.cluster.stored(Samples.dc(1), KEY));
                    });
        }
    }

    private static void simulate(RowLimits limits, int home, Consumer<Fixture> body) {
        Seeds.simulate(2, simulation -> body.accept(new Fixture(simulation, limits, home)));
    }

    /** A gateway over a healthy network; dc3 knows the first version only. */
    private static final class Fixture {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Network network;
        private final MeasuredReach reach;
        private final Gateway gateway;

        Fixture(Simulation simulation, RowLimits limits, int home) {
            this.simulation = simulation;
            this.cluster =
                    new SimulatedCluster(simulation, Deployment.of(3), Protocol.PRODUCTION, limits);
            cluster.stopFailures();
            this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            this.reach = new MeasuredReach(Reach.over(network, network));
            List<DcName> names = cluster.names();
            this.gateway =
                    cluster.gateway("gateway", names.get(home), reach, GatewaySettings.DEFAULT);
            List<Value> values = new ArrayList<>();
            for (int i = 1; i <= VERSIONS; i++) {
                values.add(value(i));
            }
            cluster.prefill(
                    KEY,
                    values,
                    Map.of(names.get(0), VERSIONS, names.get(1), VERSIONS, names.get(2), 1));
        }

        DecisionPath append(int number) {
            Row start =
                    gateway.metadata().reader().nearest(KEY, deadlineAfter(60)).orElseThrow().row();
            CommitResult result =
                    gateway.metadata()
                            .committer()
                            .append(KEY, Draft.of(value(-number)), start, null, deadlineAfter(60));
            assertThat(result).isInstanceOf(CommitResult.Committed.class);
            return ((CommitResult.Committed) result).path();
        }

        void rest() {
            simulation.scenario().time().sleep(Duration.ofMinutes(1));
        }

        long knownByLaggard() {
            return cluster.stored(Samples.dc(3), KEY).chosen();
        }

        Deadline deadlineAfter(int seconds) {
            return gateway.surroundings().time().after(Duration.ofSeconds(seconds));
        }

        private static Value value(int number) {
            return new Value(
                    1,
                    new PutId(new UUID(1, number)),
                    0,
                    new OpId(new UUID(number, 2)),
                    new Command.Put(Mode.UNVERSIONED, Bytes.copyOf(new byte[20])));
        }
    }

    /** Measures the tails that requests carry. */
    private static final class MeasuredReach implements Reach {
        private final Reach reach;
        private int longestTail;

        MeasuredReach(Reach reach) {
            this.reach = reach;
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(reach.metadata(from, replica)) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    int length =
                            switch (message.request()) {
                                case Request.Commit commit -> commit.tail().size();
                                case Request.AtInstance at -> at.tail().size();
                                case Request.Read _,
                                        Request.Remove _,
                                        Request.Truncate _,
                                        Request.Seed _ ->
                                        0;
                            };
                    longestTail = Math.max(longestTail, length);
                    return super.send(message);
                }
            };
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return reach.fragments(from, store);
        }
    }
}
