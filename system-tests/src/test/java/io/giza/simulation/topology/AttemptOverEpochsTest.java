package io.giza.simulation.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.MetadataPath;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.ReplicatedBuckets;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.epoch.Backend;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ForwardingObjects;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.OpId;
import io.giza.replica.Account;
import io.giza.simulation.cluster.ClientRetry;
import io.giza.simulation.cluster.InterruptedBody;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.topology.LiveTopology;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A gateway continues an operation in the next epoch. */
class AttemptOverEpochsTest {
    private static final WriteCondition ANY = new WriteCondition.None();
    private static final WriteCondition ABSENT = new WriteCondition.Absent();

    /** The retry is refused, the object is deleted, the epoch ends, the first attempt continues. */
    @Test
    void aFirstAttemptThatGoesOnInTheNextEpochWritesNothingOnceItsRetryWasRefused() {
        Seeds.simulate(10, simulation -> new Run(simulation).begin(Run::refusedMeanwhile));
    }

    @Test
    void anAttemptWhoseAnswerWasLostSucceedsInTheNextEpoch() {
        Seeds.simulate(10, simulation -> new Run(simulation).begin(Run::loseAnswer));
    }

    /** The bucket that was created since the deletion stays. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBucketDeletionIsDoneOnceThoughItsAnswerIsLostInTheOldEpoch(boolean hasHappened) {
        Seeds.simulate(
                5,
                simulation -> new Run(simulation).begin(run -> run.deleteWhileMoving(hasHappened)));
    }

    /** The attempt in the next epoch fails, which does not decide the first attempt. */
    @Test
    void anUnknownOutcomeStaysUnknownWhereTheNextEpochAnswersNothing() {
        failInTheNextEpoch(new Failure.Unavailable("the next epoch ended, too"));
    }

    /** The attempt may have been done before the bucket was deleted. */
    @Test
    void anUnknownOutcomeStaysUnknownWhereTheBucketIsGoneInTheNextEpoch() {
        failInTheNextEpoch(new Failure.NoSuchBucket(false));
    }

    private static void failInTheNextEpoch(Failure second) {
        Seeds.simulate(10, simulation -> new Run(simulation).begin(run -> run.failTwice(second)));
    }

    @Test
    void aBucketDeletionStaysUnknownWhereTheNextEpochAnswersNothing() {
        Seeds.simulate(5, simulation -> new Run(simulation).begin(Run::failToDeleteTwice));
    }

    /** A gateway of a cluster with a topology change. */
    private static final class Run {
        private final Simulation simulation;
        private final MovingCluster cluster;
        private final Surroundings surroundings;
        private final EpochGateway gateway;
        private final Account account;
        private @Nullable Runnable interruption;
        private boolean losesAnswer;
        private Optional<Failure> nextFailure = Optional.empty();
        private boolean isUnavailable;

        Run(Simulation simulation) {
            this.simulation = simulation;
            this.cluster = new MovingCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.calm();
            this.surroundings = simulation.surroundings("gateway");
            this.gateway =
                    EpochGateway.start(
                            cluster, cluster.names().getFirst(), surroundings, this::interrupted);
            this.account =
                    new Account(
                            "default",
                            cluster.names(),
                            cluster.names(),
                            new Coding.ReedSolomon(2, 1),
                            1024,
                            Account.SmallObjects.inlined(SimulatedCluster.INLINE_BELOW),
                            4);
        }

        private Backend interrupted(Backend made) {
            return new Backend(
                    made.cluster(),
                    made.directory(),
                    new InterruptedBuckets(made.cluster(), made.directory()),
                    made.rows(),
                    new InterruptedObjects(made.objects()),
                    made.uploads());
        }

        void begin(Consumer<Run> act) {
            surroundings
                    .tasks()
                    .fork(
                            "acts",
                            () -> {
                                createBucket();
                                act.accept(this);
                            });
            simulation.join("gateway");
        }

        private void createBucket() {
            while (!(gateway.buckets().create(account, "bucket", once())
                    instanceof CreateResult.AlreadyYours)) {
                surroundings.time().sleep(Duration.ofMillis(10));
            }
        }

        /** Fails a deletion while the epoch ends. */
        private final class InterruptedBuckets extends ReplicatedBuckets {
            InterruptedBuckets(Cluster cluster, BucketDirectory directory) {
                super(cluster, directory);
            }

            @Override
            public RemoveResult delete(Account account, String name, ClientOperation operation) {
                if (isUnavailable) {
                    return new Unavailable("the next epoch ended, too", false);
                }
                Runnable before = interruption;
                if (before == null) {
                    return super.delete(account, name, operation);
                }
                interruption = null;
                if (losesAnswer) {
                    super.delete(account, name, operation);
                }
                before.run();
                return new Unavailable("the epoch ended", losesAnswer);
            }
        }

        void deleteWhileMoving(boolean hasHappened) {
            losesAnswer = hasHappened;
            interruption =
                    () -> {
                        if (hasHappened) {
                            createBucket();
                        }
                        move();
                    };
            assertThat(gateway.buckets().delete(account, "bucket", first()))
                    .isInstanceOf(RemoveResult.Deleted.class);
            assertThat(gateway.buckets().find("bucket"))
                    .isInstanceOf(hasHappened ? FindResult.Found.class : FindResult.Absent.class);
        }

        void refusedMeanwhile() {
            put(once(), ANY, new TextBody("other", 10));
            ClientOperation first = first();
            PutResult late =
                    put(
                            first,
                            ABSENT,
                            new InterruptedBody(
                                    new TextBody("mine", 10),
                                    () -> {
                                        refuse(ClientRetry.of(first));
                                        delete();
                                        move();
                                    }));
            assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
        }

        /** Loses the answer of a put, and the epoch ends. */
        private final class InterruptedObjects extends ForwardingObjects {
            InterruptedObjects(ObjectService objects) {
                super(objects);
            }

            @Override
            public PutResult put(PutRequest request, ObjectBody body) throws IOException {
                if (isUnavailable) {
                    return nextFailure.orElseThrow();
                }
                PutResult result = super.put(request, body);
                if (!losesAnswer) {
                    return result;
                }
                losesAnswer = false;
                isUnavailable = nextFailure.isPresent();
                move();
                return new Failure.OutcomeUnknown("the epoch ended");
            }
        }

        void loseAnswer() {
            losesAnswer = true;
            assertThat(put(first(), ABSENT, new TextBody("mine", 10)))
                    .isInstanceOf(PutResult.Stored.class);
            assertThat(losesAnswer).isFalse();
        }

        void failTwice(Failure second) {
            losesAnswer = true;
            nextFailure = Optional.of(second);
            assertThat(put(first(), ABSENT, new TextBody("mine", 10)))
                    .isInstanceOf(Failure.OutcomeUnknown.class);
        }

        void failToDeleteTwice() {
            losesAnswer = true;
            interruption =
                    () -> {
                        isUnavailable = true;
                        move();
                    };
            RemoveResult result = gateway.buckets().delete(account, "bucket", first());
            assertThat(result).isEqualTo(new Unavailable("the epoch ended", true));
        }

        private void refuse(ClientOperation retry) {
            assertThat(put(retry, ABSENT, new TextBody("mine", 10)))
                    .isInstanceOf(Failure.PreconditionFailed.class);
        }

        private void delete() {
            assertThat(gateway.objects().delete(new DeleteRequest(target(once()), ANY)))
                    .isInstanceOf(DeleteResult.Done.class);
        }

        /** An operator has a data center listen elsewhere, through another process. */
        private void move() {
            Surroundings own = simulation.surroundings("operator");
            List<DcName> names = cluster.names();
            TopologyChanges changes =
                    new TopologyChanges(cluster, List.of(names.get(2)), names.get(1));
            LiveTopology<MetadataPath> process =
                    new LiveTopology<>(
                            cluster.first(),
                            each -> {
                                MetadataPath path = cluster.path(names.getFirst(), each, own);
                                return new LiveTopology.Reach<>(path, Map.of(), path);
                            });
            Inbox<Boolean> moved = surroundings.tasks().inbox(1);
            own.tasks()
                    .fork(
                            "moves",
                            () -> {
                                process.change(
                                        LiveTopologyScenario.order(
                                                changes.movedOn(process.topology())),
                                        own.time().after(Duration.ofSeconds(20)));
                                moved.put(true);
                            });
            assertThat(moved.take(surroundings.time().after(Duration.ofMinutes(1)))).isPresent();
        }

        private ClientOperation first() {
            Instant signed = surroundings.time().instant().truncatedTo(ChronoUnit.SECONDS);
            return new ClientOperation(OpId.random(surroundings.random()), false, signed);
        }

        private ClientOperation once() {
            return ClientOperation.once(surroundings.random());
        }

        private Target target(ClientOperation operation) {
            return new Target(account, "bucket", "key", operation);
        }

        private PutResult put(
                ClientOperation operation, WriteCondition condition, ObjectBody body) {
            var request = new PutRequest(target(operation), condition, Map.of(), Map.of());
            try {
                return gateway.objects().put(request, body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
