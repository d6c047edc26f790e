package io.giza.simulation.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.simulation.cluster.ClientRetry;
import io.giza.simulation.cluster.InterruptedBody;
import io.giza.simulation.cluster.TextBody;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway continues an operation in the next epoch. */
class AttemptOverEpochsTest {
    private static final WriteCondition ANY = InterruptedGateway.ANY;
    private static final WriteCondition ABSENT = new WriteCondition.Absent();

    /** The retry is refused, the object is deleted, the epoch ends, the first attempt continues. */
    @Test
    void aFirstAttemptThatGoesOnInTheNextEpochWritesNothingOnceItsRetryWasRefused() {
        InterruptedGateway.simulate(
                10,
                gateway -> {
                    gateway.put(gateway.once(), ANY, text("other"));
                    ClientOperation first = gateway.first();
                    Runnable meanwhile =
                            () -> {
                                assertThat(gateway.put(ClientRetry.of(first), ABSENT, text("mine")))
                                        .isInstanceOf(Failure.PreconditionFailed.class);
                                gateway.delete();
                                gateway.move();
                            };
                    var late = new InterruptedBody(text("mine"), meanwhile);
                    assertThat(gateway.put(first, ABSENT, late))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                });
    }

    @Test
    void anAttemptWhoseAnswerWasLostSucceedsInTheNextEpoch() {
        InterruptedGateway.simulate(
                10,
                gateway -> {
                    gateway.interruptAfter(gateway::move);
                    assertThat(gateway.put(gateway.first(), ABSENT, text("mine")))
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(gateway.records()).isEqualTo(1);
                });
    }

    @Test
    void anAttemptWithTheIdentityOfAnotherOperationIsDoneOnceThoughItsAnswerIsLost() {
        InterruptedGateway.simulate(
                10,
                gateway -> {
                    ClientOperation other = gateway.first();
                    gateway.put(other, ANY, text("other"));
                    gateway.interruptAfter(gateway::move);
                    assertThat(gateway.put(gateway.again(other.id()), ANY, text("mine")))
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(gateway.records()).isEqualTo(2);
                });
    }

    /** What the other operation wrote is the same, and was written over. */
    @Test
    void anAttemptWithTheIdentityOfAnotherOperationIsDoneInTheNextEpochIfItWasNotBefore() {
        InterruptedGateway.simulate(
                10,
                gateway -> {
                    ClientOperation other = gateway.first();
                    gateway.put(other, ANY, text("mine"));
                    gateway.put(gateway.once(), ANY, text("later"));
                    gateway.interruptAfter(() -> {});
                    var late = new InterruptedBody(text("mine"), gateway::move);
                    assertThat(gateway.put(gateway.again(other.id()), ANY, late))
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(gateway.etag()).isEqualTo(text("mine").etag());
                });
    }

    @Test
    void anAttemptThatCertainlyFailedDoesNotTakeAnotherOperationForItself() {
        InterruptedGateway.simulate(
                10,
                gateway -> {
                    ClientOperation other = gateway.first();
                    gateway.put(other, ANY, text("mine"));
                    gateway.put(gateway.once(), ANY, text("later"));
                    gateway.interruptInstead(gateway::move);
                    assertThat(gateway.put(gateway.again(other.id()), ANY, text("mine")))
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(gateway.etag()).isEqualTo(text("mine").etag());
                });
    }

    @Test
    void anAttemptThatCertainlyFailedIsLateInTheNextEpochOnceItsRetryWasDone() {
        InterruptedGateway.simulate(
                10,
                gateway -> {
                    ClientOperation first = gateway.first();
                    gateway.interruptInstead(
                            () -> {
                                gateway.put(ClientRetry.of(first), ANY, text("mine"));
                                gateway.put(gateway.once(), ANY, text("later"));
                                gateway.move();
                            });
                    assertThat(gateway.put(first, ANY, text("mine")))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(gateway.etag()).isEqualTo(text("later").etag());
                });
    }

    /** The bucket that was created since the deletion stays. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBucketDeletionIsDoneOnceThoughItsAnswerIsLostInTheOldEpoch(boolean hasHappened) {
        InterruptedGateway.simulate(
                5,
                gateway -> {
                    if (hasHappened) {
                        gateway.interruptAfter(
                                () -> {
                                    gateway.createBucket();
                                    gateway.move();
                                });
                    } else {
                        gateway.interruptInstead(gateway::move);
                    }
                    assertThat(gateway.deleteBucket()).isInstanceOf(RemoveResult.Deleted.class);
                    assertThat(gateway.findBucket())
                            .isInstanceOf(
                                    hasHappened ? FindResult.Found.class : FindResult.Absent.class);
                });
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
        InterruptedGateway.simulate(
                10,
                gateway -> {
                    gateway.interruptAfter(() -> moveAndFail(gateway, second));
                    assertThat(gateway.put(gateway.first(), ABSENT, text("mine")))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                });
    }

    @Test
    void aBucketDeletionStaysUnknownWhereTheNextEpochAnswersNothing() {
        InterruptedGateway.simulate(
                5,
                gateway -> {
                    gateway.interruptAfter(
                            () -> moveAndFail(gateway, new Failure.Unavailable("it ended, too")));
                    assertThat(gateway.deleteBucket())
                            .isEqualTo(new Unavailable("the epoch ended", true));
                });
    }

    private static void moveAndFail(InterruptedGateway gateway, Failure failure) {
        gateway.fail(failure);
        gateway.move();
    }

    private static TextBody text(String text) {
        return new TextBody(text, 10);
    }
}
