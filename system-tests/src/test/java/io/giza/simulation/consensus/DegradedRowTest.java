package io.giza.simulation.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Request;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.simulation.fault.LostResolutions;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.version.VersionRepair;
import io.giza.worker.Pacer;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What becomes of a version of which one row, that no quorum read hears of, says it is degraded.
 */
class DegradedRowTest {
    @Test
    void itIsToldThatTheVersionIsWholeAndNobodyLooksAgain() {
        Seeds.simulate(
                10,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, false);
                    fixture.degradeDistantRow();
                    assertThat(fixture.sweep()).containsExactly(new VersionRepair.Whole(0, 0));
                    assertThat(fixture.sweep()).isEmpty();
                });
    }

    @Test
    void whatItAloneKnowsTheOthersLearnBeforeFragmentsAreLookedAt() {
        Seeds.simulate(
                10,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, true);
                    fixture.degradeDistantRow();
                    assertThat(fixture.knowing()).containsExactly(fixture.distantDc);
                    assertThat(fixture.catchUp()).containsExactly(RowCatchUp.Outcome.BROUGHT);
                    assertThat(fixture.knowing()).hasSize(3);
                    assertThat(fixture.catchUp()).containsExactly(RowCatchUp.Outcome.EQUAL);
                    assertThat(fixture.sweep()).containsExactly(new VersionRepair.Whole(0, 0));
                });
    }

    /** Three data centers, the last one of which is far away. */
    private static final class Fixture implements Reach {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Gateway gateway;
        private final DcName distantDc;
        private final ObjectKey key;

        Fixture(Simulation simulation, boolean newsAreLost) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.distantDc = cluster.names().getLast();
            this.gateway =
                    cluster.gateway(
                            "gateway", cluster.names().getFirst(), this, GatewaySettings.DEFAULT);
            Gateway writer =
                    newsAreLost
                            ? cluster.gateway(
                                    "writer",
                                    cluster.names().getFirst(),
                                    new LostResolutions(this),
                                    GatewaySettings.DEFAULT)
                            : gateway;
            SingleObject object = new SingleObject(simulation, cluster);
            this.key = object.create(gateway);
            assertThat(object.put(writer, "kept")).isInstanceOf(PutResult.Stored.class);
            // The rows learn that it was seen.
            simulation.scenario().time().sleep(Duration.ofMinutes(1));
        }

        void degradeDistantRow() throws ReplicaException {
            Entry entry = cluster.stored(distantDc, key).log().getFirst();
            Entry degraded = new Entry(entry.version(), entry.value(), Resolution.DEGRADED);
            Request commit =
                    new Request.Commit(gateway.metadata().group().epoch(), 0, List.of(degraded));
            Objects.requireNonNull(gateway.metadata().group().replicas().get(distantDc))
                    .send(new Message(key, commit, null));
        }

        /** Returns the data centers whose rows say that the version is degraded. */
        List<DcName> knowing() {
            return cluster.names().stream()
                    .filter(
                            dc ->
                                    cluster.stored(dc, key).log().getFirst().resolution()
                                            == Resolution.DEGRADED)
                    .toList();
        }

        List<RowCatchUp.Outcome> catchUp() {
            List<RowCatchUp.Outcome> outcomes = new ArrayList<>();
            RowCatchUp rows =
                    new RowCatchUp(
                            gateway.versions(),
                            new Pacer(simulation.scenario().time(), 1),
                            outcomes::add);
            assertThat(
                            new RowWalk(gateway.versions())
                                    .walk(
                                            new TreeSet<>(List.of(key.bucket())),
                                            Position.BEGINNING,
                                            rows::reconcile,
                                            () -> true))
                    .isTrue();
            return outcomes;
        }

        List<VersionRepair.Outcome> sweep() {
            List<VersionRepair.Outcome> repaired = new ArrayList<>();
            RepairSweep sweep =
                    new RepairSweep(
                            gateway.versions(),
                            new VersionRepair(gateway.versions(), new TreeMap<>()),
                            new Pacer(simulation.scenario().time(), 1),
                            repaired::add,
                            1);
            assertThat(
                            new RowWalk(gateway.versions())
                                    .walk(
                                            new TreeSet<>(List.of(key.bucket())),
                                            Position.BEGINNING,
                                            (row, held) ->
                                                    sweep.inspect(
                                                            row,
                                                            held.values(),
                                                            RepairSweep.Depth.DEGRADED,
                                                            () -> true),
                                            () -> true))
                    .isTrue();
            return repaired;
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    if (dc().equals(distantDc)) {
                        simulation.scenario().time().sleep(Duration.ofMillis(200));
                    }
                    return super.send(message);
                }
            };
        }
    }
}
