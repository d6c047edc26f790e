package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;
import io.giza.gateway.bucket.BucketService.CreateResult;
import io.giza.gateway.object.ObjectService.DeleteRequest;
import io.giza.gateway.object.ObjectService.DeleteResult;
import io.giza.gateway.object.ObjectService.GetRequest;
import io.giza.gateway.object.ObjectService.GetResult;
import io.giza.gateway.object.ObjectService.PutRequest;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.gateway.object.ObjectService.Target;
import io.giza.gateway.object.WriteCondition;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.simulation.SimulatedCluster.Patience;
import io.giza.simulation.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.worker.Pacer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What becomes of a deletion for which two of three data centers voted, of which its client never
 * heard, and which nobody finishes: anything at any time, unless workers look for it.
 */
class HalfVotedTest {
    private static final int SEEDS = 10;

    @Test
    void itHappensOnceTheThirdDataCenterIsAway() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Story story = new Story(simulation);
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                    story.isolateThird();
                    assertThat(story.get()).isInstanceOf(GetResult.Absent.class);
                    story.network.heal();
                    assertThat(story.get()).isInstanceOf(GetResult.Absent.class);
                });
    }

    @Test
    void itNeverHappensOnceSomethingElseWasWritten() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Story story = new Story(simulation);
                    story.put();
                    story.isolateThird();
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                    story.network.heal();
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void itIsDecidedOnceWorkersFoundItTwice() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Story story = new Story(simulation);
                    story.workersLook(2);
                    assertThat(story.isOpen()).isFalse();
                    // All three answered, so it was known that nobody can have been told of it.
                    story.isolateThird();
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                    story.network.heal();
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void itIsDecidedWithoutTheThirdDataCenterToo() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Story story = new Story(simulation);
                    story.isolateThird();
                    story.workersLook(2);
                    assertThat(story.get()).isInstanceOf(GetResult.Absent.class);
                    story.network.heal();
                    assertThat(story.get()).isInstanceOf(GetResult.Absent.class);
                });
    }

    @Test
    void oneLookDisturbsNothing() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Story story = new Story(simulation);
                    story.workersLook(1);
                    assertThat(story.isOpen()).isTrue();
                });
    }

    @Test
    void aGatewayDecidesWhatItLeftOpenOnceItCan() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Story story = new Story(simulation, new Mute(simulation.scenario().time()));
                    assertThat(story.isOpen()).isFalse();
                });
    }

    @Test
    void aBucketWhoseRowIsClosedStands() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Story story = new Story(simulation);
                    story.versionHalf();
                    story.workersLook(2);
                    assertThat(story.isOpen()).isFalse();
                    assertThat(story.lastKindOfBucket()).containsOnly(Value.Kind.PUT);
                    story.put();
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void whoCatchesUpRowsClosesIt() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Story story = new Story(simulation);
                    RowCatchUp catchUp = story.catchUp();
                    assertThat(catchUp.closeOpen(() -> true)).isTrue();
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    assertThat(story.isOpen()).isFalse();
                });
    }

    @Test
    void whoCatchesUpRowsWaitsForNothingThatIsDecidedMeanwhile() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Story story = new Story(simulation);
                    RowCatchUp catchUp = story.catchUp();
                    story.workersLook(2);
                    Time time = simulation.scenario().time();
                    long before = time.nanos();
                    assertThat(catchUp.closeOpen(() -> true)).isTrue();
                    assertThat(Duration.ofNanos(time.nanos() - before))
                            .isLessThan(Duration.ofSeconds(5));
                });
    }

    /** An object that a gateway began to delete and died, a week ago. */
    private static final class Story {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Network network;
        private final Gateway gateway;
        private final DcName third;

        Story(Simulation simulation) throws IOException {
            this(simulation, null);
        }

        /**
         * @param reach how the gateway that deletes reaches data centers, or null if it dies
         */
        Story(Simulation simulation, @Nullable Reach reach) throws IOException {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.calm();
            this.third = cluster.names().getLast();
            this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            this.gateway = gateway("gateway", Reach.over(network, network));
            assertThat(gateway.create(cluster.account(), "bucket"))
                    .isInstanceOf(CreateResult.Created.class);
            put();
            Gateway doomed = gateway("doomed", reach == null ? new Doomed(third) : reach);
            assertThat(
                            doomed.objects()
                                    .delete(new DeleteRequest(target(), new WriteCondition.None())))
                    .isNotInstanceOf(DeleteResult.Done.class);
            simulation.scenario().time().sleep(Duration.ofDays(7));
        }

        private Gateway gateway(String name, Reach reach) {
            return cluster.gateway(name, cluster.names().getFirst(), reach, Patience.DEFAULT);
        }

        private Target target() {
            OpId op = OpId.random(simulation.scenario().random());
            return new Target(cluster.account(), "bucket", "key", op);
        }

        void put() throws IOException {
            var put = new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of());
            assertThat(gateway.objects().put(put, new TextBody("kept", 1000)))
                    .isInstanceOf(PutResult.Stored.class);
        }

        GetResult get() throws IOException {
            GetResult result = gateway.objects().get(new GetRequest(target(), true));
            if (result instanceof GetResult.Found(var object)) {
                object.close();
            }
            return result;
        }

        /** Begins to change what the bucket does about versions, as a gateway that dies. */
        void versionHalf() {
            gateway("hasty", new Doomed(third))
                    .buckets()
                    .setVersioning(cluster.account(), "bucket", Versioning.ENABLED);
        }

        /** Returns what the last version of the bucket's row is, by which votes tell of it. */
        List<Value.Kind> lastKindOfBucket() {
            ObjectKey key = ObjectKey.ofBucketRecord("bucket");
            return cluster.names().stream()
                    .map(dc -> cluster.stored(dc, key).last().orElseThrow().value().kind())
                    .toList();
        }

        void workersLook(int passes) {
            HalfVotedWorker worker =
                    new HalfVotedWorker(cluster, gateway("worker", Reach.over(network, network)));
            for (int pass = 0; pass < passes; pass++) {
                simulation.scenario().time().sleep(Duration.ofMinutes(1));
                worker.sweep();
            }
            simulation.scenario().time().sleep(Duration.ofMinutes(1));
        }

        /** Returns who compared all rows, and has noted what is open in them. */
        RowCatchUp catchUp() {
            Gateway worker = gateway("recovery", Reach.over(network, network));
            Pacer pacer = new Pacer(simulation.scenario().time(), 1);
            RowCatchUp catchUp = new RowCatchUp(worker.versions(), pacer, _ -> {});
            for (ObjectKey key : cluster.oracle().keys()) {
                catchUp.look(key, rows(key));
            }
            return catchUp;
        }

        private Map<DcName, Row> rows(ObjectKey key) {
            return cluster.names().stream()
                    .collect(Collectors.toMap(dc -> dc, dc -> cluster.stored(dc, key)));
        }

        /** Tells whether anything is voted for anywhere and not known there to be decided. */
        boolean isOpen() {
            return cluster.oracle().keys().stream()
                    .flatMap(key -> rows(key).values().stream())
                    .anyMatch(row -> row.open().vote() != null);
        }

        void isolateThird() {
            network.isolate(third, cluster.names());
        }
    }

    /** Gets no more than fast votes out for a minute. */
    private record Mute(Time time, long since) implements Reach {
        Mute(Time time) {
            this(time, time.nanos());
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new SameReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    boolean isLost =
                            time.nanos() - since < Duration.ofMinutes(1).toNanos()
                                    && !(message.request() instanceof Request.Read)
                                    && !(message.request() instanceof Request.PreAccept
                                            && dc().equals(from));
                    if (isLost) {
                        throw new ReplicaException.Unreachable(dc(), new IOException("lost"));
                    }
                    return super.send(message);
                }
            };
        }
    }

    /** Dies once two data centers have its vote. */
    private record Doomed(DcName third) implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new SameReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    boolean isSent =
                            switch (message.request()) {
                                case Request.Read _ -> true;
                                case Request.PreAccept _ -> !dc().equals(third);
                                default -> false;
                            };
                    if (!isSent) {
                        throw new ReplicaException.Unreachable(dc(), new IOException("died"));
                    }
                    return super.send(message);
                }
            };
        }
    }
}
