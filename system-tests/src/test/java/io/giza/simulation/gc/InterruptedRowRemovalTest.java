package io.giza.simulation.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.worker.GarbageWorker;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What becomes of a row whose end a garbage collector decided, and then died before it told any
 * data center to make a stub of it.
 */
class InterruptedRowRemovalTest {
    private static final int SEEDS = 10;

    @Test
    void theNextSweepMakesAStubOfAnObjectsRow() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.putAndDelete();
                    assertStubAfterTheNextSweep(fixture);
                });
    }

    @Test
    void theNextSweepMakesAStubOfAnUploadsRow() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.beginAndAbortAnUpload();
                    assertStubAfterTheNextSweep(fixture);
                });
    }

    @Test
    void nothingIsLeftOfAnUploadWhoseBucketWasDeleted() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.beginAnUploadAndDeleteItsBucket();
                    assertThat(fixture.fragments()).isEqualTo(3);
                    fixture.sweep("first", Reach.ALL);
                    fixture.sweep("next", Reach.ALL);
                    assertThat(fixture.fragments()).isZero();
                    assertThat(fixture.rows()).hasSize(6).containsOnly(Row.empty(1, 1));
                    assertThat(fixture.sweep("last", Reach.ALL))
                            .as("workers come to rest")
                            .containsOnlyKeys("row CLEAN");
                });
    }

    @Test
    void anUploadOfABucketThatStandsIsLeftAlone() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.beginAnUpload();
                    fixture.sweep("first", Reach.ALL);
                    fixture.sweep("next", Reach.ALL);
                    assertThat(fixture.fragments()).isEqualTo(3);
                });
    }

    private static void assertStubAfterTheNextSweep(Fixture fixture) {
        fixture.sweep("doomed", new LostStubs());
        assertThat(fixture.rows()).hasSize(3).allMatch(Row::isEnded);
        fixture.sweep("heir", Reach.ALL);
        assertThat(fixture.rows()).containsOnly(Row.empty(1, 1));
    }

    /** An account with a bucket, in which there is one key of interest. */
    private static final class Fixture {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Gateway gateway;
        private final BucketId bucket;

        Fixture(Simulation simulation) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.gateway = gateway("gateway", Reach.ALL);
            var created = (CreateResult.Created) gateway.create(cluster.account(), "bucket");
            this.bucket = created.bucket().id();
        }

        private Gateway gateway(String name, Reach reach) {
            return cluster.gateway(
                    name, cluster.names().getFirst(), reach, GatewaySettings.DEFAULT);
        }

        private Target target() {
            OpId op = OpId.random(simulation.scenario().random());
            return new Target(cluster.account(), "bucket", "key", op);
        }

        void putAndDelete() throws IOException {
            var any = new WriteCondition.None();
            var put = new PutRequest(target(), any, Map.of(), Map.of());
            assertThat(gateway.objects().put(put, new TextBody("gone", 1000)))
                    .isInstanceOf(PutResult.Stored.class);
            gateway.objects().delete(new DeleteRequest(target(), any));
        }

        void beginAndAbortAnUpload() {
            assertThat(gateway.uploads().abort(target(), begin()))
                    .isInstanceOf(UploadService.AbortResult.Aborted.class);
        }

        void beginAnUpload() throws IOException {
            var part = new UploadService.PartTarget(target(), begin(), 1);
            assertThat(gateway.uploads().putPart(part, _ -> new TextBody("part", 1000)))
                    .isInstanceOf(PutResult.Stored.class);
        }

        void beginAnUploadAndDeleteItsBucket() throws IOException {
            beginAnUpload();
            assertThat(gateway.delete(cluster.account(), "bucket"))
                    .isInstanceOf(RemoveResult.Deleted.class);
        }

        int fragments() {
            return cluster.stores().stream().mapToInt(store -> store.ids().size()).sum();
        }

        private UploadId begin() {
            var upload =
                    new Upload(
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Optional.empty(),
                            cluster.account().name(),
                            Instant.EPOCH);
            var created =
                    (UploadService.CreateResult.Created) gateway.uploads().create(target(), upload);
            return created.upload();
        }

        /**
         * Looks at all rows as each data center has them, when everything is old; counts how looks
         * ended.
         */
        Map<String, Integer> sweep(String by, Reach reach) {
            simulation.scenario().time().sleep(Duration.ofDays(2));
            Map<String, Integer> ends = new TreeMap<>();
            var worker =
                    new GarbageWorker(cluster, gateway(by, reach), Duration.ofMinutes(1), ends);
            for (DcName _ : cluster.names()) {
                worker.sweep();
            }
            return ends;
        }

        /** Returns the one row of the bucket, as each data center stores it. */
        List<Row> rows() {
            return cluster.oracle().keys().stream()
                    .filter(this::isOfBucket)
                    .flatMap(key -> cluster.names().stream().map(dc -> cluster.stored(dc, key)))
                    .toList();
        }

        private boolean isOfBucket(ObjectKey key) {
            return key.bucket().equals(bucket) || key.bucket().equals(bucket.uploads());
        }
    }

    /** No data center hears that it is to make a stub. */
    private static final class LostStubs implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    if (message.request() instanceof Request.Remove) {
                        throw new ReplicaException.Unreachable(dc(), new IOException("died"));
                    }
                    return super.send(message);
                }
            };
        }
    }
}
