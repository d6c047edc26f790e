package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.OpId;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

/** A first attempt is done only after its own retry was answered, and then does nothing. */
class LateFirstAttemptTest {
    @Test
    void aFirstAttemptThatIsLateUndoesNothingThatCameAfterItsRetry() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    for (int size : new int[] {1000, 10}) {
                        OpId slow = scenario.op;
                        PutResult late =
                                scenario.putDuring(
                                        new TextBody("mine", size),
                                        () -> {
                                            assertThat(scenario.put("mine", size))
                                                    .isInstanceOf(PutResult.Stored.class);
                                            scenario.nextOperation();
                                            scenario.put("later", size);
                                            scenario.op = slow;
                                        });
                        assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
                        assertThat(scenario.etag()).isEqualTo(new TextBody("later", size).etag());
                        scenario.nextOperation();
                    }
                    assertThat(scenario.cluster.oracle().chosen(scenario.key())).hasSize(4);
                });
    }

    @Test
    void aFirstAttemptThatIsHeldBackUntilItsRetryWasAnsweredWritesNothing() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    Instant sent = scenario.gateway.surroundings().time().instant();
                    simulation.scenario().time().sleep(Duration.ofSeconds(3));
                    OpId held = scenario.op;
                    assertThat(scenario.put("mine", 10)).isInstanceOf(PutResult.Stored.class);
                    scenario.nextOperation();
                    scenario.put("later", 10);
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.etag()).isEqualTo(new TextBody("later", 10).etag());
                });
    }

    @Test
    void howeverManyVersionsFollowItsRetryALateFirstAttemptWritesNothing() {
        Seeds.simulate(
                5,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    for (int size : new int[] {1000, 10}) {
                        OpId slow = scenario.op;
                        PutResult late =
                                scenario.putDuring(
                                        new TextBody("mine", size),
                                        () -> {
                                            scenario.put("mine", size);
                                            scenario.putManyOthers();
                                            scenario.op = slow;
                                        });
                        assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
                        assertThat(scenario.etag()).isEqualTo(RetryScenario.LAST_OF_MANY.etag());
                        scenario.nextOperation();
                    }
                });
    }

    @Test
    void howeverManyVersionsFollowItsRetryAFirstAttemptThatIsHeldBackWritesNothing() {
        Seeds.simulate(
                5,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.putManyOthers();
                    scenario.nextOperation();
                    Instant sent = scenario.gateway.surroundings().time().instant();
                    simulation.scenario().time().sleep(Duration.ofSeconds(3));
                    OpId held = scenario.op;
                    scenario.put("mine", 10);
                    scenario.putManyOthers();
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.etag()).isEqualTo(RetryScenario.LAST_OF_MANY.etag());
                });
    }

    @Test
    void aFirstAttemptWritesNothingOnceItsRetryWasRefused() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    WriteCondition absent = new WriteCondition.Absent();
                    for (int size : new int[] {1000, 10}) {
                        scenario.put("other", 10);
                        scenario.nextOperation();
                        OpId slow = scenario.op;
                        PutResult late =
                                scenario.putDuring(
                                        new TextBody("mine", size),
                                        absent,
                                        () -> {
                                            assertThat(scenario.put("mine", size, absent))
                                                    .isInstanceOf(Failure.PreconditionFailed.class);
                                            scenario.nextOperation();
                                            scenario.delete(new WriteCondition.None());
                                            scenario.op = slow;
                                        });
                        assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
                        assertThat(scenario.put("next", 10, absent))
                                .isInstanceOf(PutResult.Stored.class);
                        scenario.nextOperation();
                    }
                });
    }

    @Test
    void aFirstAttemptThatIsHeldBackWritesNothingOnceItsRetryWasRefused() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    WriteCondition absent = new WriteCondition.Absent();
                    scenario.put("other", 10);
                    scenario.nextOperation();
                    Instant sent = scenario.gateway.surroundings().time().instant();
                    simulation.scenario().time().sleep(Duration.ofSeconds(3));
                    OpId held = scenario.op;
                    assertThat(scenario.put("mine", 10, absent))
                            .isInstanceOf(Failure.PreconditionFailed.class);
                    scenario.nextOperation();
                    scenario.delete(new WriteCondition.None());
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, absent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    Instant later = scenario.gateway.surroundings().time().instant();
                    assertThat(scenario.putSentAt(later, absent, new TextBody("mine", 10)))
                            .as("another operation that was given the same identity")
                            .isInstanceOf(PutResult.Stored.class);
                });
    }
}
