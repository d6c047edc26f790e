package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.lock.BucketLock;
import io.giza.lock.LegalHold;
import io.giza.lock.VersionLock;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.VersionName;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.InterruptedBody;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A first attempt arrives after its retry was refused for something else than its condition, which
 * forbids it no more.
 */
class LateAfterRefusalTest {
    @Test
    void aDeleteOfAVersionThatWasLockedDeletesNothing() {
        simulate(
                run -> {
                    run.allowLocks();
                    VersionName version = run.put().version().orElseThrow();
                    run.hold(version, LegalHold.ON);
                    run.scenario.nextOperation();
                    Instant sent = run.scenario.signed();
                    assertThat(run.delete(run.scenario.target(), version))
                            .isInstanceOf(Failure.ObjectLocked.class);
                    run.hold(version, LegalHold.OFF);
                    assertThat(run.delete(run.scenario.firstAt(sent), version))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(run.scenario.etag()).isEqualTo(new TextBody("mine", 10).etag());
                    assertThat(run.delete(run.scenario.target(), version))
                            .as("a later retry")
                            .isInstanceOf(DeleteResult.Done.class);
                });
    }

    /** The first attempt has searched the row already, and waits to be voted for. */
    @Test
    void aDeleteOfAVersionSearchesAgainBeforeItIsProposedAgain() {
        simulate(
                run -> {
                    run.allowLocks();
                    VersionName version = run.put().version().orElseThrow();
                    run.scenario.nextOperation();
                    Target first = run.scenario.firstAt(run.scenario.signed());
                    Gateway slow =
                            run.slowGateway(
                                    () -> {
                                        run.hold(version, LegalHold.ON);
                                        assertThat(run.delete(run.scenario.target(), version))
                                                .isInstanceOf(Failure.ObjectLocked.class);
                                        run.hold(version, LegalHold.OFF);
                                    });
                    assertThat(slow.objects().delete(DeleteRequest.of(first, version)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(run.scenario.etag()).isEqualTo(new TextBody("mine", 10).etag());
                });
    }

    /** The retry began before there were versions. Its null would replace a locked null. */
    @Test
    void aPutWhoseRetryMetALockedNullWritesNothing() {
        simulate(
                run -> {
                    run.put();
                    run.scenario.nextOperation();
                    Instant sent = run.scenario.signed();
                    ObjectBody late =
                            new InterruptedBody(
                                    new TextBody("late", 10),
                                    () -> {
                                        run.allowLocks();
                                        run.hold(new VersionName.Null(), LegalHold.ON);
                                    });
                    assertThat(run.put(EncryptionRequest.BY_BUCKET, late))
                            .isInstanceOf(Failure.ObjectLocked.class);
                    assertThat(run.scenario.putSentAt(sent, new TextBody("late", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                });
    }

    /** The gateway of the retry has no keys. */
    @Test
    void aPutWhoseRetryHadNoKeyWritesNothing() {
        simulate(
                run -> {
                    Instant sent = run.scenario.signed();
                    for (int size : new int[] {10, 1000}) {
                        TextBody body = new TextBody("mine", size);
                        assertThat(run.put(new EncryptionRequest.Managed(false), body))
                                .isInstanceOf(Failure.KeyRefused.class);
                        assertThat(run.scenario.putSentAt(sent, new TextBody("mine", size)))
                                .isInstanceOf(Failure.OutcomeUnknown.class);
                        run.scenario.nextOperation();
                    }
                });
    }

    private static void simulate(Consumer<Run> act) {
        Seeds.simulate(10, simulation -> act.accept(new Run(simulation)));
    }

    /**
     * One operation whose first attempt is late.
     *
     * @param scenario the bucket
     */
    private record Run(RetryScenario scenario) {
        Run(Simulation simulation) {
            this(new RetryScenario(simulation));
        }

        /** Returns a gateway whose first proposal arrives only after something else happened. */
        Gateway slowGateway(Runnable before) {
            var time = scenario.gateway.surroundings().time();
            AtomicBoolean hasBegun = new AtomicBoolean();
            AtomicBoolean isOver = new AtomicBoolean();
            Reach slow =
                    new Reach() {
                        @Override
                        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
                            return new ForwardingReplica(replica) {
                                @Override
                                public Answer send(Message message) throws ReplicaException {
                                    boolean isProposal =
                                            message.request() instanceof Request.PreAccept;
                                    if (isProposal && hasBegun.compareAndSet(false, true)) {
                                        before.run();
                                        isOver.set(true);
                                    }
                                    while (isProposal && !isOver.get()) {
                                        time.sleep(Duration.ofMillis(10));
                                    }
                                    return super.send(message);
                                }
                            };
                        }
                    };
            return scenario.cluster.gateway(
                    "slow", scenario.cluster.names().getFirst(), slow, GatewaySettings.DEFAULT);
        }

        private ClientOperation once() {
            return ClientOperation.once(scenario.gateway.surroundings().random());
        }

        void allowLocks() {
            while (!(scenario.gateway.version(
                            scenario.account, RetryScenario.BUCKET, Versioning.ENABLED)
                    instanceof VersioningResult.Changed)) {
                scenario.gateway.surroundings().time().sleep(Duration.ofSeconds(1));
            }
            assertThat(
                            scenario.gateway
                                    .buckets()
                                    .setLock(
                                            scenario.account,
                                            RetryScenario.BUCKET,
                                            new BucketLock(Optional.empty()),
                                            once()))
                    .isInstanceOf(VersioningResult.Changed.class);
        }

        void hold(VersionName version, LegalHold hold) {
            Target target =
                    new Target(scenario.account, RetryScenario.BUCKET, scenario.name, once());
            LockRequest request =
                    new LockRequest(target, version, new LockRequest.OfHold(hold), false);
            assertThat(scenario.gateway.objects().lock(request))
                    .isInstanceOf(TagResult.Tagged.class);
        }

        DeleteResult delete(Target target, VersionName version) {
            return scenario.gateway.objects().delete(DeleteRequest.of(target, version));
        }

        PutResult.Stored put() {
            return (PutResult.Stored) scenario.put("mine", 10);
        }

        PutResult put(EncryptionRequest encryption, ObjectBody body) {
            PutRequest request =
                    new PutRequest(
                            scenario.target(),
                            new WriteCondition.None(),
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            VersionLock.NONE,
                            encryption,
                            Optional.empty());
            try {
                return scenario.gateway.objects().put(request, body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
