package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.OpId;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

/** A client asks again for a copy whose source cannot be read any more. */
class RetriedCopyTest {
    @Test
    void aRetryIsAnsweredByTheCopyOfItsFirstAttempt() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.copy("source", 1000);
                    OpId copied = scenario.op;
                    scenario.nextOperation();
                    scenario.put("later", 10);
                    scenario.op = copied;
                    assertThat(scenario.copyWithoutSource())
                            .isInstanceOfSatisfying(
                                    PutResult.Stored.class,
                                    stored -> {
                                        assertThat(stored.byEarlierAttempt()).isTrue();
                                        assertThat(stored.manifest().etag())
                                                .isEqualTo(new TextBody("source", 1000).etag());
                                    });
                    assertThat(scenario.etag()).isEqualTo(new TextBody("later", 10).etag());
                    assertThat(scenario.cluster.oracle().chosen(scenario.key())).hasSize(2);
                });
    }

    @Test
    void aRetryIsNotAnsweredByACopyThatIsNotVisible() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.appendEarlierAttempt(
                            new Manifest.Fragmented(
                                    scenario.account.name(),
                                    scenario.account.coding(),
                                    1024,
                                    scenario.account.dataDcs()),
                            new TextBody("source", 1000));
                    assertThat(scenario.copyWithoutSource())
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                });
    }

    @Test
    void aRetryIsNotAnsweredByACopyInADeletedBucket() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    assertThat(
                                    scenario.gateway("other")
                                            .delete(scenario.account, RetryScenario.BUCKET))
                            .isInstanceOf(RemoveResult.Deleted.class);
                    scenario.appendEarlierAttempt(
                            new Manifest.Inline(Bytes.EMPTY), new TextBody("source", 10));
                    assertThat(scenario.copyWithoutSource())
                            .isInstanceOf(Failure.NoSuchBucket.class);
                });
    }

    @Test
    void aRetryThatWasRefusedMayCopyOnceItAsksAgain() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    for (int attempt = 0; attempt < 2; attempt++) {
                        assertThat(scenario.copyWithoutSource())
                                .isInstanceOf(Failure.PreconditionFailed.class);
                    }
                    assertThat(scenario.copy("source", 10)).isInstanceOf(PutResult.Stored.class);
                    assertThat(scenario.copyWithoutSource()).isInstanceOf(PutResult.Stored.class);
                });
    }

    @Test
    void aFirstAttemptThatIsHeldBackCopiesNothingOnceItsRetryWasRefused() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    Instant sent = scenario.signed();
                    simulation.scenario().time().sleep(Duration.ofSeconds(3));
                    OpId held = scenario.op;
                    assertThat(scenario.copyWithoutSource())
                            .isInstanceOf(Failure.PreconditionFailed.class);
                    scenario.putManyOthers();
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, new TextBody("source", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.etag()).isEqualTo(RetryScenario.LAST_OF_MANY.etag());
                });
    }

    @Test
    void aFirstAttemptThatReadItsSourceCopiesNothingOnceItsRetryWasRefused() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    for (int size : new int[] {1000, 10}) {
                        PutResult late =
                                scenario.putDuring(
                                        new TextBody("source", size),
                                        () ->
                                                assertThat(scenario.copyWithoutSource())
                                                        .isInstanceOf(
                                                                Failure.PreconditionFailed.class));
                        assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
                        scenario.nextOperation();
                        assertThat(scenario.put("next", 10, new WriteCondition.Absent()))
                                .as("nothing is there")
                                .isInstanceOf(PutResult.Stored.class);
                        scenario.nextOperation();
                        scenario.delete(new WriteCondition.None());
                        scenario.nextOperation();
                    }
                });
    }
}
