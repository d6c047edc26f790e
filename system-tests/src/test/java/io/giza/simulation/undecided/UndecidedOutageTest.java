package io.giza.simulation.undecided;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gc.sweep.UndecidedSweep;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.paxos.Request;
import io.giza.recovery.rows.CatchUpPass;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.recovery.rows.RowWalk;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.worker.Pacer;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;

/** Looks for undecided versions while a data center hangs, or after it missed something. */
class UndecidedOutageTest {
    private static final int SEEDS = 5;
    private static final int BUCKETS = 100;
    private static final Duration CALL = Duration.ofSeconds(5);

    @Test
    void itIsDecidedInTimeThoughADataCenterHangs() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.voteForDeletion();
                    HungReach hung = new HungReach(fixture.first(), simulation);
                    UndecidedSweep sweep = fixture.sweep(hung);
                    long began = simulation.scenario().time().nanos();
                    assertThat(sweep.sweep(fixture.spaces(), () -> true)).isTrue();
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    hung.calledDataCenters.clear();
                    assertThat(sweep.sweep(fixture.spaces(), () -> true)).isTrue();
                    long took = simulation.scenario().time().nanos() - began;
                    assertThat(Duration.ofNanos(took)).isLessThan(Duration.ofMinutes(3));
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    assertThat(fixture.dataCentersWithOpenVote()).isSubsetOf(fixture.first());
                    // Nobody waits behind it a second time, and nobody asks it in vain for all.
                    assertThat(hung.calledDataCenters)
                            .endsWith(fixture.first())
                            .containsOnlyOnce(fixture.first());
                });
    }

    @Test
    void whoMissedADecisionLearnsItOnceItsVoteIsFoundTwice() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.putUnknownToThird();
                    assertThat(fixture.dataCentersWithOpenVote()).containsOnly(fixture.third());
                    UndecidedSweep sweep = fixture.sweep(new FilteredReach((_, _) -> true));
                    for (int pass = 0; pass < 2; pass++) {
                        simulation.scenario().time().sleep(Duration.ofMinutes(1));
                        assertThat(sweep.sweep(fixture.spaces(), () -> true)).isTrue();
                    }
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    assertThat(fixture.dataCentersWithOpenVote()).isEmpty();
                });
    }

    @Test
    void whoGoesOnWithARecoveryClosesWhatAnotherWorkerSaw() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.putOthers();
                    fixture.voteForDeletion();
                    int all = fixture.cluster.oracle().keys().size();
                    AtomicInteger looks = new AtomicInteger();
                    CatchUpPass broken = fixture.pass(looks);
                    assertThat(broken.run(fixture.spaces(), "", () -> looks.get() < all - 1))
                            .isFalse();
                    assertThat(fixture.dataCentersWithOpenVote()).isNotEmpty();
                    CatchUpPass next = fixture.pass(looks);
                    assertThat(next.run(fixture.spaces(), broken.position(), () -> true)).isTrue();
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    assertThat(fixture.dataCentersWithOpenVote()).isEmpty();
                });
    }

    /** An object in one of many buckets. */
    private static final class Fixture {
        private final Simulation simulation;
        private final SimulatedCluster cluster;

        Fixture(Simulation simulation) throws IOException {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            Gateway gateway = gateway("gateway", new FilteredReach((_, _) -> true));
            assertThat(gateway.create(cluster.account(), "bucket"))
                    .isInstanceOf(CreateResult.Created.class);
            put(gateway);
            simulation.scenario().time().sleep(Duration.ofMinutes(1));
        }

        DcName first() {
            return cluster.names().getFirst();
        }

        DcName third() {
            return cluster.names().getLast();
        }

        private Gateway gateway(String name, Reach reach) {
            return cluster.gateway(name, third(), reach, GatewaySettings.DEFAULT);
        }

        private Target target() {
            OpId op = OpId.random(simulation.scenario().random());
            return new Target(cluster.account(), "bucket", "key", op);
        }

        private void put(Gateway gateway) throws IOException {
            var put = new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of());
            assertThat(gateway.objects().put(put, new TextBody("kept", 1000)))
                    .isInstanceOf(PutResult.Stored.class);
        }

        /** All but the third data center learn that it is decided. */
        void putUnknownToThird() throws IOException {
            Reach reach =
                    new FilteredReach(
                            (dc, request) ->
                                    !(request instanceof Request.Commit) || !dc.equals(third()));
            put(gateway("unheard", reach));
            simulation.scenario().time().sleep(Duration.ofMinutes(1));
        }

        /** Puts what comes after the object. */
        void putOthers() throws IOException {
            Gateway gateway = gateway("others", new FilteredReach((_, _) -> true));
            for (String key : List.of("later", "latest")) {
                OpId op = OpId.random(simulation.scenario().random());
                Target target = new Target(cluster.account(), "bucket", key, op);
                var put = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
                assertThat(gateway.objects().put(put, new TextBody("kept", 1000)))
                        .isInstanceOf(PutResult.Stored.class);
            }
        }

        CatchUpPass pass(AtomicInteger looks) {
            Gateway worker = gateway("recovery", new FilteredReach((_, _) -> true));
            Pacer pacer = new Pacer(simulation.scenario().time(), 1);
            return new CatchUpPass(
                    new RowWalk(worker.versions()),
                    new RowCatchUp(worker.versions(), pacer, _ -> looks.incrementAndGet()));
        }

        /** All but the third data center vote, and the gateway dies. */
        void voteForDeletion() {
            Reach reach =
                    new FilteredReach(
                            (dc, request) ->
                                    request instanceof Request.Read
                                            || (request instanceof Request.PreAccept
                                                    && !dc.equals(third())));
            DeleteRequest delete = new DeleteRequest(target(), new WriteCondition.None());
            assertThat(gateway("doomed", reach).objects().delete(delete))
                    .isNotInstanceOf(DeleteResult.Done.class);
            simulation.scenario().time().sleep(Duration.ofDays(1));
        }

        UndecidedSweep sweep(Reach reach) {
            Gateway worker = gateway("worker", reach);
            Pacer pacer = new Pacer(simulation.scenario().time(), 0.25);
            return new UndecidedSweep(worker.versions(), pacer, _ -> {});
        }

        SortedSet<BucketId> spaces() {
            SortedSet<BucketId> spaces = new TreeSet<>();
            for (ObjectKey key : cluster.oracle().keys()) {
                spaces.add(key.bucket());
            }
            for (int i = 0; i < BUCKETS; i++) {
                spaces.add(new BucketId(new UUID(i + 1, 0)));
            }
            return spaces;
        }

        /** Returns where something is voted for and not known to be decided. */
        List<DcName> dataCentersWithOpenVote() {
            return cluster.names().stream()
                    .filter(
                            dc ->
                                    cluster.oracle().keys().stream()
                                            .map(key -> cluster.stored(dc, key))
                                            .anyMatch(row -> row.open().vote() != null))
                    .toList();
        }
    }

    /** Some requests are lost. */
    private record FilteredReach(BiPredicate<DcName, Request> arrives) implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    if (!arrives.test(dc(), message.request())) {
                        throw new ReplicaException.Unreachable(dc(), new IOException("lost"));
                    }
                    return super.send(message);
                }
            };
        }
    }

    /** A data center takes calls and answers none; it is noted whose rows are asked for. */
    private static final class HungReach implements Reach {
        private final DcName hung;
        private final Simulation simulation;
        private final List<DcName> calledDataCenters = new ArrayList<>();

        HungReach(DcName hung, Simulation simulation) {
            this.hung = hung;
            this.simulation = simulation;
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    hang();
                    return super.send(message);
                }

                @Override
                public RowPage scan(Scan scan) throws ReplicaException {
                    calledDataCenters.add(dc());
                    hang();
                    return super.scan(scan);
                }

                private void hang() throws ReplicaException {
                    if (dc().equals(hung)) {
                        simulation.scenario().time().sleep(CALL);
                        throw new ReplicaException.Unreachable(hung, new IOException("hangs"));
                    }
                }
            };
        }
    }
}
