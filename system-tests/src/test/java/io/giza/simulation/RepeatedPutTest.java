package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.concurrent.Time;
import io.giza.gateway.bucket.BucketService.CreateResult;
import io.giza.gateway.bucket.BucketService.RemoveResult;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.object.ObjectService.PutRequest;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.gateway.object.ObjectService.Target;
import io.giza.gateway.object.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.replica.Account;
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.simulation.SimulatedCluster.Patience;
import io.giza.simulation.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.wire.ManifestCodec;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** A client asks again for what an earlier attempt of the same operation may have done. */
class RepeatedPutTest {
    private static final String BUCKET = "bucket";

    @Test
    void aRetryOfWhatSucceededSucceedsAndWritesNoSecondVersion() {
        Seeds.simulate(
                20,
                simulation -> {
                    Story story = new Story(simulation);
                    assertThat(story.put("first", 1000)).isInstanceOf(PutResult.Stored.class);
                    assertThat(story.put("first", 1000)).isInstanceOf(PutResult.Stored.class);
                    assertThat(story.put("first", 10)).isInstanceOf(PutResult.Stored.class);
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(1);
                });
    }

    @Test
    void aRetryOfWhatIsChosenButNotVisibleIsNotASuccess() {
        Seeds.simulate(
                20,
                simulation -> {
                    Story story = new Story(simulation);
                    story.appendEarlierAttempt(
                            new Manifest.Fragmented(
                                    story.account.name(),
                                    story.account.coding(),
                                    1024,
                                    story.account.dataDcs()));
                    assertThat(story.put("again", 1000)).isInstanceOf(Failure.OutcomeUnknown.class);
                });
    }

    @Test
    void aRetryOfWhatIsVisibleInADeletedBucketIsNotASuccess() {
        Seeds.simulate(
                20,
                simulation -> {
                    Story story = new Story(simulation);
                    Gateway other = story.gateway("other");
                    assertThat(other.buckets().delete(story.account, BUCKET))
                            .isInstanceOf(RemoveResult.Deleted.class);
                    // The vote was cast while the bucket was being deleted, and not acknowledged.
                    story.appendEarlierAttempt(new Manifest.Inline(Bytes.EMPTY));
                    assertThat(story.put("again", 10)).isInstanceOf(Failure.NoSuchBucket.class);
                });
    }

    /** One bucket, and one operation that is tried more than once. */
    private static final class Story {
        private final Network network;
        private final SimulatedCluster cluster;
        private final Account account;
        private final Gateway gateway;
        private final BucketId bucket;
        private final OpId op;

        Story(Simulation simulation) {
            cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.calm();
            network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            account = cluster.account();
            gateway = gateway("gateway");
            op = OpId.random(simulation.scenario().random());
            bucket =
                    ((CreateResult.Created) gateway.buckets().create(account, BUCKET))
                            .bucket()
                            .id();
        }

        Gateway gateway(String name) {
            return cluster.gateway(
                    name,
                    cluster.names().getFirst(),
                    Reach.over(network, network),
                    Patience.DEFAULT);
        }

        ObjectKey key() {
            return new ObjectKey(bucket, "key");
        }

        PutResult put(String text, int length) throws IOException {
            PutRequest request =
                    new PutRequest(
                            new Target(account, BUCKET, "key", op),
                            new WriteCondition.None(),
                            Map.of(),
                            Map.of());
            return gateway.objects().put(request, new TextBody(text, length));
        }

        /** Gets a record of the operation chosen, of which its client heard nothing. */
        void appendEarlierAttempt(Manifest.DataLocation location) {
            Manifest manifest =
                    new Manifest(
                            location,
                            0,
                            "none",
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Instant.EPOCH);
            Value value =
                    new Value(
                            ManifestCodec.NEWEST_FORMAT,
                            PutId.random(gateway.surroundings().random()),
                            Value.Kind.PUT,
                            0,
                            0,
                            op,
                            new ManifestCodec(ManifestCodec.NEWEST_FORMAT).encode(manifest));
            Time time = gateway.surroundings().time();
            assertThat(
                            gateway.metadata()
                                    .committer()
                                    .append(
                                            key(),
                                            Draft.of(value),
                                            Row.ABSENT,
                                            null,
                                            time.after(Duration.ofSeconds(30))))
                    .isInstanceOf(CommitResult.Committed.class);
        }
    }
}
