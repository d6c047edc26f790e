package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.OpId;
import io.giza.paxos.Acceptor;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

/** A late first attempt writes nothing, however many versions followed its retry. */
class LateAmongManyVersionsTest {
    @Test
    void aLateFirstAttemptFindsItsRetry() {
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
    void aFirstAttemptThatIsHeldBackFindsItsRetry() {
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
    void aLateFirstAttemptFindsThatItsRetryWasRefused() {
        Seeds.simulate(
                5,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    WriteCondition absent = new WriteCondition.Absent();
                    for (int size : new int[] {1000, 10}) {
                        OpId slow = scenario.op;
                        PutResult late =
                                scenario.putDuring(
                                        new TextBody("mine", size),
                                        absent,
                                        () -> {
                                            scenario.nextOperation();
                                            scenario.put("other", 10);
                                            scenario.op = slow;
                                            assertThat(scenario.put("mine", size, absent))
                                                    .isInstanceOf(Failure.PreconditionFailed.class);
                                            scenario.putManyOthers();
                                            scenario.delete(new WriteCondition.None());
                                            scenario.op = slow;
                                        });
                        assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
                        assertThat(scenario.put("next", 10, absent))
                                .as("nothing is there")
                                .isInstanceOf(PutResult.Stored.class);
                        scenario.nextOperation();
                        scenario.delete(new WriteCondition.None());
                        scenario.nextOperation();
                    }
                });
    }

    @Test
    void aFirstAttemptFindsARetryThatManyVersionsFollowedWithinTheSecondOfItsSignature() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    Time time = simulation.scenario().time();
                    Instant second = scenario.signed().plusSeconds(1);
                    time.sleep(Duration.between(scenario.now(), second));
                    Instant sent = scenario.signed();
                    OpId held = scenario.op;
                    scenario.put("mine", 10);
                    scenario.putOthers(Acceptor.OPERATION_WINDOW + 1);
                    assertThat(scenario.now()).as("all came soon").isBefore(sent.plusSeconds(1));
                    String newest = scenario.etag();
                    time.sleep(Duration.ofSeconds(5));
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.etag()).isEqualTo(newest);
                });
    }
}
