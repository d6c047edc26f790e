package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.concurrent.Time;
import io.giza.gateway.bucket.BucketService.CreateResult;
import io.giza.gateway.bucket.BucketService.RemoveResult;
import io.giza.gateway.object.ClientOperation;
import io.giza.gateway.object.ObjectBody;
import io.giza.gateway.object.ObjectService.DeleteRequest;
import io.giza.gateway.object.ObjectService.DeleteResult;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.object.ObjectService.GetRequest;
import io.giza.gateway.object.ObjectService.GetResult;
import io.giza.gateway.object.ObjectService.OpenObject;
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
import io.giza.paxos.Acceptor;
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
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
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
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(1);
                });
    }

    @Test
    void anotherBodyUnderTheSameIdentityIsAnotherPut() {
        Seeds.simulate(
                20,
                simulation -> {
                    Story story = new Story(simulation);
                    story.put("first", 1000);
                    for (int size : new int[] {1000, 10}) {
                        PutResult result = story.put("second", size);
                        assertThat(result).isInstanceOf(PutResult.Stored.class);
                        assertThat(story.etag()).isEqualTo(new TextBody("second", size).etag());
                    }
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(3);
                });
    }

    @Test
    void aConditionalPutThatSucceededAnswersItsRetry() {
        Seeds.simulate(
                20,
                simulation -> {
                    Story story = new Story(simulation);
                    for (int size : new int[] {1000, 10}) {
                        for (int attempt = 0; attempt < 3; attempt++) {
                            assertThat(story.put("mine", size, story.sizeCondition(size)))
                                    .isInstanceOf(PutResult.Stored.class);
                        }
                        story.nextOperation();
                    }
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(2);
                });
    }

    @Test
    void aConditionalPutOfAnotherBodyMeetsTheFirst() {
        Seeds.simulate(
                20,
                simulation -> {
                    Story story = new Story(simulation);
                    var absent = new WriteCondition.Absent();
                    story.put("mine", 10, absent);
                    assertThat(story.put("else", 10, absent))
                            .isInstanceOf(Failure.PreconditionFailed.class);
                });
    }

    @Test
    void aConditionalDeleteThatSucceededAnswersItsRetry() {
        Seeds.simulate(
                20,
                simulation -> {
                    Story story = new Story(simulation);
                    story.put("mine", 1000);
                    story.nextOperation();
                    var matches = new WriteCondition.Matches(story.etag());
                    for (int attempt = 0; attempt < 2; attempt++) {
                        assertThat(story.delete(matches)).isInstanceOf(DeleteResult.Done.class);
                    }
                });
    }

    @Test
    void aRetryOfADeleteInADeletedBucketIsNotASuccess() {
        Seeds.simulate(
                20,
                simulation -> {
                    Story story = new Story(simulation);
                    story.put("mine", 10);
                    story.nextOperation();
                    story.delete(new WriteCondition.None());
                    assertThat(story.gateway("other").buckets().delete(story.account, BUCKET))
                            .isInstanceOf(RemoveResult.Deleted.class);
                    assertThat(story.delete(new WriteCondition.None()))
                            .isInstanceOf(Failure.NoSuchBucket.class);
                });
    }

    @Test
    void aRetryLooksFurtherBackThanAcceptorsDo() {
        Seeds.simulate(
                5,
                simulation -> {
                    Story story = new Story(simulation);
                    story.put("mine", 10);
                    OpId first = story.op;
                    for (int i = 0; i < 3 * Acceptor.OPERATION_WINDOW; i++) {
                        story.nextOperation();
                        story.put("later " + i, 20);
                    }
                    String newest = story.etag();
                    story.op = first;
                    assertThat(story.put("mine", 10)).isInstanceOf(PutResult.Stored.class);
                    assertThat(story.etag()).isEqualTo(newest);
                    simulation.scenario().time().sleep(Duration.ofHours(1));
                    story.put("mine", 10);
                    assertThat(story.etag()).isEqualTo(new TextBody("mine", 10).etag());
                });
    }

    @Test
    void aFirstAttemptThatIsLateUndoesNothingThatCameAfterItsRetry() {
        Seeds.simulate(
                20,
                simulation -> {
                    Story story = new Story(simulation);
                    for (int size : new int[] {1000, 10}) {
                        OpId slow = story.op;
                        PutResult late =
                                story.putWhile(
                                        new TextBody("mine", size),
                                        () -> {
                                            assertThat(story.put("mine", size))
                                                    .isInstanceOf(PutResult.Stored.class);
                                            story.nextOperation();
                                            story.put("later", size);
                                            story.op = slow;
                                        });
                        assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
                        assertThat(story.etag()).isEqualTo(new TextBody("later", size).etag());
                        story.nextOperation();
                    }
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(4);
                });
    }

    @Test
    void whoGivesTheSameIdentityToOneOperationAfterAnotherHasAllOfThemDone() {
        Seeds.simulate(
                20,
                simulation -> {
                    Story story = new Story(simulation);
                    for (String text : List.of("one", "two", "one", "two", "two")) {
                        assertThat(story.putWhile(new TextBody(text, 10), () -> {}))
                                .isInstanceOf(PutResult.Stored.class);
                        assertThat(story.etag()).isEqualTo(new TextBody(text, 10).etag());
                    }
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(5);
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
                                    story.account.dataDcs()),
                            new TextBody("again", 1000));
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
                    story.appendEarlierAttempt(
                            new Manifest.Inline(Bytes.EMPTY), new TextBody("again", 10));
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
        private OpId op;

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

        void nextOperation() {
            op = OpId.random(gateway.surroundings().random());
        }

        Target target() {
            return new Target(account, BUCKET, "key", op);
        }

        PutResult put(String text, int length) {
            return put(text, length, new WriteCondition.None());
        }

        PutResult put(String text, int length, WriteCondition condition) {
            PutRequest request = new PutRequest(target(), condition, Map.of(), Map.of());
            try {
                return gateway.objects().put(request, new TextBody(text, length));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Puts as who does not ask again; something happens before the body comes. */
        PutResult putWhile(TextBody body, Runnable meanwhile) {
            Target first = new Target(account, BUCKET, "key", new ClientOperation(op, false));
            PutRequest request =
                    new PutRequest(first, new WriteCondition.None(), Map.of(), Map.of());
            try {
                return gateway.objects().put(request, new LateBody(body, meanwhile));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        DeleteResult delete(WriteCondition condition) {
            return gateway.objects().delete(new DeleteRequest(target(), condition));
        }

        /** Returns the condition that only the first attempt meets: nothing is there, or that. */
        WriteCondition sizeCondition(int size) {
            return size == 1000
                    ? new WriteCondition.Absent()
                    : new WriteCondition.Matches(new TextBody("mine", 1000).etag());
        }

        String etag() {
            var result = gateway.objects().get(new GetRequest(target(), false));
            try (OpenObject object = ((GetResult.Found) result).object()) {
                return object.manifest().etag();
            }
        }

        /** Gets a record of the operation chosen, of which its client heard nothing. */
        void appendEarlierAttempt(Manifest.DataLocation location, TextBody body) {
            Manifest manifest =
                    new Manifest(
                            location,
                            body.length(),
                            body.etag(),
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            gateway.surroundings().time().instant());
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

    /** A body before which something happens. */
    private static final class LateBody implements ObjectBody {
        private final TextBody body;
        private final Runnable meanwhile;
        private boolean came;

        LateBody(TextBody body, Runnable meanwhile) {
            this.body = body;
            this.meanwhile = meanwhile;
        }

        @Override
        public long length() {
            return body.length();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (!came) {
                came = true;
                meanwhile.run();
            }
            return body.read(target, offset, length);
        }

        @Override
        public void digest(byte[] source, int offset, int length) {
            body.digest(source, offset, length);
        }

        @Override
        public Digests finish() {
            return body.finish();
        }
    }
}
