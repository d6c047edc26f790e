package io.giza.simulation;

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
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.simulation.SimulatedCluster.Patience;
import io.giza.simulation.SimulatedCluster.Reach;
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
                    Story story = new Story(simulation, false);
                    story.degradeFarRow();
                    assertThat(story.sweep()).containsExactly(new VersionRepair.Whole(0, 0));
                    assertThat(story.sweep()).isEmpty();
                });
    }

    @Test
    void whatItAloneKnowsTheOthersLearnBeforeFragmentsAreLookedAt() {
        Seeds.simulate(
                10,
                simulation -> {
                    Story story = new Story(simulation, true);
                    story.degradeFarRow();
                    assertThat(story.knowing()).containsExactly(story.far);
                    assertThat(story.catchUp()).containsExactly(RowCatchUp.Outcome.BROUGHT);
                    assertThat(story.knowing()).hasSize(3);
                    assertThat(story.catchUp()).containsExactly(RowCatchUp.Outcome.EQUAL);
                    assertThat(story.sweep()).containsExactly(new VersionRepair.Whole(0, 0));
                });
    }

    /** Three data centers, the last one of which is far away. */
    private static final class Story implements Reach {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Gateway gateway;
        private final DcName far;
        private final ObjectKey key;

        Story(Simulation simulation, boolean newsAreLost) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.calm();
            this.far = cluster.names().getLast();
            this.gateway =
                    cluster.gateway("gateway", cluster.names().getFirst(), this, Patience.DEFAULT);
            Gateway writer =
                    newsAreLost
                            ? cluster.gateway(
                                    "writer",
                                    cluster.names().getFirst(),
                                    new LostNews(this),
                                    Patience.DEFAULT)
                            : gateway;
            OneKey object = new OneKey(simulation, cluster);
            this.key = object.create(gateway);
            assertThat(object.put(writer, "kept")).isInstanceOf(PutResult.Stored.class);
            // The rows learn that it was seen.
            simulation.scenario().time().sleep(Duration.ofMinutes(1));
        }

        void degradeFarRow() throws ReplicaException {
            Entry entry = cluster.stored(far, key).log().getFirst();
            Entry degraded = new Entry(entry.version(), entry.value(), Resolution.DEGRADED);
            Request told =
                    new Request.Commit(gateway.metadata().group().epoch(), 0, List.of(degraded));
            Objects.requireNonNull(gateway.metadata().group().replicas().get(far))
                    .send(new Message(key, told, null));
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
                                            rows::look,
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
                                                    sweep.look(
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
            return new SameReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    if (dc().equals(far)) {
                        simulation.scenario().time().sleep(Duration.ofMillis(200));
                    }
                    return super.send(message);
                }
            };
        }
    }
}
