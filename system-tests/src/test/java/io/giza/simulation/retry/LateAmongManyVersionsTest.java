package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.OpId;
import io.giza.paxos.Acceptor;
import io.giza.simulation.cluster.InterruptedBody;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

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
    void aFirstAttemptThatIsContinuedWritesNothingOnceMoreFollowedItsRetryThanIsSearched() {
        Seeds.simulate(
                2,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    ClientOperation first =
                            new ClientOperation(scenario.op, false, scenario.signed());
                    scenario.put("mine", 10);
                    scenario.putMoreThanIsSearched();
                    int versions = scenario.versions();
                    // It may find the record of its retry among the last versions that it reads.
                    scenario.putFirst(first.continued(), new TextBody("mine", 10));
                    assertThat(scenario.versions()).isEqualTo(versions);
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
    void aFirstAttemptWritesNothingOnceMoreFollowedThanIsSearched() {
        Seeds.simulate(
                2,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    OpId slow = scenario.op;
                    PutResult late =
                            scenario.putDuring(
                                    new TextBody("mine", 10),
                                    () -> {
                                        scenario.put("mine", 10);
                                        scenario.putMoreThanIsSearched();
                                        scenario.op = slow;
                                    });
                    assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.etag()).isEqualTo(RetryScenario.LAST_OF_MANY.etag());
                });
    }

    @ParameterizedTest
    @EnumSource
    void aFirstAttemptThatIsHeldBackFindsItsRetryWhateverTheClocksAre(Followers followers) {
        for (int ahead : new int[] {-600, 0, 600}) {
            Seeds.simulate(
                    3,
                    simulation -> {
                        RetryScenario scenario = new RetryScenario(simulation);
                        scenario.ahead = Duration.ofSeconds(ahead);
                        Instant sent = scenario.signed();
                        OpId held = scenario.op;
                        scenario.put("mine", 10);
                        followers.write.accept(scenario);
                        int before = scenario.versions();
                        scenario.op = held;
                        assertThat(scenario.putSentAt(sent, new TextBody("mine", 10)))
                                .isInstanceOf(Failure.OutcomeUnknown.class);
                        assertThat(scenario.versions()).isEqualTo(before);
                    });
        }
    }

    @Test
    void aFirstAttemptFindsARetryThatManyVersionsFollowedWithinTheSecondOfItsSignature() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    Instant second = scenario.signed().plusSeconds(1);
                    Time time = simulation.scenario().time();
                    time.sleep(Duration.between(scenario.now(), second));
                    Instant sent = scenario.signed();
                    OpId held = scenario.op;
                    scenario.put("mine", 10);
                    scenario.putOthers(Acceptor.OPERATION_WINDOW + 1);
                    String newest = scenario.etag();
                    scenario.op = held;
                    assertThat(scenario.now()).as("all came soon").isBefore(sent.plusSeconds(1));
                    assertThat(scenario.putSentAt(sent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.etag()).isEqualTo(newest);
                });
    }

    @Test
    void aFirstAttemptWritesNothingIfItsRetryMayBeBehindTooManyOthers() {
        Seeds.simulate(
                2,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    Instant sent = scenario.signed();
                    OpId held = scenario.op;
                    scenario.put("mine", 10);
                    simulation.scenario().time().sleep(Duration.ofSeconds(2));
                    scenario.putMoreThanIsSearched();
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.put("mine", 10))
                            .as("a retry")
                            .isInstanceOf(PutResult.Stored.class);
                    simulation.scenario().time().sleep(Duration.ofSeconds(2));
                    scenario.nextOperation();
                    assertThat(scenario.putSentAt(scenario.signed(), new TextBody("next", 10)))
                            .as("an attempt in time")
                            .isInstanceOf(PutResult.Stored.class);
                });
    }

    @Test
    void aPutThatNoRetryCanHaveIsDoneHoweverMuchWasWrittenSinceItBegan() {
        Seeds.simulate(
                2,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    assertThat(
                                    scenario.putFirst(
                                            ClientOperation.once(simulation.scenario().random()),
                                            new InterruptedBody(
                                                    new TextBody("mine", 10),
                                                    scenario::putMoreThanIsSearched)))
                            .isInstanceOf(PutResult.Stored.class);
                });
    }

    /** What is written between a retry and its first attempt. */
    enum Followers {
        PUTS(RetryScenario::putManyOthers),
        DELETES(RetryScenario::deleteOften);

        private final Consumer<RetryScenario> write;

        Followers(Consumer<RetryScenario> write) {
            this.write = write;
        }
    }
}
